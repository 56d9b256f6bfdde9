import { purgeAccounts } from '#accounts/server/administration/purge.ts'
import { tendLog } from '#audit/server/retention.ts'
import { textCollation } from '#environments/server/environments.schema.ts'
import { purgeEnvironments, type PurgePlace } from '#environments/server/purge.ts'
import { loadModel } from '#entities/server/entities.store.ts'
import { endAllJobs } from '#jobs/server/jobs.ts'
import { concepts, type UpkeepDeps } from '#main/concepts.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Storage } from '#platform/server/storage.ts'
import { qualified } from '#platform/sql.ts'
import type { ImportFiles } from '#records/exchange/server/import/importFiles.ts'
import { tendTables, type TableUpkeepOptions as TableOptions } from '#tables/server/upkeep.ts'

/** Tables whose rows make a person an owner: memberships of environments. */
export const accountHolders = ['lintel.environment_member']

const hour = 60 * 60 * 1000

export type UpkeepOptions = TableOptions & {
  readonly importFiles: ImportFiles
  /** Where the files of records lie. */
  readonly storage: Storage
}

/**
 * Upkeep at the start and each hour: tables are maintained, expired data is removed. Returns a function that stops the
 * upkeep.
 */
export function keepUp(ground: BaseContext, options: UpkeepOptions): () => Promise<void> {
  let running = Promise.resolve()
  const tend = () => {
    running = running
      .then(() => tendAll(ground, options))
      .catch((error: unknown) => {
        ground.log.warn({ err: error }, 'the upkeep failed and is tried again in an hour')
      })
  }
  tend()
  const timer = setInterval(tend, hour)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

/** Runs the upkeep once. */
export async function tendAll(ground: BaseContext, options: UpkeepOptions): Promise<void> {
  const { database, now } = ground
  await purgeAccounts(database, accountHolders)
  const letGo = async (place: PurgePlace) => {
    await endAllJobs(database, place)
    await options.importFiles.removeFolder(place.id)
    await options.storage.removeFolder(place.id)
  }
  await purgeEnvironments(ground, { online: options.online, letGo })
  const places = await database.query<{ id: string; schema: string; role: string | null }>({
    text: `select id, schema, (select rolname from pg_roles where rolname = schema) as role
      from lintel.environment where state = 'active' order by id`,
  })
  for (const { id, schema } of [{ id: null, schema: 'lintel' }, ...places]) {
    await tendLog(options.online, { schema, environmentId: id }, now()).catch((error: unknown) =>
      options.log.warn({ err: error, environment: id }, 'the parts of the log could not be tended'),
    )
  }
  const deps: UpkeepDeps = { ...options, now, loadModel }
  for (const { id, schema, role } of places) {
    const environment = { id, schema, records: options.online.under(role) }
    for (const { failure, tend } of concepts.flatMap(({ upkeep = [] }) => upkeep))
      await tend(environment, deps).catch((error: unknown) =>
        options.log.warn({ err: error, environment: id }, failure),
      )
  }
  await tendTables(
    options,
    places.map((place) => ({ ...place, collation: qualified(place.schema, textCollation) })),
    now(),
  )
}
