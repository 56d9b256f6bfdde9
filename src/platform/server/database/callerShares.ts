import type { StatementCaller } from '#platform/server/database/fairQueue.ts'

/** How much time of the database each person and each environment took lately, by statements that are not brief. */
export type CallerShares = {
  note(caller: StatementCaller, milliseconds: number): void
  /** Whether the caller has had its share for the time being. */
  isSpent(caller: StatementCaller): boolean
}

/** What takes no longer counts as nothing, in milliseconds: usual pages of a list are far below. */
const brief = 50
/** What a person and an environment may take at once, in milliseconds. */
const ofPerson = 2000
const ofEnvironment = 4000
/** How much of it comes back in each millisecond. */
const regained = 0.25
const mostKept = 10_000

/** What is owed beyond a share counts up to so many shares. */
const mostOwed = 4
/** Whoever has spent a share has it again when so little of it is left to come back. */
const nearlyNothing = 0.1

type Spent = { amount: number; at: number; isOver: boolean }

/** Nothing is spent yet. `now` is a clock in milliseconds. */
export function createCallerShares(now: () => number): CallerShares {
  const spent = new Map<string, Spent>()

  function renewed(id: string, share: number): Spent | undefined {
    const found = spent.get(id)
    if (!found) return undefined
    found.amount = Math.max(0, found.amount - (now() - found.at) * regained)
    found.at = now()
    if (found.amount <= share * nearlyNothing) found.isOver = false
    return found
  }

  function spend(id: string, milliseconds: number, share: number): void {
    const amount = Math.min((renewed(id, share)?.amount ?? 0) + milliseconds, share * mostOwed)
    const isOver = amount > share || spent.get(id)?.isOver === true
    if (spent.size >= mostKept) spent.clear()
    spent.set(id, { amount, at: now(), isOver })
  }

  return {
    note({ person, environment }, milliseconds) {
      if (milliseconds <= brief) return
      spend(person, milliseconds, ofPerson)
      spend(environment, milliseconds, ofEnvironment)
    },
    isSpent({ person, environment }) {
      if (spent.size === 0) return false
      return renewed(person, ofPerson)?.isOver === true || renewed(environment, ofEnvironment)?.isOver === true
    },
  }
}
