import { restoreDays } from '#environments/environment.ts'
import { dropSchema, dropSchemaRole, emptySchema } from '#environments/server/schemaRole.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'

const day = 24 * 60 * 60 * 1000

export type PurgePlace = { readonly id: string; readonly schema: string }
export type PurgeDeps = {
  /** A pool without a statement timeout: large schemas take long to go. */
  readonly online: Database
  /** Ends running work and removes external data of other concepts for an environment. May be called more than once. */
  readonly letGo: (place: PurgePlace) => Promise<void>
}

/**
 * Removes for good what was deleted so long ago that nobody can take it back: records and definitions with their schema,
 * its database role, members, uris, and at last the entry in the registry. A trouble in one environment is logged and
 * keeps none of the others waiting; what a crash has left half done is finished the next time. Answers how many went.
 */
export async function purgeEnvironments({ now, log }: BaseContext, { online, letGo }: PurgeDeps): Promise<number> {
  const limit = new Date(now().getTime() - restoreDays * day)
  let gone = 0
  for (const place of await beginEnds(online, limit)) {
    try {
      await letGo(place)
      await emptySchema(online, place.schema)
      await online.transaction(async (transaction) => {
        await dropSchema(transaction, place.schema)
        await dropSchemaRole(transaction, place.schema)
        await transaction.execute({ text: 'delete from lintel.environment where id = $1', values: [place.id] })
      })
      gone++
    } catch (error) {
      log.warn({ err: error, environment: place.id }, 'a deleted environment could not be removed yet')
    }
  }
  return gone
}

/** From here on a restore is impossible, whatever another process's clock says, since data may be missing already. */
function beginEnds(database: Database, limit: Date): Promise<PurgePlace[]> {
  return database.query<PurgePlace>({
    text: `update lintel.environment set deleted_on = '-infinity'
      where state = 'deleted' and deleted_on <= $1 returning id, schema`,
    values: [limit],
  })
}
