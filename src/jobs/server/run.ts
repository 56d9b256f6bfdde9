import { Fault } from '#faults/fault.ts'
import type { JobError, JobProgress } from '#jobs/job.ts'
import {
  announceJob,
  endJob,
  handBack,
  insertJob,
  rememberInJob,
  renewLease,
  type Fence,
  type JobDraft,
  type JobRow,
  type EnvironmentSchema,
} from '#jobs/server/jobs.store.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Tools of a handler beside its work. */
export type JobTools = {
  readonly ground: BaseContext
  readonly environment: EnvironmentSchema
  /**
   * Aborts when the job must end: cancelled, lost to another process, or at the stop of this process. A roll-back is
   * not aborted by the cancellation that caused it.
   */
  readonly signal: AbortSignal
  /** Notes how far the job is; written about once a second. */
  progress(progress: JobProgress): void
  /**
   * Stores data for a later attempt or for the roll-back. The heartbeat writes to the same row, so the executor must
   * not be a transaction with an old snapshot (`repeatable read`): PostgreSQL would refuse the write.
   */
  remember(memory: Readonly<Record<string, unknown>>, executor?: Executor): Promise<void>
  /**
   * Enqueues another job of the same person, inside the handler's own transaction. The new job is announced when this
   * job has ended; after a crash, the environment is still on the list of environments with work because of this job.
   */
  enqueue(executor: Executor, draft: JobDraft): Promise<void>
  /**
   * Ends the job successfully inside the handler's own transaction: effects and end commit together. Throws when the
   * job now belongs to another process, which rolls the transaction back.
   */
  succeed(executor: Executor, result: object): Promise<void>
}

export type JobHandler = {
  /** Most jobs of the kind that a process runs at once, for work that takes much memory; without it the runner's bound. */
  readonly concurrency?: number
  /** Does the work. May be called again after a crash, then with the remembered data. Returns the job's result. */
  run(job: JobRow, tools: JobTools): Promise<object>
  /**
   * Undoes the remains of a failed or cancelled job. May be called more than once. A fault of the caller (4xx) says
   * that nothing can be undone, and becomes the reason of the failure.
   */
  rollBack?(job: JobRow, tools: JobTools): Promise<void>
}
export type JobHandlers = Readonly<Record<string, JobHandler>>

type Run = {
  readonly ground: BaseContext
  readonly handlers: JobHandlers
  readonly place: EnvironmentSchema
  readonly job: JobRow
  readonly owner: string
  readonly lease: number
  /** Fires when this process stops. */
  readonly stopping: AbortSignal
}

type End = { readonly state: 'failed' | 'cancelled'; readonly error?: JobError }
/** Delay of the next attempt, in seconds, and whether the attempt counts towards the limit of attempts. */
type Retry = { readonly delay: number; readonly counts: boolean }

const mostAttempts = 5
/**
 * Longest delay between two attempts of a roll-back, in seconds: a roll-back that never succeeds leaves its slot to
 * other jobs.
 */
const longestDelay = 300
const repeatable = new Set(['server.unavailable', 'server.timeout'])
/** Conditions that a job waits for without a limit: seconds until the next attempt. */
const awaited = new Map([
  ['server.diskFull', 15],
  ['job.behind', 1],
])

/** Runs one claimed job to its end, or gives it back. Never throws. */
export async function runJob({ ground, handlers, place, job, owner, lease, stopping }: Run): Promise<void> {
  const { database, log } = ground
  const fence: Fence = { id: job.id, owner, attempt: job.attempt }
  const [losing, cancelling] = [new AbortController(), new AbortController()]
  const halt = AbortSignal.any([stopping, losing.signal])
  const signal = AbortSignal.any([halt, cancelling.signal])
  let progress: JobProgress = job.progress
  let memory = job.memory
  let ended = false
  let isFollowed = false
  let beating = false
  const tools: JobTools = {
    ground,
    environment: place,
    signal,
    progress: (now) => (progress = now),
    async remember(more, executor = database) {
      if (!(await rememberInJob(executor, place.schema, fence, more))) throw lost()
      memory = { ...memory, ...more }
    },
    async enqueue(executor, { kind, title, data }) {
      isFollowed = true
      const { by_id, cause } = job
      await insertJob(executor, place, { id: ground.newId(), kind, title, data, by_id, cause })
    },
    async succeed(executor, result) {
      if (!(await endJob(executor, place.schema, fence, { state: 'succeeded', progress, result }))) throw lost()
      ended = true
    },
  }
  const heart = setInterval(beat, Math.min(1000, (lease * 1000) / 3))
  try {
    await work()
    if (isFollowed) await announceJob(database, place)
  } catch (error) {
    // The lease passes, and the job is taken again.
    log.error({ err: error, job: job.id }, 'a job could not be brought to its end')
  } finally {
    clearInterval(heart)
  }

  async function work(): Promise<void> {
    const handler = handlers[job.kind]
    if (!handler) return handBack(database, place, fence, { delay: 60, attempts: job.attempt - 1 })
    if (job.cancel_on) return giveUp(handler, { state: 'cancelled' })
    const failure = failureOf(job)
    if (failure) return giveUp(handler, { state: 'failed', error: failure })
    if (job.attempt > mostAttempts)
      return giveUp(handler, { state: 'failed', error: { code: 'job.crashed', parameters: {} } })
    try {
      const result = await handler.run(job, tools)
      if (!ended) await endJob(database, place.schema, fence, { state: 'succeeded', progress, result })
    } catch (error) {
      if (halt.aborted) return letGo()
      if (cancelling.signal.aborted) return giveUp(handler, { state: 'cancelled' })
      const retry = retryOf(error, job)
      if (retry) return tryLater(error, retry)
      log.warn({ err: error, job: job.id, kind: job.kind }, 'a job failed')
      await giveUp(handler, { state: 'failed', error: errorOf(error) })
    }
  }

  /** Undoes the remains of the job, then ends the job. A later attempt continues the roll-back, not the work. */
  async function giveUp(handler: JobHandler, end: End): Promise<void> {
    let outcome = end
    try {
      if (handler.rollBack) {
        if (end.error && !failureOf({ memory })) await tools.remember({ failure: end.error })
        await handler.rollBack({ ...job, memory }, { ...tools, signal: halt })
      }
    } catch (error) {
      if (halt.aborted) return letGo()
      const retry = retryOf(error, { attempt: 0 })
      if (retry?.counts) return tryLater(error, { delay: Math.min(2 ** job.attempt, longestDelay), counts: true })
      if (retry) return tryLater(error, retry)
      if (!(error instanceof Fault) || error.status >= 500) throw error
      log.warn({ err: error, job: job.id, kind: job.kind }, 'what a job has done could not be taken back')
      outcome = { state: 'failed', error: errorOf(error) }
    }
    await endJob(database, place.schema, fence, { ...outcome, progress })
  }

  async function letGo(): Promise<void> {
    if (!losing.signal.aborted) await handBack(database, place, fence, { delay: 0, attempts: job.attempt - 1 })
  }

  function tryLater(error: unknown, { delay, counts }: Retry): Promise<void> {
    const attempts = counts ? job.attempt : job.attempt - 1
    return handBack(database, place, fence, { delay, attempts, reason: errorOf(error) })
  }

  function beat(): void {
    if (beating) return
    beating = true
    renewLease(database, place.schema, fence, { lease, progress })
      .then(
        (still) => {
          if (ended) return
          if (!still) losing.abort('lost')
          else if (still.cancelled) cancelling.abort('cancelled')
        },
        (error: unknown) => log.warn({ err: error, job: job.id }, 'a sign of life could not be given'),
      )
      .finally(() => (beating = false))
  }
}

/** Why the job is being given up, as an attempt before noted it. */
function failureOf({ memory }: Pick<JobRow, 'memory'>): JobError | undefined {
  return memory['failure'] as JobError | undefined
}

function retryOf(error: unknown, { attempt }: Pick<JobRow, 'attempt'>): Retry | undefined {
  if (!(error instanceof Fault)) return undefined
  const delay = awaited.get(error.code)
  if (delay !== undefined) return { delay, counts: false }
  return repeatable.has(error.code) && attempt < mostAttempts ? { delay: 2 ** attempt, counts: true } : undefined
}

function lost(): Error {
  return new Error('the job belongs to another process now')
}

function errorOf(error: unknown): JobError {
  if (!(error instanceof Fault)) return { code: 'server.internal', parameters: {} }
  const { code, parameters, target } = error
  return target === undefined ? { code, parameters } : { code, parameters, target }
}
