import { fillIn } from '#records/exchange/server/import/rowDefaults.ts'
import { checkCandidates, checkConditions, checkRules } from '#records/exchange/server/import/rowConditions.ts'
import {
  planExpressions,
  type Coming,
  type ExpressionsOptions,
  type RowExpressions,
} from '#records/exchange/server/import/rowExpressions.ts'
import type { WireValue } from '#attributes/type.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { RowProblem } from '#records/exchange/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/exchange/server/import/batches.ts'
import { readValueRows, type ValueContext, type DatabaseRow } from '#records/server/recordValues.ts'

/** What rows of a file must be like beside their single values, and what is computed for them. */
export type Expressions = { find(executor: Executor, batch: Batch): Promise<Batch> }

/**
 * Gives new records what their default expressions say, and refuses rows for which conditions do not hold, whose links are no
 * candidates, or that do not go with the record that they change. What is read of other records is read for a whole batch at
 * once. Nothing where the entity has none of that.
 */
export function createExpressions(options: ExpressionsOptions): Expressions | undefined {
  const known = planExpressions(options)
  if (!known) return undefined
  const { actor, model, service, readsHeld } = known
  return {
    async find(executor, batch) {
      const place: ValueContext = { context: { ...actor, database: executor }, model, service }
      const held = readsHeld ? await heldRows(known, place, batch) : new Map<string, DatabaseRow>()
      const problems = new Map<number, RowProblem>()
      const coming = batch.rows.map((values, at) => comingOf(known, batch, values, at, held))
      await fillIn(known, place, batch, coming, problems)
      for (const each of coming) if (!problems.has(each.at)) checkRules(known, batch, each, problems)
      await checkConditions(known, place, batch, coming, problems)
      await checkCandidates(known, place, batch, coming, problems)
      return rejectRows(batch, problems)
    },
  }
}

function comingOf(
  known: RowExpressions,
  { own }: Batch,
  values: readonly WireValue[],
  at: number,
  held: ReadonlyMap<string, DatabaseRow>,
): Coming {
  const { actor, fields, places, changed } = known
  const ownId = own[at] ?? null
  if (ownId === null) {
    const given = fields.flatMap(({ column, source }, index) =>
      source === null ? [] : [[column, values[index] ?? null] as const],
    )
    return { at, row: { owner_id: actor.member.id, status: 'active', ...Object.fromEntries(given) }, held: undefined }
  }
  const record = held.get(ownId) ?? {}
  const given = changed.map(({ column }) => [column, values[places.get(column) ?? -1] ?? null] as const)
  return { at, row: { ...record, ...Object.fromEntries(given) }, held: record }
}

/** Records that rows change, as they are and stay until the import is over. */
async function heldRows(
  known: RowExpressions,
  place: ValueContext,
  { own }: Batch,
): Promise<ReadonlyMap<string, DatabaseRow>> {
  const { actor, entity, written } = known
  const ids = own.filter((each) => each !== null)
  if (ids.length === 0) return new Map()
  const text = `select from ${qualified(actor.environment.schema, entity.uri)} where id = any($1::uuid[]) order by id for update`
  if (written) await place.context.database.query({ text, values: [ids] })
  return readValueRows(place, entity.uri, ids)
}
