import { purgeAccounts } from '#accounts/server/administration/purge.ts'
import { tendLog } from '#audit/server/retention.ts'
import { textCollation } from '#environments/server/environments.schema.ts'
import { purgeEnvironments, type PurgePlace } from '#environments/server/purge.ts'
import { loadModel } from '#entities/server/entities.store.ts'
import { endAllJobs } from '#jobs/server/jobs.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Storage } from '#platform/server/storage.ts'
import { qualified } from '#platform/sql.ts'
import type { ImportFiles } from '#records/exchange/server/import/importFiles.ts'
import { tendImports } from '#records/exchange/server/import/upkeep.ts'
import { sweepFiles } from '#records/files/server/sweep.ts'
import { tendRecords } from '#records/server/upkeep.ts'
import { auditHiddenFormulas } from '#security/server/disclosure/hiddenFormulas.ts'
import { tendTables, type UpkeepOptions as TableOptions } from '#tables/server/upkeep.ts'

/** What makes a person own something: being in an environment. */
export const accountHolders = ['lintel.environment_member']

const hour = 60 * 60 * 1000

export type UpkeepOptions = TableOptions & {
  readonly importFiles: ImportFiles
  /** Where the files of records lie. */
  readonly storage: Storage
}

/** What is owed at the start and each hour: tables in order, expired things gone. Answers the way to end it. */
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

/** Does once what is owed. */
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
  for (const { id, schema, role } of places) {
    await auditHiddenFormulas({ database: options.online, now, loadModel }, schema).catch((error: unknown) =>
      options.log.warn({ err: error, environment: id }, 'what is hidden since the upgrade could not be noted'),
    )
    // What is done to records is done under the environment's own role (decision 30).
    const records = options.online.under(role)
    await tendRecords(records, schema, now()).catch((error: unknown) =>
      options.log.warn({ err: error, environment: id }, 'old records could not be cleared away'),
    )
    await tendImports(options.online, options.importFiles, { id, schema }, now()).catch((error: unknown) =>
      options.log.warn({ err: error, environment: id }, 'files of imports could not be cleared away'),
    )
    await sweep(records, options, { id, schema }, now()).catch((error: unknown) =>
      options.log.warn({ err: error, environment: id }, 'files that nothing names could not be cleared away'),
    )
  }
  await tendTables(
    options,
    places.map((place) => ({ ...place, collation: qualified(place.schema, textCollation) })),
    now(),
  )
}

type Place = { readonly id: string; readonly schema: string }

async function sweep(records: Database, options: UpkeepOptions, place: Place, now: Date): Promise<void> {
  const model = await options.models.fresh(place)
  await sweepFiles(records, options.storage, { place, model, now })
}
