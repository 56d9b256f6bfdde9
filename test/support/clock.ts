/** The time of a server under test: that of the machine, and as much more as a test lets pass. */
export type TestClock = {
  readonly now: () => Date
  /** Lets milliseconds pass at once, such as those for which something stays in a cache. */
  readonly pass: (milliseconds: number) => void
}

export function createClock(): TestClock {
  let ahead = 0
  return { now: () => new Date(Date.now() + ahead), pass: (milliseconds) => void (ahead += milliseconds) }
}
