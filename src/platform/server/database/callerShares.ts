import type { Caller } from '#platform/server/database/fairQueue.ts'

/** How much time of the database each person and each environment took lately, by statements that are not brief. */
export type CallerShares = {
  note(caller: Caller, milliseconds: number): void
  /** Whether the caller has had its share for the time being. */
  isSpent(caller: Caller): boolean
}

/** What takes no longer counts as nothing, in milliseconds: usual pages of a list are far below. */
const brief = 50
/** What a person and an environment may take at once, in milliseconds. */
const ofPerson = 2000
const ofEnvironment = 4000
/** How much of it comes back in each millisecond. */
const regained = 0.25
const mostKept = 10_000

type Spent = { amount: number; at: number }

/** Nothing is spent yet. `now` is a clock in milliseconds. */
export function createCallerShares(now: () => number): CallerShares {
  const spent = new Map<string, Spent>()

  function amountOf(key: string): number {
    const found = spent.get(key)
    return found ? Math.max(0, found.amount - (now() - found.at) * regained) : 0
  }

  function spend(key: string, milliseconds: number, most: number): void {
    const amount = amountOf(key) + milliseconds
    if (spent.size >= mostKept) spent.clear()
    // Whoever is far beyond the share waits no longer for it than whoever is just beyond.
    spent.set(key, { amount: Math.min(amount, 2 * most), at: now() })
  }

  return {
    note({ person, environment }, milliseconds) {
      if (milliseconds <= brief) return
      spend(`person ${person}`, milliseconds, ofPerson)
      spend(`environment ${environment}`, milliseconds, ofEnvironment)
    },
    isSpent({ person, environment }) {
      if (spent.size === 0) return false
      return amountOf(`person ${person}`) > ofPerson || amountOf(`environment ${environment}`) > ofEnvironment
    },
  }
}
