import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Holds a person for the rest of a transaction, so that of two who count what they have and add to it one waits for the
 * other. It comes before the counting, as a statement sees only what was there when it began.
 */
export async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({
    text: 'select 1 from lintel."user" where id = $1 for no key update',
    values: [userId],
  })
}
