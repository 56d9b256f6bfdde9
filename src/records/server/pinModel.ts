import type { Model } from '#entities/model.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { Database } from '#platform/server/database/database.ts'
import { transactionDatabase } from '#platform/server/database/transactionDatabase.ts'
import { ModelChanged, stale, type RecordsContext, type Stale } from '#records/server/freshModel.ts'

/**
 * Pins a context to the snapshot of the definitions from which its values were computed: everything below uses this
 * snapshot, or nothing is written. A statement reads the versions beside its own result. Where the versions have
 * changed, it asks for a reload, which throws `ModelChanged`; `onFreshModel` above then retries the work.
 */
export function pinModel<Context extends RecordsContext>(context: Context, model: Model): Context {
  const pinned = () => Promise.resolve(model)
  return {
    ...context,
    models: { current: pinned, fresh: pinned, reload: () => Promise.reject(new ModelChanged()) },
  }
}

/**
 * Runs work in one transaction on one snapshot of the definitions. Returns `stale` where the transaction was rolled
 * back and must be retried: after a deadlock or serialization failure, and for errors that `isLate` recognizes as
 * caused by a faster transaction.
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
