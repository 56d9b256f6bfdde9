import type { BaseContext } from '#platform/server/context.ts'
import {
  claimJob,
  forgetDue,
  releaseJobs,
  selectDue,
  selectUnfinished,
  settleDue,
  type Due,
} from '#jobs/server/jobs.store.ts'
import { runJob, type JobHandlers } from '#jobs/server/run.ts'
import { violationOf } from '#platform/server/database/errors.ts'

export type RunnerOptions = {
  readonly ground: BaseContext
  readonly handlers: JobHandlers
  /** Jobs that run in this process at a time. */
  readonly parallel?: number
  /** Seconds between looks at the list of due jobs, for those that nobody woke us for. */
  readonly poll?: number
  /** Seconds that a job stays ours without a sign of life: after a crash another process takes it then. */
  readonly lease?: number
  /**
   * This process alone works on the database, as the lock of its folder proves: what is at work under another owner at the
   * start belongs to a process that is dead, and its lease is not waited for.
   */
  readonly isAlone?: boolean
}

export type Runner = {
  start(): void
  /** Looks for work now. */
  wake(): void
  /** Takes no more work; waits up to `grace` ms for what runs, then stops it and gives it back. */
  stop(grace?: number): Promise<void>
}

/** Runs the jobs of all environments in this process. Several processes may do so on one database. */
export function createRunner(options: RunnerOptions): Runner {
  const { ground, handlers, parallel = 2, poll = 10, lease = 30, isAlone = false } = options
  const owner = ground.newId()
  const kinds = Object.keys(handlers)
  const running = new Map<AbortController, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const state = { open: false, wanted: false }

  return { start, wake, stop }

  function start(): void {
    state.open = true
    timer = setInterval(wake, poll * 1000)
    timer.unref()
    // Nothing is claimed before what the dead left is free.
    if (isAlone)
      looking = takeOver()
        .finally(() => (looking = undefined))
        .then(wake)
    else wake()
  }

  function wake(): void {
    state.wanted = true
    if (state.open) looking ??= look().finally(() => (looking = undefined))
  }

  async function stop(grace = 5000): Promise<void> {
    state.open = false
    clearInterval(timer)
    await looking
    const ends = Promise.all(running.values())
    const late = setTimeout(() => {
      for (const controller of running.keys()) controller.abort('stopping')
    }, grace)
    await ends
    clearTimeout(late)
  }

  /** What fails here costs no more than the wait for a lease. */
  async function takeOver(): Promise<void> {
    try {
      for (const due of await selectUnfinished(ground.database)) {
        const place = { id: due.environment_id, schema: due.schema }
        const left = await releaseJobs(ground.database, place, owner).catch(forgetVanished)
        if (left === 'vanished') await forgetDue(ground.database, due)
      }
    } catch (error) {
      ground.log.warn({ err: error }, 'the jobs of a process that ended are taken over when their leases have passed')
    }
  }

  async function look(): Promise<void> {
    while (state.open && state.wanted) {
      state.wanted = false
      try {
        for (const due of await selectDue(ground.database)) await serve(due)
      } catch (error) {
        ground.log.warn({ err: error }, 'looking for jobs failed')
      }
    }
  }

  async function serve(due: Due): Promise<void> {
    while (state.open) {
      // A full house looks again when a job ends.
      if (running.size >= parallel) return
      const job = await claimJob(ground.database, due.schema, { owner, lease, kinds }).catch(forgetVanished)
      if (job === 'vanished') return forgetDue(ground.database, due)
      if (!job) return settleDue(ground.database, due)
      const controller = new AbortController()
      const place = { id: due.environment_id, schema: due.schema }
      const stopping = controller.signal
      const run = runJob({ ground, handlers, place, job, owner, lease, stopping }).finally(() => {
        running.delete(controller)
        wake()
      })
      running.set(controller, run)
    }
  }
}

/** The environment of a listed job may be gone for good. */
function forgetVanished(error: unknown): 'vanished' {
  if (violationOf(error)?.kind === 'undefined') return 'vanished'
  throw error
}
