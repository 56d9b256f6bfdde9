import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { freePort } from '../src/platform/server/postgres/port.ts'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { newMaker, type Maker } from '../test/support/maker.ts'
import { startServer, type ServerProcess } from '../test/support/serverProcess.ts'
import { makeAccounts, searchedTexts, type Accounts } from './accounts.ts'
import { measureExchange, sayExchange, type ExchangeRow } from './exchange.ts'
import { keepSection } from './keep.ts'
import { measure, type Figures, type Shot } from './load.ts'
import { pairsOf, pagesOf, searchesOf, wordSearchesOf, type Pair } from './shots.ts'
import { postmasterOf } from './processes.ts'
import { countStatements } from './statements.ts'

/**
 * Our server beside what one would write by hand with Fastify and `pg`, on the same table of the same PostgreSQL, in
 * alternation. Prints tables and keeps each in its section of bench/results.md. `only` is one part of it (requests, searches,
 * exchange), or what the names of some requests hold, which keeps nothing.
 * npm run bench [-- rows [rounds [seconds [only]]]]
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 7)
const time = Number(process.argv[4] ?? 3) * 1000
const only = process.argv[5]
const parts = ['requests', 'searches', 'exchange'] as const
const isPart = parts.some((part) => part === only)
const profile = process.env['BENCH_PROFILE']

const head = `| request | ours/s | bare/s | ratio | ours p50, p99 ms | bare p50, p99 ms | server ms ours, bare | ratio | with PostgreSQL ms ours, bare | ratio |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`

type Side = { readonly pid: number; readonly port: number }
type Sides = { readonly ours: Side; readonly bare: Side; readonly postmaster: number }
/** Ratios are medians of those of the single rounds. */
type Result = {
  readonly name: string
  readonly ours: Figures
  readonly bare?: Figures
  readonly ratios?: { readonly perSecond: number; readonly cpu: number; readonly total: number }
}

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
  const sides: Sides = { ours, bare, postmaster: await postmasterOf(client) }
  const idle = await memoryOf(ours.pid)
  const wants = (part: (typeof parts)[number]) => only === undefined || only === part

  if (wants('requests') || !isPart) {
    const results: Result[] = []
    for (const pair of pairsOf(accounts, maker)) {
      if (only && !isPart && !pair.name.includes(only)) continue
      results.push(await compare(pair, sides))
      console.log(rowOf(results.at(-1)))
    }
    if (wants('requests')) {
      for (const pair of await pagesOf(accounts, maker)) results.push(await alone(pair, sides))
      const loaded = await memoryOf(ours.pid)
      await keep(
        sayRequests(results, { idle, loaded, statements: await statementsPerPage(databaseUrl, accounts, maker) }),
      )
    }
  }
  if (wants('searches')) {
    const results: Result[] = []
    for (const search of await searchable(client, accounts, maker)) results.push(await alone(search, sides, 4))
    for (const search of await fullText(client, accounts, maker)) results.push(await alone(search, sides, 4))
    await keep(saySearches(results))
  }
  if (wants('exchange')) {
    const memory = () => memoryOf(ours.pid)
    const options = { maker, client, accounts, folder, port: ours.port, rounds: Math.min(3, rounds), memory }
    await keep(sayTables(await measureExchange(options)))
  }
}

async function keep(section: string): Promise<void> {
  console.log(section)
  await keepSection(section)
}

async function startBare(connectionString: string, table: string): Promise<Side> {
  const port = await freePort(0)
  const child = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), [connectionString, table, String(port)])
  endings.push(() => void child.kill())
  await once(child, 'message')
  return { pid: child.pid ?? 0, port }
}

/** The product and the bare server in turns, each warmed up before; the medians of all rounds. */
async function compare(pair: Pair, { ours, bare, postmaster }: Sides): Promise<Result> {
  const shoot = (side: Side, shot: Shot, duration: number) =>
    measure(side.port, { server: side.pid, postmaster }, shot, duration)
  const figures: { ours: Figures[]; bare: Figures[] } = { ours: [], bare: [] }
  await shoot(ours, pair.ours, time / 3)
  await shoot(bare, pair.bare, time / 3)
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await shoot(ours, pair.ours, time))
    figures.bare.push(await shoot(bare, pair.bare, time))
  }
  const ratioOf = (name: 'perSecond' | 'cpu' | 'total') =>
    median(figures.ours.map((each, round) => each[name] / (figures.bare[round]?.[name] ?? Number.NaN)))
  return {
    name: pair.name,
    ours: medians(figures.ours),
    bare: medians(figures.bare),
    ratios: { perSecond: ratioOf('perSecond'), cpu: ratioOf('cpu'), total: ratioOf('total') },
  }
}

async function alone(
  { name, ours: shot }: Pick<Pair, 'name' | 'ours'>,
  { ours, postmaster }: Sides,
  connections?: number,
): Promise<Result> {
  const processes = { server: ours.pid, postmaster }
  await measure(ours.port, processes, shot, time / 3, connections)
  return { name, ours: await measure(ours.port, processes, shot, time, connections) }
}

/** The searches, once the table has the indexes that a large one gets: behind any change of its definition. */
async function searchable(client: Client, accounts: Accounts, maker: Maker): Promise<Pick<Pair, 'name' | 'ours'>[]> {
  const { environment, entity } = accounts
  const changed = await maker.send('PATCH', `/api/metadata/entity/v1/${environment}/${entity}`, {
    description: 'A million accounts',
  })
  if (changed.status !== 200) throw new Error(changed.text)
  await indexesMade(client, '_search_', searchedTexts)
  await client.query(`vacuum analyze ${accounts.table}`)
  return searchesOf(accounts, maker)
}

/** The searches for words, once the table has full-text search. */
async function fullText(client: Client, accounts: Accounts, maker: Maker): Promise<Pick<Pair, 'name' | 'ours'>[]> {
  const { environment, entity } = accounts
  const changed = await maker.send('PATCH', `/api/metadata/entity/v1/${environment}/${entity}`, { tsv: true })
  if (changed.status !== 200) throw new Error(changed.text)
  await indexesMade(client, '_words_', 1)
  await client.query(`vacuum analyze ${accounts.table}`)
  // The server checks for the index again after a second.
  await pause(1500)
  return wordSearchesOf(accounts, maker)
}

async function indexesMade(client: Client, prefix: string, wanted: number): Promise<void> {
  for (let found = 0; found < wanted;) {
    await pause(500)
    const { rows: made } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_index i join pg_class c on c.oid = i.indexrelid
        where starts_with(c.relname, $1) and i.indisvalid`,
      [prefix],
    )
    found = made[0]?.count ?? 0
  }
}

/** Statements per list page, by the page's length; measured on another server behind a counting connection. */
async function statementsPerPage(databaseUrl: string, { environment }: Accounts, maker: Maker): Promise<string[]> {
  const counter = await countStatements(databaseUrl)
  const server: ServerProcess = await startServer({
    databaseUrl: counter.connectionString,
    // Processes on one database share their files.
    dataFolder: join(folder, 'ours'),
  })
  try {
    const counts: string[] = []
    for (const top of [25, 100, 500]) {
      const path = `/api/odata/v1/${environment}/accounts?$top=${top}&$expand=owner($select=name),created_by($select=name)`
      const headers = { authorization: `Bearer ${maker.token}` }
      // The first ones also find session and membership, and the server works by itself meanwhile: the fewest are the page's own.
      let fewest = Number.POSITIVE_INFINITY
      for (let time = 0; time < 8; time++) {
        const before = counter.count()
        const answer = await server.send('GET', path, undefined, headers)
        if (answer.status !== 200) throw new Error(answer.text)
        fewest = Math.min(fewest, counter.count() - before)
      }
      counts.push(`${fewest} for ${top} rows`)
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
  const of = (name: keyof Figures) => median(rounds.map((round) => round[name]))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    total: of('total'),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function sayRequests(
  results: readonly Result[],
  more: { idle: number; loaded: number; statements: readonly string[] },
): string {
  return `# What a request costs

Our server beside a bare Fastify with \`pg\` (no sign-in, no rights, no history), on one table of ${rows.toLocaleString('en')} rows and 17
columns, 32 connections, in alternation; medians of ${rounds} rounds of ${time / 1000} s, of the ratios too. \`npm run bench\` makes this section
anew, and those of searches and of whole tables. The ratios are what counts: they were measured on ${cpus().length} cores that clients, servers and PostgreSQL shared, Node ${process.versions.node}.
The last ratio is that of all processor time, of the server and PostgreSQL together, for one request: what the machine
else does changes it least, and where processors are what is short its inverse is the ratio of requests.

Both servers use the same indexes: the primary key, and (city, status, created_on desc, id desc) for the list of 50 rows
with 10 columns, two filters and one order. Ours writes record, event and audit row in each change; the bare one only the row.

${head}
${results.map(rowOf).join('\n')}

Statements of a list page with two lookups: ${more.statements.join(', ')}. Memory of the server: ${more.idle} MB
before, ${more.loaded} MB after the load.
`
}

function saySearches(results: readonly Result[]): string {
  return `# What a search costs

Searches in a table of ${rows.toLocaleString('en')} rows, over 4 connections (\`npm run bench -- ${rows} ${rounds} ${time / 1000} searches\`).

${head}
${results.map(rowOf).join('\n')}
`
}

function sayTables(exchange: readonly ExchangeRow[]): string {
  return `# Whole tables out and in

A table of ${rows.toLocaleString('en')} rows beside \`COPY\` by a client of the same machine; the best of a few rounds
(\`npm run bench -- ${rows} ${rounds} ${time / 1000} exchange\`).

${sayExchange(exchange)}
`
}

function rowOf(result: Result | undefined): string {
  if (!result) return ''
  const { name, ours, bare, ratios } = result
  const pair = ({ p50, p99 }: Figures) => `${p50.toFixed(1)}, ${p99.toFixed(1)}`
  const failed = ours.failed + (bare?.failed ?? 0)
  const ratio = (of: 'perSecond' | 'cpu' | 'total') => (ratios ? `${ratios[of].toFixed(2)}x` : '')
  const times = (of: 'cpu' | 'total') =>
    [ours[of], ...(bare ? [bare[of]] : [])].map((time) => time.toFixed(3)).join(', ')
  const cells = [
    failed > 0 ? `${name} (${failed} failed)` : name,
    ours.perSecond.toFixed(0),
    bare?.perSecond.toFixed(0) ?? '',
    ratio('perSecond'),
    pair(ours),
    bare ? pair(bare) : '',
    times('cpu'),
    ratio('cpu'),
    times('total'),
    ratio('total'),
  ]
  return `| ${cells.join(' | ')} |`
}
