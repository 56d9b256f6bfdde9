import type { TroubleRecord } from '#records/work.ts'
import { qualified } from '#platform/sql.ts'
import { eventRows, expandEvents } from '#records/server/events/eventRows.ts'
import type { Executor } from '#platform/server/database/database.ts'

export type WorkAction = 'change' | 'delete' | 'revert'

/** One record on a job's work list. */
export type WorkItem = {
  readonly no: string
  readonly action: WorkAction
  readonly entity_id: string
  readonly record_id: string
  /** The version of the record when the list was made. */
  readonly version: string | null
  /** The first and last event that a revert undoes. */
  readonly first_seq: string | null
  readonly last_seq: string | null
}

const columns = 'no, action, entity_id, record_id, version, first_seq, last_seq'

export type FoundRecord = { readonly id: string; readonly version: string }

/** Appends records to a job's work list. */
export async function listRecords(
  executor: Executor,
  schema: string,
  list: { readonly jobId: string; readonly action: WorkAction; readonly entityId: string; readonly from: number },
  records: readonly FoundRecord[],
): Promise<void> {
  await executor.execute({
    text: `insert into ${qualified(schema, '_work')} (job_id, no, action, entity_id, record_id, version)
      select $1, $2 + k.no, $3, $4, k.id, k.version
      from unnest($5::uuid[], $6::text[]) with ordinality k (id, version, no)`,
    values: [
      list.jobId,
      list.from,
      list.action,
      list.entityId,
      records.map(({ id }) => id),
      records.map(({ version }) => version),
    ],
  })
}

/**
 * Puts the given records on a job's work list with their current versions. Missing records get no version. Returns the
 * number of records.
 */
export async function listNamed(
  executor: Executor,
  schema: string,
  table: string,
  list: { readonly jobId: string; readonly action: WorkAction; readonly entityId: string },
  ids: readonly string[],
): Promise<number> {
  return executor.execute({
    text: `insert into ${qualified(schema, '_work')} (job_id, no, action, entity_id, record_id, version)
      select $1, k.no, $2, $3, k.id, t.version::text
      from unnest($4::uuid[]) with ordinality k (id, no) left join ${qualified(schema, table)} t on t.id = k.id`,
    values: [list.jobId, list.action, list.entityId, ids],
  })
}

/** More records than any list can have. */
const listLimit = 1_000_000_000_000

/** Start of the list for a job's own roll-back, after all regular items. */
export const rollBackFrom = listLimit

/**
 * Puts every record that a cause wrote to on a job's work list, last written first, with the range of events to undo.
 * Returns the number of records.
 */
export async function listWritten(
  executor: Executor,
  schema: string,
  list: { readonly jobId: string; readonly from: number },
  cause: { readonly kind: string; readonly id: string },
): Promise<number> {
  return executor.execute({
    text: `insert into ${qualified(schema, '_work')} (job_id, no, action, entity_id, record_id, first_seq, last_seq)
      select $1, $2 + row_number() over (order by max(seq) desc, record_id), 'revert', entity_id, record_id, min(seq), max(seq)
      from ${expandEvents(schema, `e.cause->>'id' = $3 and e.cause->>'kind' = $4`)} w
      group by entity_id, record_id`,
    values: [list.jobId, list.from, cause.id, cause.kind],
  })
}

/**
 * Number of records on a job's work list after a number. A list is written in one transaction: it is complete or
 * absent.
 */
export async function countListed(
  executor: Executor,
  schema: string,
  { jobId, from }: { readonly jobId: string; readonly from: number },
): Promise<number> {
  const [row] = await executor.query<{ count: number }>({
    text: `select count(*)::int as count from ${qualified(schema, '_work')} where job_id = $1 and no > $2 and no <= $3`,
    values: [jobId, from, from + listLimit],
  })
  return row?.count ?? 0
}

/** The next records on a job's work list. */
export function nextItems(
  executor: Executor,
  schema: string,
  jobId: string,
  after: string,
  most: number,
): Promise<WorkItem[]> {
  return executor.query<WorkItem>({
    text: `select ${columns} from ${qualified(schema, '_work')} where job_id = $1 and no > $2 order by no limit $3`,
    values: [jobId, after, most],
  })
}

/** Skipped records whose obstacle may be gone by now, because the obstacle was on the same list. */
export function blockedItems(executor: Executor, schema: string, jobId: string, after: string): Promise<WorkItem[]> {
  return executor.query<WorkItem>({
    text: `select ${columns} from ${qualified(schema, '_work')}
      where job_id = $1 and no > $2 and trouble->'problems'->0->>'code' in ('validation.lookup', 'record.inUse', 'record.restricted')
      order by no limit 10000`,
    values: [jobId, after],
  })
}

/** Stores for each item why it was skipped, or that it was not. */
export async function noteTrouble(
  executor: Executor,
  schema: string,
  jobId: string,
  items: readonly WorkItem[],
  troubles: readonly (TroubleRecord | undefined)[],
): Promise<void> {
  await executor.execute({
    text: `update ${qualified(schema, '_work')} w set trouble = k.trouble::jsonb
      from unnest($2::bigint[], $3::text[]) k (no, trouble)
      where w.job_id = $1 and w.no = k.no and (w.trouble is not null or k.trouble is not null)`,
    values: [jobId, items.map(({ no }) => no), troubles.map((trouble) => (trouble ? JSON.stringify(trouble) : null))],
  })
}

/** The records that a job skipped, in list order. */
export async function selectTrouble(
  executor: Executor,
  schema: string,
  jobId: string,
  most: number,
): Promise<TroubleRecord[]> {
  const rows = await executor.query<{ trouble: TroubleRecord }>({
    text: `select trouble from ${qualified(schema, '_work')} where job_id = $1 and trouble is not null order by no limit $2`,
    values: [jobId, most],
  })
  return rows.map(({ trouble }) => trouble)
}

export async function countTrouble(executor: Executor, schema: string, jobId: string, from: number): Promise<number> {
  const [row] = await executor.query<{ count: number }>({
    text: `select count(*)::int as count from ${qualified(schema, '_work')} where job_id = $1 and no > $2 and trouble is not null`,
    values: [jobId, from],
  })
  return row?.count ?? 0
}

/** Whether a job has already written to a record, in an attempt that ended before its note was stored. */
export async function hasWritten(
  executor: Executor,
  schema: string,
  cause: { readonly kind: string; readonly id: string },
  recordId: string,
): Promise<boolean> {
  const found = await executor.query({
    text: `select 1 from ${eventRows(schema)} e
      where record_id = $1 and cause->>'id' = $2 and cause->>'kind' = $3 limit 1`,
    values: [recordId, cause.id, cause.kind],
  })
  return found.length > 0
}
