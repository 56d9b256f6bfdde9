import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '../src/platform/server/database/database.ts'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'

/**
 * What the role of an environment costs a read by key: none, one role that stays, and several environments
 * asked in turns, so that connections change their role as often as can be. `node bench/roles.ts [rounds [milliseconds]]`
 */
const rounds = Number(process.argv[2] ?? 5)
const time = Number(process.argv[3] ?? 1500)
const loops = 32
const folder = await mkdtemp(join(tmpdir(), 'lintel-roles-'))
await chmod(folder, 0o755)
const postgres = await startPostgres({ folder: join(folder, 'database'), log: () => undefined })
const database = openDatabase({ connectionString: postgres.connectionString })
const schemas = Array.from({ length: 8 }, (_, index) => `e_${index}`)
for (const schema of schemas) {
  for (const text of [
    `create role ${schema} nologin`,
    `create schema ${schema}`,
    `grant usage on schema ${schema} to ${schema}`,
    `create table ${schema}.thing (id integer primary key, name text)`,
    `insert into ${schema}.thing select n, 'thing ' || n from generate_series(1, 100000) n`,
    `grant select on ${schema}.thing to ${schema}`,
  ])
    await database.execute({ text })
}
type Way = (turn: number) => readonly [Database, string]
const walled = schemas.map((schema) => database.under(schema))
const ways: Record<string, Way> = {
  'no role, one environment': () => [database, 'e_0'],
  'its role, one environment': () => [walled[0] ?? database, 'e_0'],
  'no role, two in turns': (turn) => [database, schemas[turn % 2] ?? ''],
  'their roles, two in turns': (turn) => [walled[turn % 2] ?? database, schemas[turn % 2] ?? ''],
  'no role, eight in turns': (turn) => [database, schemas[turn % 8] ?? ''],
  'their roles, eight in turns': (turn) => [walled[turn % 8] ?? database, schemas[turn % 8] ?? ''],
}
const figures = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
for (let round = 0; round <= rounds; round++)
  for (const [name, way] of Object.entries(ways)) {
    const count = await countOf(way)
    if (round > 0) figures.get(name)?.push(count)
  }
for (const [name, counts] of figures) console.log(`| ${name} | ${Math.round(median(counts) / (time / 1000))} |`)
await database.stop()
await postgres.stop()
await rm(folder, { recursive: true, force: true })

async function countOf(way: Way): Promise<number> {
  const end = performance.now() + time
  let count = 0
  let turn = 0
  await Promise.all(
    Array.from({ length: loops }, async () => {
      while (performance.now() < end) {
        const [asker, schema] = way(turn++)
        const text = `select id, name from ${schema}.thing where id = $1::int`
        await asker.query({ name: `one of ${schema}`, text, values: [1 + (turn % 100_000)], lane: 'keyed' })
        count++
      }
    }),
  )
  return count
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
