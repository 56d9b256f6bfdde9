import type { Database, Transaction } from '#platform/server/database/database.ts'

/**
 * A transaction behind the interface of a database: all work belongs to the transaction, nested transactions included.
 */
export function transactionDatabase(transaction: Transaction): Database {
  const outside = () => Promise.reject(new Error('not within a transaction'))
  const inside: Database = {
    query: (statement) => transaction.query(statement),
    execute: (statement) => transaction.execute(statement),
    transaction: (work) => work(transaction),
    until: () => inside,
    calledBy: () => inside,
    // A transaction runs under the role that was set at its begin.
    under: () => inside,
    copyOut: outside,
    stop: outside,
  }
  return inside
}
