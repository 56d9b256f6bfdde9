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
  type Place,
} from '#jobs/server/jobs.store.ts'
import type { Ground } from '#platform/server/context.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** What a handler can do beside its work. */
export type JobTools = {
  readonly ground: Ground
  readonly environment: Place
  /** Fires when the job shall end: cancelled, lost to another process, or this process stops. */
  readonly signal: AbortSignal
  /** Notes how far the job is; written about once a second. */
  progress(progress: JobProgress): void
  /** Keeps something for a later attempt, or for the roll-back. */
  remember(memory: Readonly<Record<string, unknown>>, executor?: Executor): Promise<void>
  /**
   * Puts another job in line, of the same person, inside the handler's own transaction. That it waits is announced when this
   * one has ended; should we end before, the environment is on the list of those with work for this one's sake.
   */
  enqueue(executor: Executor, draft: JobDraft): Promise<void>
  /**
   * Ends the job well inside the handler's own transaction: its effects and its end are one. Throws when the job is not ours
   * any more, which rolls the transaction back.
   */
  succeed(executor: Executor, result: object): Promise<void>
}

export type JobHandler = {
  /** Does the work. May be called again after a crash, then with what it remembered. Its answer is the job's result. */
  run(job: JobRow, tools: JobTools): Promise<object>
  /** Undoes what is left of a job that failed or was cancelled. May be called more than once. */
  rollBack?(job: JobRow, tools: JobTools): Promise<void>
}
export type JobHandlers = Readonly<Record<string, JobHandler>>

type Run = {
  readonly ground: Ground
  readonly handlers: JobHandlers
  readonly place: Place
  readonly job: JobRow
  readonly owner: string
  readonly lease: number
  readonly controller: AbortController
}

const mostAttempts = 5
const repeatable = new Set(['server.unavailable', 'server.timeout', 'server.diskFull'])

/** Runs one claimed job to its end, or gives it back. Never throws. */
export async function runJob({ ground, handlers, place, job, owner, lease, controller }: Run): Promise<void> {
  const { database, log } = ground
  const fence: Fence = { id: job.id, owner, attempt: job.attempt }
  let progress: JobProgress = job.progress
  let memory = job.memory
  let ended = false
  let isFollowed = false
  let beating = false
  const tools: JobTools = {
    ground,
    environment: place,
    signal: controller.signal,
    progress: (now) => (progress = now),
    async remember(more, executor = database) {
      memory = { ...memory, ...more }
      if (!(await rememberInJob(executor, place.schema, fence, more))) throw lost()
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
    if (job.attempt > mostAttempts)
      return giveUp(handler, { state: 'failed', error: { code: 'job.crashed', parameters: {} } })
    try {
      const result = await handler.run(job, tools)
      if (!ended) await endJob(database, place.schema, fence, { state: 'succeeded', progress, result })
    } catch (error) {
      const reason: unknown = controller.signal.aborted ? controller.signal.reason : undefined
      if (reason === 'lost') return
      if (reason === 'stopping') return handBack(database, place, fence, { delay: 0, attempts: job.attempt - 1 })
      if (reason === 'cancelled') return giveUp(handler, { state: 'cancelled' })
      if (error instanceof Fault && repeatable.has(error.code) && job.attempt < mostAttempts) {
        return handBack(database, place, fence, { delay: 2 ** job.attempt, attempts: job.attempt })
      }
      log.warn({ err: error, job: job.id, kind: job.kind }, 'a job failed')
      await giveUp(handler, { state: 'failed', error: errorOf(error) })
    }
  }

  async function giveUp(handler: JobHandler, end: { state: 'failed' | 'cancelled'; error?: JobError }): Promise<void> {
    await handler.rollBack?.({ ...job, memory }, tools)
    await endJob(database, place.schema, fence, { ...end, progress })
  }

  function beat(): void {
    if (beating) return
    beating = true
    renewLease(database, place.schema, fence, { lease, progress })
      .then(
        (still) => {
          if (ended) return
          if (!still) controller.abort('lost')
          else if (still.cancelled && !controller.signal.aborted) controller.abort('cancelled')
        },
        (error: unknown) => log.warn({ err: error, job: job.id }, 'a sign of life could not be given'),
      )
      .finally(() => (beating = false))
  }
}

function lost(): Error {
  return new Error('the job belongs to another process now')
}

function errorOf(error: unknown): JobError {
  if (!(error instanceof Fault)) return { code: 'server.internal', parameters: {} }
  const { code, parameters, target } = error
  return target === undefined ? { code, parameters } : { code, parameters, target }
}
