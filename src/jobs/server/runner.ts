import type { BaseContext } from '#platform/server/context.ts'
import {
  claimJob,
  forgetDue,
  releaseJobs,
  selectDue,
  selectUnfinished,
  selectWaitingKinds,
  settleDue,
  type Due,
  type JobRow,
  type EnvironmentSchema,
} from '#jobs/server/jobs.store.ts'
import { hasFreeSlot, inTurn, mostJobsAtOnce, withTurn, type QueueBounds, type KindTurns } from '#jobs/kindQueues.ts'
import { runJob, type JobHandlers } from '#jobs/server/run.ts'
import { violationOf } from '#platform/server/database/errors.ts'

export type RunnerOptions = {
  readonly ground: BaseContext
  readonly handlers: JobHandlers
  /** Most jobs of a kind that run in this process at once, unless its handler names its own bound. */
  readonly parallel?: number
  /** Slots that kinds share for their jobs beside the first. A process runs at most one job of each kind and these. */
  readonly shared?: number
  /** Seconds between polls of the list of due jobs, for jobs that were not announced. */
  readonly poll?: number
  /** Seconds of a lease without a heartbeat: after a crash another process then claims the job. */
  readonly lease?: number
  /**
   * This process alone works on the database, as the lock of its folder proves. Jobs under another owner at the start
   * then belong to a dead process, and their leases are not awaited.
   */
  readonly isAlone?: boolean
}

export type Runner = {
  /** Most jobs that run in this process at once. */
  readonly mostAtOnce: number
  start(): void
  /** Polls for work now. */
  wake(): void
  /** Claims no more work; waits up to `grace` ms for running jobs, then stops and releases them. */
  stop(grace?: number): Promise<void>
}

/** Runs the jobs of all environments in this process. Several processes may do so on one database. */
export function createRunner(options: RunnerOptions): Runner {
  const { ground, handlers, parallel = 2, shared = 2, poll = 10, lease = 30, isAlone = false } = options
  const owner = ground.newId()
  const kinds = Object.keys(handlers)
  const bounds: QueueBounds = {
    perKind: new Map(Object.entries(handlers).map(([kind, { concurrency = parallel }]) => [kind, concurrency])),
    shared,
  }
  const running = new Map<AbortController, { readonly kind: string; readonly run: Promise<void> }>()
  const turns = new Map<string, KindTurns>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const state = { open: false, wanted: false }

  return { mostAtOnce: mostJobsAtOnce(bounds), start, wake, stop }

  function start(): void {
    state.open = true
    timer = setInterval(wake, poll * 1000)
    timer.unref()
    // No job is claimed before the jobs of a dead process are free.
    if (isAlone)
      looking = takeOver(ground, owner)
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
    const ends = Promise.all([...running.values()].map(({ run }) => run))
    const late = setTimeout(() => {
      for (const controller of running.keys()) controller.abort('stopping')
    }, grace)
    await ends
    clearTimeout(late)
  }

  async function look(): Promise<void> {
    while (state.open && state.wanted) {
      state.wanted = false
      try {
        await serve(await listWaiting())
      } catch (error) {
        ground.log.warn({ err: error }, 'looking for jobs failed')
      }
    }
  }

  /** The environments in which jobs of each kind wait. Those with nothing that waits are taken off the list of due ones. */
  async function listWaiting(): Promise<Waiting> {
    const waiting: Waiting = new Map(kinds.map((kind) => [kind, []]))
    const dues = await selectDue(ground.database)
    // While every slot is taken nothing can start; the end of a job polls again.
    if (freeKinds().length === 0) return waiting
    for (const due of dues) {
      if (!state.open) return waiting
      const found = await selectWaitingKinds(ground.database, due.schema, kinds).catch(forgetVanished)
      if (found === 'vanished') await forgetDue(ground.database, due)
      else if (found.length === 0) await settleDue(ground.database, due)
      else for (const kind of found) waiting.get(kind)?.push(due)
    }
    return waiting
  }

  /** Begins one job of each kind in turn, and of each kind for one environment in turn, until slots or jobs run out. */
  async function serve(waiting: Waiting): Promise<void> {
    for (;;) {
      const open = freeKinds().filter((kind) => waiting.get(kind)?.length)
      if (open.length === 0) return
      for (const kind of open) {
        if (!state.open) return
        if (hasFreeSlot(bounds, countRunning(running.values()), kind)) await serveKind(kind, waiting)
      }
    }
  }

  /** Starts a job of the kind, for the environment whose turn it is. */
  async function serveKind(kind: string, waiting: Waiting): Promise<void> {
    const [due, ...others] = inTurn(turns.get(kind) ?? [], waiting.get(kind) ?? [])
    if (!due) return
    const job = await claimJob(ground.database, due.schema, { owner, lease, kind }).catch(forgetVanished)
    waiting.set(kind, job && job !== 'vanished' ? [...others, due] : others)
    if (job === 'vanished') return forgetDue(ground.database, due)
    if (!job) return
    turns.set(kind, withTurn(turns.get(kind) ?? [], due.environment_id))
    begin({ id: due.environment_id, schema: due.schema }, job)
  }

  function begin(place: EnvironmentSchema, job: JobRow): void {
    const controller = new AbortController()
    const stopping = controller.signal
    const run = runJob({ ground, handlers, place, job, owner, lease, stopping }).finally(() => {
      running.delete(controller)
      wake()
    })
    running.set(controller, { kind: job.kind, run })
  }

  function freeKinds(): string[] {
    const counts = countRunning(running.values())
    return kinds.filter((kind) => hasFreeSlot(bounds, counts, kind))
  }
}

/** Environments by the kind of job that waits in them. */
type Waiting = Map<string, Due[]>

/** The environment of a listed job may be gone for good. */
function forgetVanished(error: unknown): 'vanished' {
  if (violationOf(error)?.kind === 'undefined') return 'vanished'
  throw error
}

/** A failure here costs no more than the wait for a lease. */
async function takeOver(ground: RunnerOptions['ground'], owner: string): Promise<void> {
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

function countRunning(running: Iterable<{ readonly kind: string }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { kind } of running) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
