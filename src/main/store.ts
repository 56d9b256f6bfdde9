import type { Logger } from 'pino'
import type { Config } from '#main/config.ts'
import { hasTrigrams, migrateAll } from '#main/migrations.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { startPostgres } from '#platform/server/postgres/postgres.ts'
import { requirePostgres } from '#platform/server/postgres/version.ts'

/** The database of an installation, up to date. */
export type Store = {
  readonly database: Database
  /** The same database for statements that may take long: indexes of large tables, imports. */
  readonly online: Database
  /** Whether the disk is nearly full, so that nothing may be written. */
  isReadOnly(): boolean
  stop(): Promise<void>
}

/** Opens the PostgreSQL that is configured, or starts the embedded one; then brings the schemas up to date. */
export async function openStore(config: Config, dataFolder: string, log: Logger): Promise<Store> {
  if (config.databaseUrl !== undefined) await requirePostgres(config.databaseUrl)
  const embedded =
    config.databaseUrl === undefined
      ? await startPostgres({ folder: dataFolder, log: (message) => log.info(message) })
      : undefined
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? ''
  const onConnectionLost = (error: Error) => log.warn({ err: error }, 'A connection to the database was lost')
  const database = openDatabase({ connectionString, onConnectionLost, heavyStatements: config.heavyStatements })
  const online = openDatabase({ connectionString, onConnectionLost, connections: 4, statementTimeout: 0 })
  try {
    await migrateAll(online)
    if (!(await hasTrigrams(online))) {
      log.warn('The extension pg_trgm could not be installed: searches for parts of texts go through whole tables')
    }
  } catch (error) {
    await close()
    throw error
  }
  return { database, online, isReadOnly: () => embedded?.state() === 'readOnly', stop: close }

  async function close(): Promise<void> {
    await Promise.all([database.stop(), online.stop()])
    await embedded?.stop()
  }
}
