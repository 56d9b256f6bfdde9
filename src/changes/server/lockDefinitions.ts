import { setTimeout as waitFor } from 'node:timers/promises'
import { fault } from '#faults/fault.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'

/** Waits between the tries, in milliseconds: five seconds in all, then the asker is told. */
const pauses = [20, 40, 80, 160, 320, 500, 800, 1200, 1800]

/**
 * A transaction that needs locks which running reads and writes may hold: each lock is waited for only briefly, so that
 * nobody queues up behind it, and the whole transaction is tried again. Throws `change.busy` in the end.
 */
export async function lockDefinitions<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  wait: (milliseconds: number) => Promise<unknown> = waitFor,
): Promise<Result> {
  for (const pause of pauses) {
    try {
      return await database.transaction(work)
    } catch (error) {
      const kind = violationOf(error)?.kind
      if (kind !== 'lock' && kind !== 'serialization') throw error
      await wait(pause)
    }
  }
  throw fault('change.busy')
}
