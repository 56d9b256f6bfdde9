import type { Logger } from 'pino'
import { installationSchemas } from '#main/migrations.ts'
import { readUpgrade, type UpgradeState } from '#main/upgrade.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { copyCluster, readCopy, type ClusterCopy } from '#platform/server/postgres/clusterCopy.ts'
import { startPostgres, type Postgres } from '#platform/server/postgres/postgres.ts'

export type EmbeddedOptions = {
  readonly dataFolder: string
  readonly build: string
  /** Whether the data is copied before the migration. */
  readonly upgradeCopy: boolean
  readonly log: Logger
}

export type Embedded = {
  readonly postgres: Postgres
  /** The way back, where the data is about to be brought up to date. */
  readonly copy: ClusterCopy | undefined
}

/**
 * Starts the embedded PostgreSQL. If its data is older than this program, the server is stopped cleanly, copied and
 * started again. Throws a sentence for the operator if the data is newer or cannot be copied; then no PostgreSQL runs.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataFolder, build, upgradeCopy, log } = options
  const tell = (message: string) => log.info(message)
  const start = () => startPostgres({ folder: dataFolder, log: tell })
  const postgres = await start()
  const state = await readState(postgres, build).catch(async (error: unknown) => {
    await postgres.stop()
    throw error
  })
  if (!upgradeCopy || state.isNew || state.pending.length === 0) return { postgres, copy: undefined }
  const last = await readCopy(dataFolder)
  if (last && isOfThisUpgrade(last, state)) return { postgres, copy: last }
  await postgres.stop()
  const from = state.lastBuild ?? 'from before builds were noted'
  const copy = await copyCluster({ dataFolder, from, to: build, log: tell })
  return { postgres: await start(), copy }
}

/**
 * An upgrade that was interrupted between two portions continues; a copy of half-migrated data would replace the way
 * back.
 */
function isOfThisUpgrade({ finished, madeOn }: ClusterCopy, { lastApplied }: UpgradeState): boolean {
  return !finished && lastApplied !== undefined && lastApplied > madeOn
}

async function readState({ connectionString }: Postgres, build: string): Promise<UpgradeState> {
  const database = openDatabase({ connectionString, connections: 1 })
  return readUpgrade(database, installationSchemas, build).finally(() => database.stop())
}
