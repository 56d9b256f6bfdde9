import { setTimeout as pause } from 'node:timers/promises'
import { nameless, type NamesOf } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Job } from '#jobs/job.ts'
import {
  announceJob,
  countAtWork,
  forgetEnvironment,
  insertJob,
  requestCancel,
  requestCancelOfAll,
  selectEarlier,
  selectJob,
  selectJobs,
  type JobCause,
  type JobDraft,
  type JobRow,
  type EnvironmentSchema,
} from '#jobs/server/jobs.store.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'

export type { JobCause, JobDraft, JobRow, EnvironmentSchema } from '#jobs/server/jobs.store.ts'
export type { JobHandler, JobTools } from '#jobs/server/run.ts'

/** A member at work in an environment, as far as jobs need to know. */
export type JobActor = Context & {
  readonly environment: EnvironmentSchema
  readonly member: { readonly id: string; readonly administrator: boolean }
  readonly cause: JobCause
  /** Names of members; without it jobs show only ids. */
  readonly namesOf?: NamesOf
}

/**
 * Puts a job in line and answers its id. With a transaction as `executor` it exists only if that commits; call the runner's
 * `wake()` afterwards, else it starts with the next poll.
 */
export async function enqueueJob(
  actor: Pick<JobActor, 'database' | 'newId' | 'environment' | 'cause'> & { readonly member: { readonly id: string } },
  draft: JobDraft,
  executor: Executor = actor.database,
): Promise<string> {
  const id = actor.newId()
  const { kind, title, data } = draft
  await insertJob(executor, actor.environment, { id, kind, title, data, by_id: actor.member.id, cause: actor.cause })
  await announceJob(executor, actor.environment)
  return id
}

/** The newest 100 jobs that the member may see: the own ones, all of them for an administrator. */
export async function listJobs(actor: JobActor): Promise<Job[]> {
  const byId = actor.member.administrator ? null : actor.member.id
  const rows = await selectJobs(actor.database, actor.environment.schema, byId, 100)
  return named(actor, rows)
}

/** One job; another member's is unknown. */
export async function readJob(actor: JobActor, id: string): Promise<Job> {
  return namedOne(actor, await visibleJob(actor, id))
}

/** Asks for the end of a job; it ends as soon as it can, with all it did rolled back. Refuses when it has ended already. */
export async function cancelJob(actor: JobActor, id: string): Promise<Job> {
  await visibleJob(actor, id)
  const row = await requestCancel(actor.database, actor.environment.schema, id)
  if (!row) throw fault('job.ended')
  await announceJob(actor.database, actor.environment)
  return namedOne(actor, row)
}

/** How long stopping jobs are awaited, in milliseconds: their heartbeat comes each second. */
const longestEnd = 15_000

/**
 * Ends all jobs of an environment that is being purged: no job starts any more; running jobs are signalled and awaited.
 */
export async function endAllJobs(database: Executor, place: EnvironmentSchema): Promise<void> {
  try {
    await forgetEnvironment(database, place)
    await requestCancelOfAll(database, place.schema)
    for (let waited = 0; waited < longestEnd && (await countAtWork(database, place.schema)) > 0; waited += 250)
      await pause(250)
  } catch (error) {
    // Its tables have gone already.
    if (violationOf(error)?.kind !== 'undefined') throw error
  }
}

/** The memories of earlier jobs of the same kind that have not ended. */
export async function readEarlierMemories(
  database: Executor,
  schema: string,
  job: Pick<JobRow, 'id' | 'kind'>,
): Promise<readonly JobRow['memory'][]> {
  return (await selectEarlier(database, schema, job)).map(({ memory }) => memory)
}

async function visibleJob(actor: JobActor, id: string): Promise<JobRow> {
  const row = await selectJob(actor.database, actor.environment.schema, id)
  if (!row || (row.by_id !== actor.member.id && !actor.member.administrator)) throw fault('job.unknown')
  return row
}

async function named(actor: JobActor, rows: readonly JobRow[]): Promise<Job[]> {
  const names = await (actor.namesOf ?? nameless)(
    actor.database,
    actor.environment.schema,
    rows.map(({ by_id }) => by_id),
  )
  return rows.map((row) => toJob(row, names))
}

async function namedOne(actor: JobActor, row: JobRow): Promise<Job> {
  const [job] = await named(actor, [row])
  if (!job) throw fault('job.unknown')
  return job
}

function toJob(row: JobRow, names: ReadonlyMap<string, string>): Job {
  const { id, kind, title, state, progress, result, error, by_id, attempt } = row
  return {
    id,
    kind,
    title,
    state,
    progress,
    result,
    error: row.ended_on === null ? null : error,
    waits_for: state === 'queued' ? error : null,
    cancelling: row.cancel_on !== null && row.ended_on === null,
    by_id,
    by: names.get(by_id) ?? null,
    attempt,
    created_on: row.created_on.toISOString(),
    started_on: row.started_on?.toISOString() ?? null,
    ended_on: row.ended_on?.toISOString() ?? null,
  }
}
