import type { Database, Transaction } from '#platform/server/database/database.ts'

/** A transaction where a database is wanted: what is done with it belongs to the transaction, also what wants one of its own. */
export function transactionDatabase(transaction: Transaction): Database {
  const outside = () => Promise.reject(new Error('not within a transaction'))
  const inside: Database = {
    query: (statement) => transaction.query(statement),
    execute: (statement) => transaction.execute(statement),
    transaction: (work) => work(transaction),
    until: () => inside,
    calledBy: () => inside,
    // A transaction has the role that it was begun under.
    under: () => inside,
    copyOut: outside,
    stop: outside,
  }
  return inside
}
