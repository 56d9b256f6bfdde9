import { columnOf } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import { prepareValues } from '#attributes/server/attributes.ts'
import type { RecordValues } from '#attributes/record.ts'
import { Fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { ImportField, RowProblem } from '#records/exchange/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/exchange/server/import/batches.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import { createExpressions } from '#records/exchange/server/import/expressions.ts'
import { createFiles } from '#records/exchange/server/import/files.ts'
import { linkMaker, type WriteLinks } from '#records/exchange/server/import/links.ts'
import { createLookups } from '#records/exchange/server/import/lookups.ts'
import { createMatching } from '#records/exchange/server/import/match.ts'
import { toldRows } from '#records/exchange/server/import/refuseTarget.ts'
import { createStatuses } from '#records/exchange/server/import/statuses.ts'
import { createUniqueness } from '#records/exchange/server/import/unique.ts'

export type ChecksOptions = {
  readonly actor: ImportActor
  readonly model: Model
  readonly entity: EntityDefinition
  readonly fields: readonly ImportField[]
  readonly keys: readonly string[]
  /** Whether the entity exists already. */
  readonly exists: boolean
  /** Whether rows are written as they are found to hold. */
  readonly written: boolean
  readonly writeLinks: WriteLinks
}

/** Everything about rows that only the database can tell, one batch at a time: links, records that are meant, unique values. */
export function createImportChecks(options: ChecksOptions): (executor: Executor, batch: Batch) => Promise<Batch> {
  const { actor, model, entity, fields, keys, exists, written } = options
  const { schema } = actor.environment
  const make = linkMaker(actor, model, options.writeLinks)
  const lookups = createLookups(schema, model, fields, actor.member, make)
  const matching = createMatching({ actor, model, entity, fields, keys, exists })
  const expressions = createExpressions({ actor, model, entity, fields, mayChange: keys.length > 0, written })
  const statuses = createStatuses(actor, entity, fields, exists)
  const files = createFiles({ actor, fields, written })
  const uniqueness = createUniqueness(schema, exists ? entity.uri : null, fields, written)
  const told = toldRows(actor, entity, model)
  // Hashes of passwords take long and refuse nothing: they are made for rows that are written.
  const special = fields.filter(
    ({ field: { type } }) => listMetadata[type].words === 'html' || (written && listMetadata[type].holds === 'secret'),
  )
  return async (executor, read) => {
    const linked = await lookups.find(executor, read)
    const matched = await matching.find(executor, linked)
    const allowed = statuses ? await statuses.find(executor, matched) : matched
    const fulfilled = expressions ? await expressions.find(executor, allowed) : allowed
    const unique = await uniqueness.find(executor, fulfilled)
    const owned = files ? await files.find(executor, unique) : unique
    return told(special.length === 0 ? owned : await prepared(entity, fields, special, owned))
  }
}

/** Values as records keep them: formatted texts clean, passwords as hashes. */
async function prepared(
  entity: EntityDefinition,
  fields: readonly ImportField[],
  special: readonly ImportField[],
  batch: Batch,
): Promise<Batch> {
  const problems = new Map<number, RowProblem>()
  const places = special.map((field) => fields.indexOf(field))
  for (const [at, row] of batch.rows.entries()) {
    const given: RecordValues = Object.fromEntries(
      special.map(({ field }, index) => [columnOf(field), row[places[index] ?? -1] ?? null]),
    )
    try {
      const values = await prepareValues(entity, given)
      for (const [index, { column }] of special.entries()) row[places[index] ?? -1] = values[column] ?? null
    } catch (error) {
      const [problem] = error instanceof Fault ? error.details : []
      if (!problem) throw error
      const { source = null } = special.find(({ column }) => column === problem.target) ?? {}
      const cell = source === null ? null : (batch.cells[at]?.[source] ?? null)
      problems.set(at, { column: source, cell, problem })
    }
  }
  return rejectRows(batch, problems)
}
