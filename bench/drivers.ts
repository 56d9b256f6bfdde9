import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import postgres from 'postgres'
import type { JsonMember } from '../src/platform/jsonRows.ts'
import { drivers, openDatabase, type Driver } from '../src/platform/server/database/database.ts'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { keepSection } from './keep.ts'

/**
 * What our own wire earns: three statements of everyday work on it, on the same database layer over `pg` alone, on a pool of
 * `pg` and on `postgres`, in alternation. Each answers JSON text, as a request does. Keeps a table in bench/results.md.
 * node bench/drivers.ts [rounds [seconds]]
 */
const rounds = Number(process.argv[2] ?? 7)
const time = Number(process.argv[3] ?? 2) * 1000
const rows = 20_000
const page = 50
const together = 32

const one = 'select id, name, city, revenue from account where id = $1'
const list = `select id, name, city, revenue from account where city = $1 order by id limit ${page}`
const insert = 'insert into written (name) values ($1) returning id'

type Side = {
  readonly name: string
  readonly one: (id: number) => Promise<string>
  readonly list: (city: string) => Promise<string>
  readonly insert: (name: string) => Promise<string>
  readonly stop: () => Promise<void>
}
type Run = { readonly perSecond: number; readonly micros: number }

const folder = await mkdtemp(join(tmpdir(), 'lintel-drivers-'))
await chmod(folder, 0o755)
const server = await startPostgres({ folder, log: () => undefined })
try {
  await compare(server.connectionString)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function compare(address: string): Promise<void> {
  await fill(address)
  const sides = [
    ...drivers.map((driver) => openOurs(address, driver)),
    openPg(address),
    openPostgres(address),
  ] satisfies Side[]
  const works = [
    { name: 'one by its id', run: (side: Side, step: number) => side.one(1 + (step % rows)) },
    { name: `a page of ${page}`, run: (side: Side, step: number) => side.list(`city ${step % 100}`) },
    { name: 'insert', run: (side: Side, step: number) => side.insert(`name ${step}`) },
  ]
  const lines: string[] = []
  for (const { name, run } of works) {
    const runs = new Map<Side, Run[]>(sides.map((side) => [side, []]))
    for (let round = -1; round < rounds; round++) {
      for (const side of sides) {
        const measured = await measure((step) => run(side, step))
        // The first round only warms up.
        if (round >= 0) runs.get(side)?.push(measured)
      }
    }
    const [first] = sides
    const base = medianOf(first ? (runs.get(first) ?? []) : [])
    for (const side of sides) {
      const median = medianOf(runs.get(side) ?? [])
      const ratio = (median.micros / base.micros).toFixed(2)
      lines.push(
        `| ${name} | ${side.name} | ${Math.round(median.perSecond)} | ${median.micros.toFixed(0)} | ${ratio}x |`,
      )
      console.log(lines.at(-1))
    }
  }
  for (const side of sides) await side.stop()
  await keepSection(`# What our own wire earns

\`node bench/drivers.ts\`: ${together} at a time, medians of ${rounds} rounds of ${time / 1000} s in alternation, ${cpus().length} cores. The time is the processor time of the process that asks, per statement, answers made into JSON text; the ratio is against our own wire.

| statement | way | per second | µs | ratio |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`)
}

async function fill(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query('create table account (id integer primary key, name text, city text, revenue numeric)')
  await client.query('create table written (id integer primary key generated always as identity, name text)')
  await client.query(
    `insert into account select n, 'account ' || n, 'city ' || n % 100, n * 1.25 from generate_series(1, ${rows}) n`,
  )
  await client.query('create index on account (city, id)')
  await client.query('analyze account')
  await client.end()
}

function openOurs(address: string, driver: Driver): Side {
  const database = openDatabase({ connectionString: address, driver })
  const forms = { id: 'digits', name: 'text', city: 'text', revenue: 'digits' } as const
  const members: JsonMember[] = Object.entries(forms).map(([name, form], column) => ({ name, column, form }))
  const columns = members.length
  const oneRow = { kind: 'one', columns, members, version: undefined } as const
  const pageOfRows = { kind: 'list', columns, members, limit: page, backward: false, keys: [], near: false, far: false }
  const listed = { ...pageOfRows, kind: 'list' } as const
  const given = 'with "given" as (select * from unnest($1::text[]) with ordinality as g ("_1", "_n"))'
  // The ids are those of the numbers of the list, in its order.
  const several = {
    name: 'several',
    differBy: 0,
    text: `${given}, made as (insert into written (name) select "_1" from given order by "_n" returning id, name)
      select g."_n", m.id from given g join made m on m.name = g."_1"`,
  }
  const valueOf = (found: { value: string }[]) => found[0]?.value ?? ''
  return {
    name: driver === 'wire' ? 'our own wire' : 'our database layer over `pg`',
    one: async (id) =>
      valueOf(await database.query({ text: one, values: [id], name: 'one', lane: 'keyed', json: oneRow })),
    list: async (city) =>
      valueOf(await database.query({ text: list, values: [city], name: 'list', lane: 'brief', json: listed })),
    insert: async (name) =>
      JSON.stringify((await database.query({ text: insert, values: [name], name: 'insert', several }))[0]),
    stop: () => database.stop(),
  }
}

function openPg(address: string): Side {
  const pool = new pg.Pool({ connectionString: address, max: 10 })
  return {
    name: 'a pool of `pg`',
    one: async (id) => JSON.stringify((await pool.query({ name: 'one', text: one, values: [id] })).rows[0]),
    list: async (city) => JSON.stringify((await pool.query({ name: 'list', text: list, values: [city] })).rows),
    insert: async (name) =>
      JSON.stringify((await pool.query({ name: 'insert', text: insert, values: [name] })).rows[0]),
    stop: () => pool.end(),
  }
}

function openPostgres(address: string): Side {
  const sql = postgres(address, { max: 10, onnotice: () => undefined })
  const prepared = { prepare: true } as const
  return {
    name: '`postgres`',
    one: async (id) => JSON.stringify((await sql.unsafe(one, [id], prepared))[0]),
    list: async (city) => JSON.stringify(await sql.unsafe(list, [city], prepared)),
    insert: async (name) => JSON.stringify((await sql.unsafe(insert, [name], prepared))[0]),
    stop: () => sql.end(),
  }
}

async function measure(run: (step: number) => Promise<string>): Promise<Run> {
  let step = 0
  const before = process.cpuUsage()
  const start = performance.now()
  const end = start + time
  await Promise.all(
    Array.from({ length: together }, async () => {
      while (performance.now() < end) await run(step++)
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (step / (performance.now() - start)) * 1000, micros: (user + system) / step }
}

function medianOf(runs: readonly Run[]): Run {
  const middle = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return { perSecond: middle(runs.map((run) => run.perSecond)), micros: middle(runs.map((run) => run.micros)) }
}
