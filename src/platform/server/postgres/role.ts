import { Client, type ClientConfig } from 'pg'
import type { Identity } from '#platform/server/postgres/identity.ts'

/** The address at which Lintel reaches its own server. */
export function connectionStringOf(identity: Identity, port: number): string {
  return `postgres://lintel:${identity.password}@127.0.0.1:${port}/lintel`
}

/** What the connections of the server's host are called, which tells them from those of everybody else. */
const hostName = 'lintel-host'

/** The address for the process that holds the lock of the folder. */
export function hostConnectionStringOf(identity: Identity, port: number): string {
  return `${connectionStringOf(identity, port)}?application_name=${hostName}`
}

/** Ends what a host that died has left under way: nothing of it may be carried out after the next host has looked. */
export async function endHostConnections(identity: Identity, port: number): Promise<void> {
  await asAdmin(identity, port, async (client) => {
    const ending = (call: string) => `select ${call} from pg_stat_activity where application_name = $1`
    // All of them are told before the first is waited for.
    await client.query(ending('pg_terminate_backend(pid)'), [hostName])
    await client.query(ending('pg_terminate_backend(pid, 1000)'), [hostName])
  })
}

/** Makes the role and the database that Lintel works with, unless they are there. The role is no superuser. */
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

/** Whether the server at `port` works on `cluster` and knows our password. */
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

/** Whether a server answers at this address and lets us in. */
export async function isAnswering(connectionString: string): Promise<boolean> {
  return connected({ connectionString }, async () => true).catch(() => false)
}

async function connected<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...config, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  // A server that dies under an idle client tells it by this event; the awaited calls fail by themselves.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
