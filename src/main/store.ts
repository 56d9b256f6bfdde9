import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '#main/config.ts'
import { hasTrigrams, migrateAll } from '#main/migrations.ts'
import { registerProcess } from '#main/processes.ts'
import { readStorageId } from '#main/storageId.ts'
import { startEmbedded, type Embedded } from '#main/upgradeCopy.ts'
import { openDatabase, type Database, type Driver } from '#platform/server/database/database.ts'
import { newId } from '#platform/server/newId.ts'
import { finishCopy } from '#platform/server/postgres/clusterCopy.ts'
import { requirePostgres } from '#platform/server/postgres/version.ts'
import { abortable } from '#platform/server/abortable.ts'

/** The database of an installation, up to date. */
export type Store = {
  readonly database: Database
  /** The same database for statements that may take long: indexes of large tables, imports. */
  readonly online: Database
  /** Whether the lock of this process's data folder excludes every other process from the database. */
  readonly isOurs: boolean
  /** Whether the disk is nearly full, so that nothing may be written. */
  isReadOnly(): boolean
  /** Ends connections and the embedded PostgreSQL; once `hurry` aborts, statements are not waited for. */
  stop(hurry?: AbortSignal): Promise<void>
}

export type StoreOptions = {
  /** Without it the embedded PostgreSQL is started in the data folder. */
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  /** The bucket for files; without a bucket, files are stored in the data folder. */
  readonly bucket: Config['bucket']
  /** How many heavy statements run at once; without it one less than there are cores. */
  readonly databaseDriver: Driver
  readonly heavyStatements: number | undefined
  readonly upgradeCopy: boolean
  readonly build: string
  readonly log: Logger
}

/**
 * Limit of connections for long work. A job may occupy a connection in a transaction for its whole run, so there is one
 * for each job that runs at once (decision 51), and two for upkeep: no kind of job ever waits for connections of
 * another kind.
 */
export const longWorkConnections = 12

/**
 * Opens the configured PostgreSQL, or starts the embedded one, and migrates the schemas. Throws a sentence for the
 * operator when that is impossible or another process on the same database stores its files elsewhere; then no embedded
 * PostgreSQL is left running.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataFolder, bucket, build, log, databaseDriver: driver } = options
  if (databaseUrl !== undefined) await requirePostgres(databaseUrl)
  const embedded = databaseUrl === undefined ? await startEmbedded(options) : undefined
  const connectionString = databaseUrl ?? embedded?.postgres.connectionString ?? ''
  const onConnectionLost = (error: Error) => log.warn({ err: error }, 'A connection to the database was lost')
  let unregister: (() => Promise<void>) | undefined
  const database = openDatabase({
    connectionString,
    driver,
    onConnectionLost,
    heavyStatements: options.heavyStatements,
  })
  const online = openDatabase({
    connectionString,
    driver,
    onConnectionLost,
    connections: longWorkConnections,
    statementTimeout: 0,
  })
  try {
    await migrateAll(online, build).catch((error: unknown) => failUpgrade(error, embedded))
    if (embedded?.copy) await finishCopy(embedded.copy)
    // An embedded PostgreSQL has one host.
    if (!embedded) unregister = await register(connectionString)
    if (!(await hasTrigrams(online))) {
      log.warn('The extension pg_trgm could not be installed: searches for parts of texts go through whole tables')
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    database,
    online,
    isOurs: embedded !== undefined,
    isReadOnly: () => embedded?.postgres.state() === 'readOnly',
    stop: close,
  }

  async function register(address: string): Promise<() => Promise<void>> {
    const storage = await readStorageId(dataFolder, bucket)
    const registry = openDatabase({
      connectionString: address,
      driver,
      connections: 2,
      statementTimeout: 0,
      onConnectionLost,
    })
    return registerProcess(registry, { id: newId(), storage, host: hostname() }, log).catch(async (error: unknown) => {
      await registry.stop()
      throw error
    })
  }

  async function close(hurry?: AbortSignal): Promise<void> {
    await unregister?.()
    await abortable(Promise.all([database.stop(), online.stop()]), hurry)
    await embedded?.postgres.stop()
  }
}

/** Adds the way back to the message of a failed upgrade. */
function failUpgrade(error: unknown, embedded: Embedded | undefined): never {
  if (!embedded?.copy) throw error
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(
    `${reason} The data from before is in ${embedded.copy.folder}; docs/guide/upgrade.md says how to go back.`,
    {
      cause: error,
    },
  )
}
