import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type Database } from '../../src/platform/server/database/database.ts'
import { readIdentity } from '../../src/platform/server/postgres/identity.ts'
import { connectionStringOf } from '../../src/platform/server/postgres/role.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'
import { startServer, type ServerProcess } from '../support/serverProcess.ts'

/** One of our servers with its embedded PostgreSQL, a maker, and an entity with records to come. */
export type FaultGround = {
  readonly folder: string
  /** The server that now runs; `restart` makes another one. */
  server(): ServerProcess
  /** Starts the server anew on the same folder, after it was killed. */
  restart(): Promise<void>
  readonly maker: Maker
  readonly place: Place
  readonly entity: Named
  /** Our own look at the database, beside the server. */
  readonly database: Database
  readonly databaseUrl: string
  stop(): Promise<void>
}

/** What a script found out: a number for each way in which something can be wrong. Zero everywhere is what must be. */
export type Findings = Readonly<Record<string, number>>

/** In a folder of its own, or in the one that is given. */
export async function openFaultGround(given?: string): Promise<FaultGround> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'lintel-faults-')))
  await chmod(folder, 0o755)
  let server = await startServer({ dataFolder: folder })
  const identity = await readIdentity(folder)
  const databaseUrl = connectionStringOf(identity, identity.port)
  const database = openDatabase({ connectionString: databaseUrl, connections: 2 })
  const own = await newMaker((...request) => server.send(...request), 'faults@example.org')
  const place = await newEnvironment(own, 'faults')
  const entity = await newEntity(own, place, 'orders', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Units', uri: 'units', type: 'number' },
  ])
  return {
    folder,
    server: () => server,
    async restart() {
      server = await startServer({ dataFolder: folder })
    },
    maker: own,
    place,
    entity,
    database,
    databaseUrl,
    async stop() {
      await database.stop()
      await server.end('SIGTERM')
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until nothing works for others in the database any more: what a killed process had sent has ended by then. */
export async function untilQuiet(database: Database): Promise<void> {
  const text = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and state <> 'idle' and backend_type = 'client backend'`
  while ((await database.query({ text })).length > 0) await pause(20)
}

/** What a round of a script found out, with what its naive twin did. */
export type Round = { readonly ours: Findings; readonly naive?: Findings }

/** Prints findings side by side and says by the exit code whether ours are as they must be and the naive twin's are not. */
export function report(title: string, ours: Findings, naive: Findings): void {
  console.log(`\n${title}\n\n| | ours | naive twin |\n| --- | --- | --- |`)
  for (const name of new Set([...Object.keys(ours), ...Object.keys(naive)]))
    console.log(`| ${name} | ${ours[name] ?? ''} | ${naive[name] ?? ''} |`)
  process.exitCode = wrongs(ours) === 0 && wrongs(naive) > 0 ? 0 : 1
}

/** How much is wrong. What begins with a capital letter only tells how much was tried. */
export function wrongs(findings: Findings): number {
  return Object.entries(findings).reduce((sum, [name, count]) => (/^[A-Z]/.test(name) ? sum : sum + count), 0)
}

/** The sum of what two looks found. */
export function add(one: Findings, other: Findings): Findings {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}

/**
 * Runs a script of this folder when it, and not a test, was called: so many rounds as its argument says, or the usual
 * number, on one ground; then reports their sum.
 */
export async function runAsScript(
  { url, title, rounds }: { readonly url: string; readonly title: string; readonly rounds: number },
  playRound: (ground: FaultGround, round: number) => Promise<Round>,
): Promise<void> {
  if (!isMain(url)) return
  const count = Number(process.argv[2] ?? rounds)
  const ground = await openFaultGround()
  let [ours, naive]: [Findings, Findings] = [{}, {}]
  try {
    for (let round = 0; round < count; round++) {
      const found = await playRound(ground, round)
      ours = add(ours, found.ours)
      naive = add(naive, found.naive ?? {})
    }
  } finally {
    await ground.stop()
  }
  report(`${title}, ${count} times`, ours, naive)
}

export const isMain = (url: string): boolean =>
  process.argv[1] !== undefined && url.endsWith(process.argv[1].split('/').at(-1) ?? ' ')
