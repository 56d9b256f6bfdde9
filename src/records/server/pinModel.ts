import type { Model } from '#entities/model.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { Database } from '#platform/server/database/database.ts'
import { transactionDatabase } from '#platform/server/database/transactionDatabase.ts'
import { ModelChanged, stale, type RecordsContext, type Stale } from '#records/server/freshModel.ts'

/**
 * The context for work whose values were computed from one snapshot of the definitions: everything below it uses this
 * snapshot, or nothing is written. A statement reads the versions beside its own work; where these have changed it asks for
 * another snapshot, and gets `ModelChanged`, with which `onFreshModel` above begins the work anew.
 */
export function pinModel<Context extends RecordsContext>(context: Context, model: Model): Context {
  const pinned = () => Promise.resolve(model)
  return {
    ...context,
    models: { current: pinned, fresh: pinned, reload: () => Promise.reject(new ModelChanged()) },
  }
}

/**
 * Runs work in one transaction on one snapshot of the definitions. Answers `stale` where the transaction was rolled back and
 * has to begin anew: of two that wait for each other the database ends one, and `isLate` names what else may have come first.
 */
export async function inPinnedTransaction<Context extends RecordsContext, Result>(
  context: Context,
  model: Model,
  work: (inside: Context, database: Database) => Promise<Result>,
  isLate: (error: unknown) => boolean,
): Promise<Result | Stale> {
  try {
    return await context.database.transaction((transaction) => {
      const database = transactionDatabase(transaction)
      return work(pinModel({ ...context, database }, model), database)
    })
  } catch (error) {
    if (violationOf(error)?.kind === 'serialization' || isLate(error)) return stale
    throw error
  }
}
