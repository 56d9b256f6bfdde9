import type { EntityDefinition } from '#entities/entity.ts'
import { requireFeature } from '#entities/features.ts'
import type { Model } from '#entities/model.ts'
import { createConcurrencyLimiter, holdSlot, takeSlot } from '#environments/server/environments.ts'
import { expressionPlan } from '#records/expressionPlan.ts'
import { rowReader } from '#records/exchange/import/rowReader.ts'
import type { DryRun, ImportPlan, RejectedRow } from '#records/exchange/import/settings.ts'
import { planTarget } from '#records/exchange/import/target.ts'
import { batchesOf } from '#records/exchange/server/import/batches.ts'
import type { ImportActor, ImportDeps } from '#records/exchange/server/import/deps.ts'
import { fileOf, tableOf } from '#records/exchange/server/import/file.ts'
import { fileFields } from '#records/exchange/server/import/files.ts'
import { actorNow, inZone, visibleImport } from '#records/exchange/server/import/imports.ts'
import { refuseTarget } from '#records/exchange/server/import/refuseTarget.ts'
import { createImportChecks } from '#records/exchange/server/import/checks.ts'
import { keepRejects, rejectsOf, toRejected } from '#records/exchange/server/import/rejects.ts'
import type { Executor } from '#platform/server/database/database.ts'

const shown = 20

/** A dry run of a large file holds a connection and a share of the processor for long; others have to get on meanwhile. */
const mostAtOnce = { inAll: 3, each: 2 }
const take = createConcurrencyLimiter(mostAtOnce)

/** Reads the whole file as the import would, writes nothing, and tells how many rows hold and the first 20 that do not. */
export async function dryRun(
  asked: ImportActor,
  deps: ImportDeps,
  id: string,
  { settings, target }: Pick<ImportPlan, 'settings' | 'target'>,
): Promise<DryRun> {
  const { database, environment, newId } = asked
  const row = await visibleImport(asked, id)
  const model = await deps.readModel(asked)
  const actor = await actorNow(asked, model)
  if (typeof target.entity === 'string') {
    requireFeature(model, 'import', target.entity)
    refuseTarget(actor, model, target)
  }
  const planned = planTarget(model, target, { entity: newId(), newId })
  const reader = rowReader(planned.entity, target, {
    width: row.guess.columns.length,
    now: actor.now().toISOString(),
    isJson: row.format === 'jsonl',
    timeZone: inZone(actor, settings).timezone,
  })
  const { fields } = reader
  const checks = createImportChecks({
    actor,
    model: planned.model,
    entity: planned.entity,
    fields,
    keys: target.keys,
    exists: !planned.creates,
    written: false,
    // Links that would be made are taken for made.
    writeLinks: async (_executor, _entity, _columns, rows) => rows.map(() => newId()),
  })
  const needsDatabase =
    target.keys.length > 0 ||
    hasExpressions(planned.model, planned.entity) ||
    fileFields(fields).length > 0 ||
    fields.some(({ field, column, lookup }) => lookup !== null || field.unique || column === 'id')
  const file = await deps.files.fetch(tableOf(environment.id, row))
  const rejects = keepRejects(deps.files, rejectsOf(fileOf(environment.id, row.id)), row.guess.columns, actor.locale)
  const answer = { rows: 0, valid: 0, changes: 0, rejected: 0 }
  const first: RejectedRow[] = []

  const leave = take(environment.id)
  const place = { use: 'dry run', environmentId: environment.id, most: mostAtOnce.each }
  try {
    // Nothing is written: the transaction holds the temporary table of unique values.
    if (needsDatabase)
      await database.transaction(async (transaction) => {
        await holdSlot(transaction, place)
        await check(transaction)
      })
    else {
      const giveBack = await takeSlot(database, place)
      await check(database).finally(giveBack)
    }
    await rejects.end()
  } catch (error) {
    await rejects.drop()
    throw error
  } finally {
    leave()
  }
  return { ...answer, first }

  async function check(executor: Executor): Promise<void> {
    for await (const read of batchesOf(file, settings, reader)) {
      const found = await checks(executor, read)
      await rejects.add(found.rejected)
      answer.rows += found.rows.length + found.rejected.length
      answer.valid += found.rows.length
      answer.changes += found.own.filter((own) => own !== null).length
      answer.rejected += found.rejected.length
      for (const each of found.rejected)
        if (first.length < shown) first.push(toRejected(each, row.guess.columns, actor.locale))
    }
  }
}

function hasExpressions(model: Model, entity: EntityDefinition): boolean {
  return Object.values(expressionPlan(model, entity)).some((planned) => planned.length > 0)
}
