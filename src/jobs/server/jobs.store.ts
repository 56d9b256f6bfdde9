import type { Cause } from '#environments/cause.ts'
import type { JobError, JobProgress, JobState } from '#jobs/job.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

export type EnvironmentSchema = { readonly id: string; readonly schema: string }
export type JobCause = Cause

/** A row of `_job`, including members that only the server reads. */
export type JobRow = {
  readonly id: string
  readonly kind: string
  readonly title: Record<string, string | number>
  readonly data: unknown
  /** Data that the job stored for itself, to be read after a crash. */
  readonly memory: Readonly<Record<string, unknown>>
  readonly state: JobState
  readonly progress: JobProgress
  readonly result: Record<string, unknown> | null
  readonly error: JobError | null
  readonly by_id: string
  readonly cause: JobCause
  readonly created_on: Date
  readonly started_on: Date | null
  readonly ended_on: Date | null
  readonly cancel_on: Date | null
  readonly attempt: number
}

export type JobDraft = {
  readonly kind: string
  /** Values of the title's text `jobs.title.<kind>`. */
  readonly title: Readonly<Record<string, string | number>>
  /** The handler's input, as JSON. */
  readonly data: unknown
}

const columns =
  'id, kind, title, data, memory, state, progress, result, error, by_id, cause, created_on, started_on, ended_on, cancel_on, attempt'

/** Which run of a job writes: a run that lost its lease changes nothing any more. */
export type Fence = { readonly id: string; readonly owner: string; readonly attempt: number }

export const nothingDone: JobProgress = { done: 0, total: null, phase: 'waiting' }

export async function insertJob(
  executor: Executor,
  { schema }: EnvironmentSchema,
  job: JobDraft & Pick<JobRow, 'id' | 'by_id' | 'cause'>,
): Promise<void> {
  await executor.execute({
    text: `insert into ${qualified(schema, '_job')} (id, kind, title, data, state, progress, by_id, cause, created_on, due_on)
      values ($1, $2, $3, $4, 'queued', $5, $6, $7, clock_timestamp(), clock_timestamp())`,
    values: [job.id, job.kind, job.title, JSON.stringify(job.data), nothingDone, job.by_id, job.cause],
  })
}

/** Puts the environment on the list of those with work; also a sign to a process that is about to take it off. */
export async function announceJob(executor: Executor, { id, schema }: EnvironmentSchema): Promise<void> {
  await executor.execute({
    text: `insert into "lintel"."job_due" as due (environment_id, schema, due_on, revision) values ($1, $2, clock_timestamp(), 1)
      on conflict (environment_id) do update
        set due_on = least(due.due_on, excluded.due_on), schema = excluded.schema, revision = due.revision + 1`,
    values: [id, schema],
  })
}

export type Due = { readonly environment_id: string; readonly schema: string; readonly revision: string }

/** The environments with work. Jobs of a deleted environment rest until the environment is restored or purged. */
export function selectDue(executor: Executor): Promise<Due[]> {
  return executor.query<Due>({
    text: `select environment_id, schema, revision from "lintel"."job_due" where due_on <= clock_timestamp()
        and not exists (select from "lintel"."environment" where id = environment_id and state <> 'active')
      order by due_on`,
  })
}

/** Those of the kinds of which a job of the environment waits, or one whose process is gone. */
export async function selectWaitingKinds(
  executor: Executor,
  schema: string,
  kinds: readonly string[],
): Promise<string[]> {
  const rows = await executor.query<{ kind: string }>({
    text: `select kind from unnest($1::text[]) kind where exists (
        select from ${qualified(schema, '_job')} job
        where job.kind = kind.kind and state in ('queued', 'running') and due_on <= clock_timestamp())`,
    values: [kinds],
  })
  return rows.map(({ kind }) => kind)
}

/** After no work was found: to the time of the next job, or off the list. Nothing happens if a job came in between. */
export async function settleDue(executor: Executor, due: Due): Promise<void> {
  const [next] = await executor.query<{ due_on: Date | null }>({
    text: `select min(due_on) as due_on from ${qualified(due.schema, '_job')} where state in ('queued', 'running')`,
  })
  if (!next?.due_on) return forgetDue(executor, due)
  await executor.execute({
    text: `update "lintel"."job_due" set due_on = $3 where environment_id = $1 and revision = $2`,
    values: [due.environment_id, due.revision, next.due_on],
  })
}

/** Removes an environment from the list, such as a purged one. Nothing happens if a job was added in between. */
export async function forgetDue(executor: Executor, due: Due): Promise<void> {
  await executor.execute({
    text: `delete from "lintel"."job_due" where environment_id = $1 and revision = $2`,
    values: [due.environment_id, due.revision],
  })
}

/** Takes the oldest job of a kind that waits, or whose process is gone, for `lease` seconds. */
export async function claimJob(
  executor: Executor,
  schema: string,
  claim: { readonly owner: string; readonly lease: number; readonly kind: string },
): Promise<JobRow | undefined> {
  const table = qualified(schema, '_job')
  const [row] = await executor.query<JobRow>({
    text: `update ${table} set state = 'running', attempt = attempt + 1, lease_owner = $1, error = null,
        started_on = coalesce(started_on, clock_timestamp()),
        lease_until = clock_timestamp() + make_interval(secs => $2), due_on = clock_timestamp() + make_interval(secs => $2)
      where id = (
        select id from ${table}
        where state in ('queued', 'running') and due_on <= clock_timestamp() and kind = $3
        order by due_on limit 1 for update skip locked
      ) returning ${columns}`,
    values: [claim.owner, claim.lease, claim.kind],
  })
  return row
}

const fenced = `id = $1 and state = 'running' and lease_owner = $2 and attempt = $3`

/**
 * Extends the job's lease by `lease` seconds and stores the progress. Undefined: the job belongs to another process.
 */
export async function renewLease(
  executor: Executor,
  schema: string,
  fence: Fence,
  renewal: { readonly lease: number; readonly progress: JobProgress },
): Promise<{ cancelled: boolean } | undefined> {
  const [row] = await executor.query<{ cancelled: boolean }>({
    text: `update ${qualified(schema, '_job')} set progress = $4,
        lease_until = clock_timestamp() + make_interval(secs => $5), due_on = clock_timestamp() + make_interval(secs => $5)
      where ${fenced} returning cancel_on is not null as cancelled`,
    values: [fence.id, fence.owner, fence.attempt, renewal.progress, renewal.lease],
  })
  return row
}

/** Adds to the job's memory. Returns whether the job still belonged to this process. */
export async function rememberInJob(
  executor: Executor,
  schema: string,
  fence: Fence,
  memory: object,
): Promise<boolean> {
  const count = await executor.execute({
    text: `update ${qualified(schema, '_job')} set memory = memory || $4 where ${fenced}`,
    values: [fence.id, fence.owner, fence.attempt, memory],
  })
  return count === 1
}

export type JobEnd = {
  readonly state: 'succeeded' | 'failed' | 'cancelled'
  readonly progress: JobProgress
  readonly result?: object | undefined
  readonly error?: JobError | undefined
}

/** Ends the job. Returns whether the job still belonged to this process. */
export async function endJob(executor: Executor, schema: string, fence: Fence, end: JobEnd): Promise<boolean> {
  const count = await executor.execute({
    text: `update ${qualified(schema, '_job')}
      set state = $4, progress = $5, result = $6, error = $7, ended_on = clock_timestamp(), lease_owner = null, lease_until = null
      where ${fenced}`,
    values: [fence.id, fence.owner, fence.attempt, end.state, end.progress, end.result ?? null, end.error ?? null],
  })
  return count === 1
}

/**
 * Releases a job for another attempt after `delay` seconds; `attempts` is the number of attempts that count, `reason`
 * is shown to people while the job waits.
 */
export async function handBack(
  executor: Executor,
  place: EnvironmentSchema,
  fence: Fence,
  back: { readonly delay: number; readonly attempts: number; readonly reason?: JobError },
): Promise<void> {
  const count = await executor.execute({
    text: `update ${qualified(place.schema, '_job')} set state = 'queued', lease_owner = null, lease_until = null,
        due_on = clock_timestamp() + make_interval(secs => $4), attempt = $5, error = $6
      where ${fenced}`,
    values: [fence.id, fence.owner, fence.attempt, back.delay, back.attempts, back.reason ?? null],
  })
  if (count === 1) await announceJob(executor, place)
}

/** The environments with unfinished jobs, whenever these are due. */
export function selectUnfinished(executor: Executor): Promise<Due[]> {
  return executor.query<Due>({ text: `select environment_id, schema, revision from "lintel"."job_due"` })
}

/** Makes jobs that are at work under another owner due at once. Their attempts lose them with the next claim. */
export async function releaseJobs(executor: Executor, place: EnvironmentSchema, owner: string): Promise<void> {
  const count = await executor.execute({
    text: `update ${qualified(place.schema, '_job')} set lease_until = clock_timestamp(), due_on = clock_timestamp()
      where state = 'running' and lease_owner <> $1`,
    values: [owner],
  })
  if (count > 0) await announceJob(executor, place)
}

/** Earlier jobs of a kind that have not ended, with their memories. */
export function selectEarlier(
  executor: Executor,
  schema: string,
  job: Pick<JobRow, 'id' | 'kind'>,
): Promise<Pick<JobRow, 'id' | 'memory'>[]> {
  return executor.query({
    text: `select id, memory from ${qualified(schema, '_job')} earlier
      where kind = $1 and state in ('queued', 'running')
        and (created_on, id) < (select created_on, id from ${qualified(schema, '_job')} where id = $2)`,
    values: [job.kind, job.id],
  })
}

/**
 * Requests the end of a job: a job that never started ends at once, a running job is signalled, and a job that waits
 * for another attempt is claimed at once, since its effects must be rolled back.
 */
export async function requestCancel(executor: Executor, schema: string, id: string): Promise<JobRow | undefined> {
  const [row] = await executor.query<JobRow>({
    text: `update ${qualified(schema, '_job')} set cancel_on = coalesce(cancel_on, clock_timestamp()),
        state = case when state = 'queued' and started_on is null then 'cancelled' else state end,
        ended_on = case when state = 'queued' and started_on is null then clock_timestamp() end,
        due_on = case when state = 'queued' then clock_timestamp() else due_on end
      where id = $1 and state in ('queued', 'running') returning ${columns}`,
    values: [id],
  })
  return row
}

/** Asks for the end of all jobs of an environment. */
export async function requestCancelOfAll(executor: Executor, schema: string): Promise<void> {
  await executor.execute({
    text: `update ${qualified(schema, '_job')} set cancel_on = coalesce(cancel_on, clock_timestamp())
      where state in ('queued', 'running')`,
  })
}

/** How many jobs of an environment a living process is at. */
export async function countAtWork(executor: Executor, schema: string): Promise<number> {
  const [row] = await executor.query<{ count: number }>({
    text: `select count(*)::int as count from ${qualified(schema, '_job')}
      where state = 'running' and lease_until > clock_timestamp()`,
  })
  return row?.count ?? 0
}

/** Takes an environment off the list of those with work, whatever there may be. */
export async function forgetEnvironment(executor: Executor, { id }: Pick<EnvironmentSchema, 'id'>): Promise<void> {
  await executor.execute({ text: 'delete from "lintel"."job_due" where environment_id = $1', values: [id] })
}

export async function selectJob(executor: Executor, schema: string, id: string): Promise<JobRow | undefined> {
  const text = `select ${columns} from ${qualified(schema, '_job')} where id = $1`
  return (await executor.query<JobRow>({ text, values: [id] }))[0]
}

/** The newest jobs; of one person where `byId` is given. */
export function selectJobs(executor: Executor, schema: string, byId: string | null, top: number): Promise<JobRow[]> {
  return executor.query<JobRow>({
    text: `select ${columns} from ${qualified(schema, '_job')} where $1::uuid is null or by_id = $1
      order by created_on desc, id desc limit $2`,
    values: [byId, top],
  })
}
