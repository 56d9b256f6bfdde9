import type { Database } from '#platform/server/database/database.ts'

/** The same database; `note` receives the duration of each statement, in milliseconds. */
export function timed(database: Database, note: (milliseconds: number) => void): Database {
  const noting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const start = performance.now()
    try {
      return await work()
    } finally {
      note(performance.now() - start)
    }
  }
  return {
    ...database,
    until: (departure) => timed(database.until(departure), note),
    under: (role) => timed(database.under(role), note),
    calledBy: (caller) => timed(database.calledBy(caller), note),
    query: (statement) => noting(() => database.query(statement)),
    execute: (statement) => noting(() => database.execute(statement)),
    transaction: (work) => noting(() => database.transaction(work)),
  }
}
