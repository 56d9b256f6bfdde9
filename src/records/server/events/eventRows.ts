import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** Number of events that one statement of `readBatches` reads. */
const pageSize = 5000

/**
 * SQL of all events of an environment, in parentheses, for a FROM clause. An event is about one record (`record_id`, with the
 * record `before` and `after`), or about a batch of records that were made or deleted at once: then `ids` is a JSON array of
 * their ids, and nothing else is known of them. `kind` is create, update or delete. PostgreSQL merges the subquery into its
 * query, indexes included, and refuses to write to it.
 */
export function eventRows(schema: string): string {
  return `(select seq, id, entity_id, record_id, case kind when 'import' then 'create' else kind end as kind, at, by_id, cause,
    case when record_id is not null then before end as before, case when record_id is not null then after end as after,
    case when record_id is null then coalesce(after->'ids', before->'ids') end as ids from ${qualified(schema, '_event')})`
}

/** SQL of all events per record, with batches expanded, in parentheses. `condition` selects events by the alias `e`. */
export function expandEvents(schema: string, condition: string): string {
  const columns = (record: string) => `e.seq, e.entity_id, ${record} as record_id, e.kind, e.at, e.by_id, e.cause`
  return `(select ${columns('e.record_id')} from ${eventRows(schema)} e where ${condition} and e.record_id is not null
    union all
    select ${columns('k.id::uuid')} from ${eventRows(schema)} e, jsonb_array_elements_text(e.ids) k (id)
      where ${condition} and e.record_id is null)`
}

/**
 * SQL of the batch events that include a given record, in parentheses. No index leads from records to batches: they are
 * found by the moment `at`, which the record or its trash row shares with the event. All arguments are SQL.
 */
export function batchesWith(schema: string, record: string, entity: string, at: string): string {
  return `(select e.seq, e.kind, e.at, e.by_id, e.cause from ${eventRows(schema)} e
    where e.record_id is null and e.entity_id = ${entity} and e.at = ${at} and e.ids ? ${record})`
}

/** Records of one table that were created together, or changed one after the other. */
export type EventBatch = {
  readonly kind: 'create' | 'update'
  readonly entity_id: string
  readonly seqs: readonly string[]
  readonly ids: readonly string[]
}

type EventRow = {
  readonly seq: string
  readonly kind: string
  readonly entity_id: string
  readonly record_id: string | null
  readonly ids: readonly string[] | null
}

/** The events of a cause, latest first: batches of new records unchanged, single changes grouped into batches. */
export async function* readBatches(
  executor: Executor,
  schema: string,
  cause: { readonly kind: string; readonly id: string },
): AsyncGenerator<EventBatch> {
  let seq: string | null = null
  for (;;) {
    const rows: EventRow[] = await executor.query<EventRow>({
      // The ids of batches are long: they are read only for the events of the page.
      text: `select e.seq, e.kind, e.entity_id, e.record_id, e.ids from (
          select seq from ${eventRows(schema)} r where cause->>'id' = $1 and cause->>'kind' = $3
            and ($2::bigint is null or seq < $2) order by seq desc limit ${pageSize}) p
        join ${eventRows(schema)} e on e.seq = p.seq order by e.seq desc`,
      values: [cause.id, seq, cause.kind],
    })
    const last = rows.at(-1)
    if (!last) return
    seq = last.seq
    yield* batchesOf(rows)
  }
}

function* batchesOf(rows: readonly EventRow[]): Generator<EventBatch> {
  let changed: { entity_id: string; seqs: string[]; ids: string[] } | undefined
  for (const { seq, kind, entity_id, record_id, ids } of rows) {
    const isBatch = ids !== null && kind === 'create'
    if (changed && (isBatch || entity_id !== changed.entity_id)) {
      yield { kind: 'update', ...changed }
      changed = undefined
    }
    if (isBatch) yield { kind: 'create', entity_id, seqs: [seq], ids }
    else if (record_id !== null) {
      changed ??= { entity_id, seqs: [], ids: [] }
      changed.seqs.push(seq)
      changed.ids.push(record_id)
    }
  }
  if (changed) yield { kind: 'update', ...changed }
}
