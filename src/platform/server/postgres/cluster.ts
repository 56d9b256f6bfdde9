import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chown, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClusterFolder } from '#platform/server/postgres/clusterFolder.ts'

export type Settings = Readonly<Record<string, string | number>>

/** Settings for a small machine. An operator's own PostgreSQL keeps its own settings. */
const settings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  max_locks_per_transaction: 256,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: 1.1,
  jit: 'off',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  autovacuum_naptime: '20s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  // Lintel may set the roles that Lintel creates for environments.
  createrole_self_grant: 'set, inherit',
  // The log names errors, never statements with their values.
  log_min_error_statement: 'panic',
  log_statement: 'none',
}

/** The environment variables of PostgreSQL's programs: none of this process's, least of all PGHOST and the like. */
export const bareEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env['SystemRoot'] }

/** Creates the cluster if missing, whole or not at all: an interrupted attempt starts over. */
export async function ensureCluster(place: ClusterFolder, adminPassword: string): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return
  const unfinished = `${place.cluster}.new`
  const passwordFile = join(place.folder, 'password.new')
  await rm(unfinished, { recursive: true, force: true })
  await writeFile(passwordFile, adminPassword, { mode: 0o600 })
  if (place.account) await chown(passwordFile, place.account.uid, place.account.gid)
  try {
    await run(place, place.binaries.initdb, [
      `--pgdata=${unfinished}`,
      '--username=lintel_admin',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await appendFile(join(unfinished, 'postgresql.conf'), "\ninclude 'lintel.conf'\n")
  await rename(unfinished, place.cluster)
}

/** Writes the settings for the next start. */
export async function writeSettings(place: ClusterFolder, port: number, extra: Settings): Promise<void> {
  const lines = Object.entries({ ...settings, port, ...extra }).map(([name, value]) => `${name} = '${value}'\n`)
  const file = join(place.cluster, 'lintel.conf')
  await writeFile(file, `# Written by Lintel at every start.\n${lines.join('')}`, { mode: 0o600 })
  if (place.account) await chown(file, place.account.uid, place.account.gid)
}

async function run(place: ClusterFolder, program: string, parameters: readonly string[]): Promise<void> {
  const as = place.account ? { uid: place.account.uid, gid: place.account.gid } : {}
  try {
    await promisify(execFile)(program, parameters, {
      ...as,
      cwd: place.folder,
      env: bareEnvironment,
      windowsHide: true,
    })
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? error).trim()
    throw new Error(`PostgreSQL could not set up its folder ${place.cluster}: ${said}`, { cause: error })
  }
}
