import { Client, type ClientConfig } from 'pg'
import type { Identity } from '#platform/server/postgres/identity.ts'

/** Lintel's connection string to its embedded server. */
export function connectionStringOf(identity: Identity, port: number): string {
  return `postgres://lintel:${identity.password}@127.0.0.1:${port}/lintel`
}

/** Application name of the host's connections, which distinguishes them from all others. */
const hostName = 'lintel-host'

/** The connection string for the process that owns the lock of the folder. */
export function hostConnectionStringOf(identity: Identity, port: number): string {
  return `${connectionStringOf(identity, port)}?application_name=${hostName}`
}

/**
 * Ends the connections of a dead host: none of their statements may be carried out after the next host has checked the
 * data.
 */
export async function endHostConnections(identity: Identity, port: number): Promise<void> {
  await asAdmin(identity, port, async (client) => {
    const ending = (call: string) => `select ${call} from pg_stat_activity where application_name = $1`
    // All connections are signalled before the first is awaited.
    await client.query(ending('pg_terminate_backend(pid)'), [hostName])
    await client.query(ending('pg_terminate_backend(pid, 1000)'), [hostName])
  })
}

/** Creates Lintel's role and database if missing. The role is no superuser. */
export async function ensureRole(identity: Identity, port: number): Promise<void> {
  if (await isAnswering(connectionStringOf(identity, port))) return
  await asAdmin(identity, port, async (client) => {
    const password = client.escapeLiteral(identity.password)
    const role = await client.query("select from pg_roles where rolname = 'lintel'")
    const verb = role.rowCount === 0 ? 'create' : 'alter'
    await client.query(`${verb} role lintel login createdb createrole password ${password}`)
    const database = await client.query("select from pg_database where datname = 'lintel'")
    if (database.rowCount === 0) await client.query('create database lintel owner lintel')
  })
}

/** Whether the server at `port` runs on `cluster` and accepts our password. */
export async function isOurs(identity: Identity, port: number, cluster: string): Promise<boolean> {
  try {
    return await asAdmin(identity, port, async (client) => {
      const answer = await client.query<{ folder: string }>("select current_setting('data_directory') as folder")
      return answer.rows[0]?.folder === cluster
    })
  } catch {
    return false
  }
}

async function asAdmin<T>(identity: Identity, port: number, work: (client: Client) => Promise<T>): Promise<T> {
  const password = identity.adminPassword
  return connected({ host: '127.0.0.1', port, user: 'lintel_admin', password, database: 'postgres' }, work)
}

/** Whether a server answers at this address and accepts the login. */
export async function isAnswering(connectionString: string): Promise<boolean> {
  return connected({ connectionString }, async () => true).catch(() => false)
}

async function connected<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...config, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  // A server that dies under an idle client emits this event; awaited calls fail on their own.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
