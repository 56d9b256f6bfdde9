import { jobCause } from '#environments/cause.ts'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { JobHandler, JobRow, JobTools } from '#jobs/server/jobs.ts'
import { qualified } from '#platform/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { namingPlan } from '#records/naming.ts'
import { rowReader } from '#records/exchange/import/rowReader.ts'
import type { ImportResult } from '#records/exchange/import/settings.ts'
import { planTarget } from '#records/exchange/import/target.ts'
import { batchesOf } from '#records/exchange/server/import/batches.ts'
import type { ImportActor, ImportDeps } from '#records/exchange/server/import/deps.ts'
import { bookOf, fileOf, tableOf } from '#records/exchange/server/import/file.ts'
import { selectImport, updateImport, type ImportRow } from '#records/exchange/server/import/import.store.ts'
import { refuseForbidden, type ImportJob } from '#records/exchange/server/import/imports.ts'
import { createImportChecks } from '#records/exchange/server/import/checks.ts'
import { refuseTarget } from '#records/exchange/server/import/refuseTarget.ts'
import { keepRejects, rejectsOf } from '#records/exchange/server/import/rejects.ts'
import { createSaver } from '#records/exchange/server/import/save.ts'
import { namingJob } from '#records/server/naming/renaming.ts'
import { createWriter } from '#records/exchange/server/import/write.ts'

/**
 * The job `import`. Definitions come first, as a change set of their own; then all rows in one transaction, which also ends the
 * job. A crash in between leaves definitions that the next attempt finds by their ids, and that a failure undoes.
 */
export function importHandler(deps: ImportDeps): JobHandler {
  return {
    // Each holds parts of its file and of its rows in memory.
    concurrency: 2,

    async run(job, tools) {
      const data = job.data as ImportJob
      const asked = { ...(await actorOf(deps, job, tools)), timeZone: data.time_zone }
      const actor = asked.renewed ? { ...asked, member: await asked.renewed() } : asked
      refuseForbidden(actor, false)
      const row = await selectImport(actor.database, actor.environment.schema, data.import_id)
      if (!row) throw fault('import.unknown')
      const table = tableOf(actor.environment.id, row)
      const file = await deps.files.fetch(table)
      tools.progress({ done: 0, total: row.guess.rows.value, phase: 'definition' })
      const { model, change } = await ensureDefinitions(actor, deps, job, tools)
      const result = await actor.database.transaction((transaction) =>
        load({ actor, deps, data, row, file, model, change, tools, transaction }),
      )
      await deps.files.remove([table, bookOf(fileOf(actor.environment.id, row.id))])
      const uri = model.entities.get(data.entity_id)?.uri
      if (uri !== undefined) deps.loaded(actor, uri)
      return result
    },

    async rollBack(job, tools) {
      const data = job.data as ImportJob
      const { ground, environment } = tools
      const actor = await actorOf(deps, job, tools)
      const made = changeOf(await deps.readModel(actor), job)
      if (made) await deps.undoChange(actor, made)
      const changes = { state: 'uploaded', job_id: null, entity_id: null, change_id: null, creates: false } as const
      await updateImport(ground.database, environment.schema, data.import_id, ['started'], changes)
    },
  }
}

type Defined = { readonly model: Model; readonly change: string | null }

/** The model in which the target is as the import needs it, and the change set that made it so. */
async function ensureDefinitions(actor: ImportActor, deps: ImportDeps, job: JobRow, tools: JobTools): Promise<Defined> {
  const data = job.data as ImportJob
  const model = await deps.readModel(actor)
  // Rights may have been taken away while the job waited.
  refuseTarget(actor, model, data.plan.target)
  const made = changeOf(model, job)
  if (made) return { model, change: made }
  const planned = planTarget(model, data.plan.target, { entity: data.entity_id, newId: actor.newId })
  if (planned.operations.length === 0) return { model, change: null }
  refuseForbidden(actor, true)
  const change = await deps.applyChange(actor, planned.operations)
  await tools.remember({ change })
  return { model: await deps.readModel(actor), change }
}

/** The change set by which an attempt of this import made its definitions; found by their ids after a crash. */
function changeOf(model: Model, { data, memory }: JobRow): string | null {
  const { entity_id, plan } = data as ImportJob
  const entity = model.entities.get(entity_id)
  if (!entity) return null
  const [first] = plan.target.columns.flatMap(({ attribute }) => (attribute ? [attribute.id] : []))
  const attribute = entity.attributes.find(({ id }) => id === first)
  const made = typeof plan.target.entity === 'string' ? attribute : entity
  if (!made) return null
  return typeof memory['change'] === 'string' ? memory['change'] : made.change_id
}

type Load = {
  readonly actor: ImportActor
  readonly deps: ImportDeps
  readonly data: ImportJob
  readonly row: ImportRow
  /** The table on this machine. */
  readonly file: string
  readonly model: Model
  readonly change: string | null
  readonly tools: JobTools
  readonly transaction: Transaction
}

async function load({ actor, deps, data, row, file, model, change, tools, transaction }: Load): Promise<ImportResult> {
  const { environment } = actor
  const { settings, target, skiprejected } = data.plan
  const entity = model.entities.get(data.entity_id)
  if (!entity) throw fault('definition.unknown')
  await holdDefinitions(transaction, environment.schema, entity.uri, model)
  const reader = rowReader(entity, target, {
    width: row.guess.columns.length,
    now: actor.now().toISOString(),
    isJson: row.format === 'jsonl',
    // What was started before files had a zone was started with that of UTC.
    timeZone: settings.timezone ?? 'UTC',
  })
  const { fields } = reader
  const checks = createImportChecks({
    actor,
    model,
    entity,
    fields,
    keys: target.keys,
    exists: true,
    written: true,
    writeLinks: (_executor, linked, columns, linkedRows) =>
      createWriter(actor, linked, columns)(transaction, { rows: [...linkedRows] }),
  })
  const since = actor.now().toISOString()
  const save = createSaver(actor, model, entity, fields)
  const rejects = keepRejects(
    deps.files,
    rejectsOf(fileOf(environment.id, row.id)),
    row.guess.columns,
    data.locale ?? actor.locale,
  )
  const total = row.guess.rows.value
  const counts = { rows: 0, updated: 0, same: 0, rejected: 0 }
  let writing = Promise.resolve()

  // PostgreSQL takes one batch in while the next is read.
  try {
    for await (const read of batchesOf(file, settings, reader)) {
      await writing
      tools.signal.throwIfAborted()
      const batch = await checks(transaction, read)
      counts.rejected += batch.rejected.length
      if (counts.rejected > 0 && !skiprejected) throw fault('import.rejected', { count: counts.rejected })
      await rejects.add(batch.rejected)
      counts.rows += batch.rows.length
      tools.progress({ done: counts.rows, total: Math.max(total, counts.rows), phase: 'rows' })
      writing = save(transaction, batch).then(({ updated, same }) => {
        counts.updated += updated
        counts.same += same
      })
      // A failure is thrown by the await of the next turn; until then nobody listens.
      writing.catch(() => undefined)
    }
    await writing
    await rejects.end()
  } catch (error) {
    await rejects.drop()
    throw error
  }
  tools.signal.throwIfAborted()
  const { rows } = counts
  if (rows === 0) throw fault('import.empty')
  // What changes may name a record by more than its row, and so may what lies behind lookups.
  const naming = namingPlan(model, entity)
  if (naming && (naming.isLinked || counts.updated > 0)) await tools.enqueue(transaction, namingJob(entity, { since }))
  const result: ImportResult = { ...counts, entity_id: entity.id, import_id: row.id }
  const changes = { state: 'done', rows, change_id: change } as const
  if (!(await updateImport(transaction, environment.schema, row.id, ['started'], changes))) throw fault('import.state')
  tools.progress({ done: rows, total: rows, phase: 'rows' })
  await tools.succeed(transaction, result)
  return result
}

/** Keeps the table as the model says until the transaction ends; begins anew when it has changed already. */
export async function holdDefinitions(
  transaction: Transaction,
  schema: string,
  table: string,
  model: Model,
): Promise<void> {
  await transaction.execute({ text: `lock table ${qualified(schema, table)} in row exclusive mode` })
  const [now] = await transaction.query<{ model_version: string }>({
    text: `select model_version from ${qualified(schema, '_version')}`,
  })
  if (Number(now?.model_version) !== model.version) throw fault('server.unavailable')
}

export function actorOf(deps: ImportDeps, job: JobRow, tools: JobTools): Promise<ImportActor> {
  const { import_id } = job.data as { import_id: string }
  const kind = job.kind === 'importundo' ? 'undo' : 'import'
  return deps.actorOf(tools.environment, job.by_id, jobCause(kind, import_id, job.cause))
}
