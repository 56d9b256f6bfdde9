import { fault } from '#faults/fault.ts'
import type { CauseKind } from '#environments/cause.ts'
import { enqueueJob } from '#jobs/server/jobs.ts'
import { qualified } from '#platform/sql.ts'
import { mostCounted, type CauseRecord, type Causes } from '#records/history/cause.ts'
import type { WorkContext, WorkDeps } from '#records/server/work/deps.ts'
import { currentSnapshot } from '#records/server/currentSnapshot.ts'
import { trashedName } from '#records/history/server/trash/trash.ts'
import { eventRows } from '#records/server/events/eventRows.ts'
import type { UndoJob } from '#records/server/work/handler.ts'

const pageSize = 30
/**
 * Maximum number of events that one page, or one undo before its job, reads, so that both stay fast for any amount of
 * writes.
 */
const lookBack = 20_000

type CauseRow = {
  readonly id: string
  readonly kind: CauseKind
  readonly by_id: string | null
  readonly first_on: Date
  readonly last_on: Date
  readonly last_seq: string
  readonly entities: string[]
  readonly created: number
  readonly updated: number
  readonly deleted: number
  readonly records: number
  readonly record_id: string | null
  readonly record_name: string | null
  readonly counted: number
  readonly job_kind: string | null
  readonly job_title: Record<string, string | number> | null
  readonly undo_id: string | null
  readonly undo_state: string | null
}

/**
 * The writes of the last 30 days by cause, latest first, of one entity or of all. Administrators see all causes, others
 * only their own. `before` is the end of the previous page.
 */
export async function listCauses(
  context: WorkContext,
  { entity, before }: { readonly entity?: string | undefined; readonly before?: string | undefined },
): Promise<Causes> {
  const { database, environment, member, namesOf } = context
  const { schema } = environment
  const [seen] = await database.query<{ oldest: string | null; full: boolean }>({
    text: `select min(seq)::text as oldest, count(*) = ${lookBack} as full from (
      select seq from ${eventRows(schema)} e where $1::bigint is null or seq < $1 order by seq desc limit ${lookBack}) r`,
    values: [before ?? null],
  })
  const rows = await database.query<CauseRow>({
    text: causesText(schema),
    values: [seen?.oldest ?? '0', before ?? null, entity ?? null, member.administrator ? null : member.id],
  })
  const page = rows.slice(0, pageSize)
  const names = await namesOf(
    database,
    schema,
    page.flatMap(({ by_id }) => by_id ?? []),
  )
  const { model } = await currentSnapshot(context)
  const known = model.entities
  const next = rows.length > pageSize ? (page.at(-1)?.last_seq ?? null) : seen?.full ? (seen.oldest ?? null) : null
  const value: CauseRecord[] = []
  for (const row of page) {
    const cause = causeOf(row, names, (id) => known.has(id))
    value.push(member.administrator ? cause : { ...cause, record: await toldRecord(context, row) })
  }
  return { value, next }
}

/** The one record that a cause wrote, for members who may currently read it. */
async function toldRecord(context: WorkContext, { record_id, entities }: CauseRow): Promise<CauseRecord['record']> {
  const [entityId] = entities
  if (record_id === null || entityId === undefined) return null
  const name = await trashedName(context, { id: entityId }, record_id)
  return name === undefined ? null : { id: record_id, name }
}

/** Starts a job that undoes all writes of a cause. Returns the job id. Faults: `cause.unknown`, `undo.running`. */
export async function undoCause(
  context: WorkContext,
  deps: WorkDeps,
  { id, kind }: { readonly id: string; readonly kind: string },
): Promise<string> {
  const { database, environment, member, models } = context
  const [found] = await database.query<{ by_id: string | null; entity_id: string; single: boolean; at_work: boolean }>({
    text: `select (array_agg(by_id order by seq))[1] as by_id, (array_agg(entity_id order by seq))[1] as entity_id,
        min(entity_id::text) = max(entity_id::text) as single,
        exists (select 1 from ${qualified(environment.schema, '_job')} where state in ('queued', 'running')
          and (id::text = $1 or (kind = 'undo' and data->>'cause_id' = $1))) as at_work
      from (
        select seq, by_id, entity_id from ${eventRows(environment.schema)} r
        where cause->>'id' = $1 and cause->>'kind' = $2 order by seq limit ${lookBack}
      ) e having count(*) > 0`,
    values: [id, kind],
  })
  if (!found || (found.by_id !== member.id && !member.administrator)) throw fault('cause.unknown')
  if (found.at_work) throw fault('undo.running')
  if (kind === 'import' && (await isWholeImport(context, id))) return deps.undoImport(context, id)
  const entity = found.single ? (await models.fresh(environment)).entities.get(found.entity_id) : undefined
  const data: UndoJob = {
    cause_id: id,
    cause_kind: kind,
    entity_id: entity?.id ?? null,
    time_zone: context.timeZone,
  }
  const title = { kind, entity: entity?.collectionname ?? '' }
  const jobId = await enqueueJob(context, { kind: 'undo', title, data })
  deps.wake()
  return jobId
}

/** Whether an import can be undone by its own undo, which also covers the definitions that the import created. */
async function isWholeImport({ database, environment }: WorkContext, id: string): Promise<boolean> {
  const found = await database.query({
    text: `select 1 from ${qualified(environment.schema, '_import')} where id::text = $1 and state = 'done'`,
    values: [id],
  })
  return found.length > 0
}

// $1 oldest event to read, $2 only events before this one, $3 entity or null, $4 only events of this member or null
function causesText(schema: string): string {
  const event = eventRows(schema)
  const job = qualified(schema, '_job')
  return `with found as (
      select cause->>'id' as id, cause->>'kind' as kind, max(seq) as last_seq
      from ${event} e
      where seq >= $1::bigint and ($2::bigint is null or seq < $2::bigint) and ($3::uuid is null or entity_id = $3)
        and ($4::uuid is null or by_id = $4)
      group by 1, 2 order by 3 desc limit ${pageSize + 20}
    )
    select f.id, f.kind, f.last_seq::text, w.*, p.name as record_name, j.kind as job_kind, j.title as job_title,
      u.id as undo_id, u.state as undo_state
    from found f
    cross join lateral (
      select min(at) as first_on, max(at) as last_on, (array_agg(by_id order by seq))[1] as by_id,
        array_agg(distinct entity_id) as entities, count(*)::int as counted, count(distinct record_id)::int as records,
        case when count(distinct record_id) = 1 and bool_and(record_id is not null) then (array_agg(record_id))[1] end as record_id,
        coalesce(sum(case kind when 'create' then coalesce(many, 1) end), 0)::int as created,
        coalesce(sum(case kind when 'update' then 1 end), 0)::int as updated,
        coalesce(sum(case kind when 'delete' then coalesce(many, 1) end), 0)::int as deleted
      from (
        select seq, at, by_id, entity_id, record_id, kind,
          jsonb_array_length(ids) as many
        from ${event} e where cause->>'id' = f.id and cause->>'kind' = f.kind order by seq limit ${mostCounted + 1}
      ) e
    ) w
    left join lateral (
      select coalesce(e.after, e.before)->>'name' as name from ${event} e
      where w.record_id is not null and e.record_id = w.record_id order by e.seq desc limit 1
    ) p on true
    left join ${job} j on j.id::text = f.id
    left join lateral (
      select k.id::text as id, k.state from ${job} k
      where k.kind = 'undo' and k.data->>'cause_id' = f.id and k.data->>'cause_kind' = f.kind
        and k.state in ('queued', 'running', 'succeeded') order by k.created_on desc limit 1
    ) u on true
    where not exists (
      select 1 from ${event} e where e.cause->>'id' = f.id and e.cause->>'kind' = f.kind and $2::bigint is not null and e.seq >= $2::bigint)
    order by f.last_seq desc limit ${pageSize + 1}`
}

function causeOf(row: CauseRow, names: ReadonlyMap<string, string>, isKnown: (id: string) => boolean): CauseRecord {
  const { id, kind, by_id, first_on, last_on, created, updated, deleted, record_id, record_name } = row
  const isDone = row.undo_state === 'succeeded'
  const entities = row.entities.filter(isKnown)
  return {
    id,
    kind,
    by_id,
    by: names.get(by_id ?? '') ?? null,
    first_on: first_on.toISOString(),
    last_on: last_on.toISOString(),
    entities,
    counts: { created, updated, deleted, more: row.counted > mostCounted },
    job: row.job_kind && row.job_title ? { kind: row.job_kind, title: row.job_title } : null,
    record: record_id ? { id: record_id, name: record_name } : null,
    undo: row.undo_id ? { job_id: row.undo_id, state: isDone ? 'done' : 'running' } : null,
    undoable: row.undo_id === null && entities.length > 0,
  }
}
