import type { MemberContext } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'

/** Thrown at the end of a rehearsal, so that its transaction takes everything back. */
class Rehearsed extends Error {}

/**
 * Makes a change in a transaction, inspects the result, and rolls back. A use case with one transaction runs exactly as
 * in reality, so a refusal of the change refuses the rehearsal too.
 */
export async function rehearse<Found>(
  context: MemberContext,
  change: (context: MemberContext) => Promise<unknown>,
  look: (transaction: Transaction) => Promise<Found>,
): Promise<Found> {
  const seen: Found[] = []
  const { database } = context
  const rehearsing: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (transaction) => {
        await work(transaction)
        seen.push(await look(transaction))
        throw new Rehearsed()
      }),
  }
  try {
    await change({ ...context, database: rehearsing })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
  const [found] = seen
  if (found === undefined) throw fault('server.internal')
  return found
}
