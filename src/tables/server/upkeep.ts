import type { Models } from '#entities/server/entities.ts'
import type { Log } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'
import { purgeDropped, undoDays } from '#tables/server/purge.ts'
import { reconcileTables } from '#tables/server/reconcile.ts'

export type TableUpkeepOptions = {
  readonly database: Database
  /** A pool without a statement timeout. */
  readonly online: Database
  readonly models: Models
  readonly log: Log
}
type Place = { readonly id: string; readonly schema: string; readonly collation: string }

/**
 * What a start and each hour owe an environment's tables: indexes that a crash left out are made, as are those that a table has grown to need, and what was deleted
 * more than 30 days before `now` goes for good. A trouble in one environment is logged and keeps none of the others waiting.
 */
export async function tendTables(
  options: TableUpkeepOptions,
  environments: readonly Place[],
  now: Date,
): Promise<void> {
  const limit = new Date(now.getTime() - undoDays * 24 * 60 * 60 * 1000)
  for (const environment of environments) {
    try {
      await purgeDropped(options.database, environment.schema, limit)
      const model = await options.models.reload(environment)
      await reconcileTables(options.online, environment, model)
    } catch (error) {
      options.log.warn({ err: error, environment: environment.id }, 'the tables are not in order yet')
    }
  }
}
