import type { StatementCaller } from '#platform/server/database/fairQueue.ts'

/** How much database time each person and each environment used lately, counting statements that are not brief. */
export type CallerShares = {
  note(caller: StatementCaller, milliseconds: number): void
  /** Whether the caller has used up the share for now. */
  isSpent(caller: StatementCaller): boolean
}

/** Durations up to this limit are not counted, in milliseconds. Usual pages of a list stay far below. */
const brief = 50
/** Share of a person and of an environment, in milliseconds of database time. */
const ofPerson = 2000
const ofEnvironment = 4000
/** Milliseconds of a share that are regained per millisecond of real time. */
const regained = 0.25
const mostKept = 10_000

/** The debt of a person or environment is capped at this many shares. */
const mostOwed = 4
/** A spent share is available again when the remaining debt is at most this part of the share. */
const nearlyNothing = 0.1

type Spent = { amount: number; at: number; isOver: boolean }

/** Creates shares with nothing spent. `now` is a clock in milliseconds. */
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
