/** How many jobs a process runs at once. */
export type QueueBounds = {
  /** Most jobs of each kind. The keys are all kinds of the process, in the order in which they begin. */
  readonly perKind: ReadonlyMap<string, number>
  /** Slots that all kinds share, for the jobs of a kind beside its first. */
  readonly shared: number
}

/**
 * Whether another job of a kind may begin. The first job of a kind always may, so no kind waits for another; further jobs
 * take shared slots. A process runs at most one job of each kind and `shared` more.
 */
export function hasFreeSlot(
  { perKind, shared }: QueueBounds,
  running: ReadonlyMap<string, number>,
  kind: string,
): boolean {
  const count = running.get(kind) ?? 0
  if (count === 0) return perKind.has(kind)
  return count < (perKind.get(kind) ?? 0) && sharedSlotsInUse(running) < shared
}

/** Most jobs that a process runs at once. */
export function mostJobsAtOnce({ perKind, shared }: QueueBounds): number {
  return Math.min(
    perKind.size + shared,
    [...perKind.values()].reduce((sum, count) => sum + count, 0),
  )
}

function sharedSlotsInUse(running: ReadonlyMap<string, number>): number {
  return [...running.values()].reduce((sum, count) => sum + Math.max(0, count - 1), 0)
}

/** Environments for which a job of a kind began in this process, the latest first. */
export type KindTurns = readonly string[]

const mostTurns = 1000

/** The environments in the order in which they take a turn: those that had none yet first, the latest last. */
export function inTurn<Item extends { readonly environment_id: string }>(
  turns: KindTurns,
  waiting: readonly Item[],
): Item[] {
  const age = new Map(turns.map((id, index) => [id, index]))
  const ageOf = ({ environment_id }: Item) => age.get(environment_id) ?? Infinity
  return waiting.toSorted((one, other) => (ageOf(one) === ageOf(other) ? 0 : ageOf(other) - ageOf(one)))
}

/** The turns after one more of an environment. */
export function withTurn(turns: KindTurns, environmentId: string): KindTurns {
  return [environmentId, ...turns.filter((id) => id !== environmentId)].slice(0, mostTurns)
}
