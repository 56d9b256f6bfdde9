import { setTimeout as waitFor } from 'node:timers/promises'
import { fault } from '#faults/fault.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'

/** Pauses between attempts in milliseconds, about five seconds in total. */
const pauses = [20, 40, 80, 160, 320, 500, 800, 1200, 1800]

/**
 * Runs a transaction that needs locks which running reads and writes may hold. Each lock is awaited only briefly, so
 * that no queue forms behind the waiting transaction, and the whole transaction is retried. Throws `change.busy` after
 * the last attempt.
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
