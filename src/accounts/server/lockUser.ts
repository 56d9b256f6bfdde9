import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Locks a person until the end of the transaction, so that of two transactions that count and add one waits for the
 * other. Lock before counting, as a statement sees only the data at its start.
 */
export async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({
    text: 'select 1 from lintel."user" where id = $1 for no key update',
    values: [userId],
  })
}
