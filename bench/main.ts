import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { freePort } from '../src/platform/server/postgres/port.ts'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { newMaker, type Maker } from '../test/support/maker.ts'
import { startServer, type ServerProcess } from '../test/support/serverProcess.ts'
import { makeAccounts, type Accounts } from './accounts.ts'
import { measure, type Figures } from './load.ts'
import { pairsOf, pagesOf, type Pair } from './shots.ts'
import { countStatements } from './statements.ts'

/**
 * Our server beside what one would write by hand with Fastify and `pg`, on the same table of the same PostgreSQL, in
 * alternation. Prints a table and keeps it in bench/results.md.
 * npm run bench [-- rows [rounds [seconds [only]]]]
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 7)
const time = Number(process.argv[4] ?? 3) * 1000
const only = process.argv[5]
const profile = process.env['BENCH_PROFILE']

type Side = { readonly pid: number; readonly port: number }
type Result = { readonly name: string; readonly ours: Figures; readonly bare: Figures | undefined }

const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
await chmod(folder, 0o755)
const endings: (() => Promise<unknown> | void)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  await run()
} finally {
  for (const end of endings.toReversed()) await end()
}

async function run(): Promise<void> {
  const postgres = await startPostgres({ folder: join(folder, 'database'), log: () => undefined })
  endings.push(() => postgres.stop())
  const databaseUrl = postgres.connectionString
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  endings.push(() => client.end())

  const nodeOptions = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const ours = await startServer({ databaseUrl, dataFolder: join(folder, 'ours'), nodeOptions })
  endings.push(() => ours.end('SIGTERM'))
  const maker = await newMaker(ours.send, 'bench@example.org')
  const accounts = await makeAccounts(maker, client, rows)
  const bare = await startBare(databaseUrl, accounts.table)
  const idle = await memoryOf(ours.pid)

  const results: Result[] = []
  for (const pair of pairsOf(accounts, maker)) {
    if (only && !pair.name.includes(only)) continue
    results.push(await compare(pair, ours, bare))
    console.log(rowOf(results.at(-1)))
  }
  for (const pair of only ? [] : await pagesOf(accounts, maker)) results.push(await alone(pair, ours))
  const loaded = await memoryOf(ours.pid)
  const statements = only ? [] : await statementsPerPage(databaseUrl, accounts, maker)
  const text = report(results, { idle, loaded, statements })
  console.log(text)
  if (!only) await keep(text)
}

/** Writes the results anew; what else was measured stays below them. */
async function keep(text: string): Promise<void> {
  const file = fileURLToPath(new URL('./results.md', import.meta.url))
  const before = await readFile(file, 'utf8').catch(() => '')
  const others = before.indexOf('\n# What the browser loads')
  await writeFile(file, others < 0 ? text : `${text.trimEnd()}\n${before.slice(others)}`)
}

async function startBare(connectionString: string, table: string): Promise<Side> {
  const port = await freePort(0)
  const child = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), [connectionString, table, String(port)])
  endings.push(() => void child.kill())
  await once(child, 'message')
  return { pid: child.pid ?? 0, port }
}

/** Ours and the bare one in turns, each warmed up before; the medians of all rounds. */
async function compare(pair: Pair, ours: Side, bare: Side): Promise<Result> {
  const figures: { ours: Figures[]; bare: Figures[] } = { ours: [], bare: [] }
  await measure(ours.port, ours.pid, pair.ours, time / 3)
  await measure(bare.port, bare.pid, pair.bare, time / 3)
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await measure(ours.port, ours.pid, pair.ours, time))
    figures.bare.push(await measure(bare.port, bare.pid, pair.bare, time))
  }
  return { name: pair.name, ours: medians(figures.ours), bare: medians(figures.bare) }
}

async function alone({ name, ours: shot }: Pick<Pair, 'name' | 'ours'>, ours: Side): Promise<Result> {
  await measure(ours.port, ours.pid, shot, time / 3)
  return { name, ours: await measure(ours.port, ours.pid, shot, time), bare: undefined }
}

/** Statements that one list page takes, by its length: another server of ours whose way to the database counts. */
async function statementsPerPage(databaseUrl: string, { environment }: Accounts, maker: Maker): Promise<string[]> {
  const counter = await countStatements(databaseUrl)
  const server: ServerProcess = await startServer({
    databaseUrl: counter.connectionString,
    dataFolder: join(folder, 'counted'),
  })
  try {
    const counts: string[] = []
    for (const top of [25, 100, 500]) {
      const path = `/api/odata/v1/${environment}/accounts?$top=${top}&$expand=owner($select=name),created_by($select=name)`
      const headers = { authorization: `Bearer ${maker.token}` }
      // The first one also finds session and membership, which are known for a second.
      await server.send('GET', path, undefined, headers)
      const before = counter.count()
      const answer = await server.send('GET', path, undefined, headers)
      if (answer.status !== 200) throw new Error(answer.text)
      counts.push(`${counter.count() - before} for ${top} rows`)
    }
    return counts
  } finally {
    await server.end('SIGTERM')
    counter.stop()
  }
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

function medians(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => {
    const sorted = rounds.map((round) => round[name]).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu'), failed: of('failed') }
}

function report(
  results: readonly Result[],
  more: { idle: number; loaded: number; statements: readonly string[] },
): string {
  return `# What a request costs

Our server beside a bare Fastify with \`pg\` (no sign-in, no rights, no history), on one table of ${rows.toLocaleString('en')} rows and 17
columns, 32 connections, in alternation; medians of ${rounds} rounds of ${time / 1000} s. \`npm run bench\` makes this file anew. The
ratios are what counts: they were measured on ${cpus().length} cores that clients, servers and PostgreSQL shared, Node ${process.versions.node}.

Both servers use the same indexes: the primary key, and (city, status, created_on desc, id desc) for the list of 50 rows
with 10 columns, two filters and one order. Ours writes record, event and audit row in each change; the bare one only the row.

| request | ours/s | bare/s | ratio | ours p50, p99 ms | bare p50, p99 ms | CPU ms ours, bare | CPU ratio |
| --- | --- | --- | --- | --- | --- | --- | --- |
${results.map(rowOf).join('\n')}

Statements of a list page with two lookups: ${more.statements.join(', ')}. Memory of the server: ${more.idle} MB
before, ${more.loaded} MB after the load.
`
}

function rowOf(result: Result | undefined): string {
  if (!result) return ''
  const { name, ours, bare } = result
  const pair = ({ p50, p99 }: Figures) => `${p50.toFixed(1)}, ${p99.toFixed(1)}`
  const failed = ours.failed + (bare?.failed ?? 0)
  const cells = [
    failed > 0 ? `${name} (${failed} failed)` : name,
    ours.perSecond.toFixed(0),
    bare?.perSecond.toFixed(0) ?? '',
    bare ? `${(ours.perSecond / bare.perSecond).toFixed(2)}x` : '',
    pair(ours),
    bare ? pair(bare) : '',
    bare ? `${ours.cpu.toFixed(3)}, ${bare.cpu.toFixed(3)}` : ours.cpu.toFixed(3),
    bare ? `${(ours.cpu / bare.cpu).toFixed(2)}x` : '',
  ]
  return `| ${cells.join(' | ')} |`
}
