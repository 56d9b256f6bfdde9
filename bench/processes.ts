import { readdir, readFile } from 'node:fs/promises'
import type { Client } from 'pg'

/** The server that is measured, and the PostgreSQL behind it. */
export type Processes = { readonly server: number; readonly postmaster: number }

const ticksPerSecond = 100

/** User and system time so far, in ms: of the server, and of PostgreSQL with all its processes, those that have ended too. */
export async function spent({ server, postmaster }: Processes): Promise<{ server: number; database: number }> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(all.map((pid) => statOf(pid).catch(() => undefined)))
  const children = stats.filter((stat) => stat?.parent === postmaster).map((stat) => stat?.own ?? 0)
  const main = await statOf(String(postmaster))
  const database = main.own + main.ended + children.reduce((sum, own) => sum + own, 0)
  return { server: (await statOf(String(server))).own, database }
}

/** The process that all backends of the client's PostgreSQL come from. */
export async function postmasterOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return (await statOf(String(rows[0]?.pid))).parent
}

/** Of proc(5): field 4, and fields 14 to 17 in ms. */
async function statOf(pid: string): Promise<{ parent: number; own: number; ended: number }> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  const time = (first: number) => ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticksPerSecond
  return { parent: Number(fields[1]), own: time(11), ended: time(13) }
}
