import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrateControlPlane } from '../src/main/migrations.ts'
import { startPostgres } from '../src/platform/server/postgres/postgres.ts'
import { newMember, newRole } from '../test/support/access.ts'
import { expected, newEnvironment, newMaker, newEntity, type Maker } from '../test/support/maker.ts'
import { openApi } from '../test/support/apis.ts'
import { accountAttributes } from './accounts.ts'
import { keepSection } from './keep.ts'

/**
 * What rights cost: the same requests by members of each scope, one after the other, in turns. 300 owners in 30 units hold
 * the records; the owner has 20 further ones by shares. Keeps a section of bench/results.md for each number of records. A
 * million takes some minutes: what is slow is asked less often.
 * node bench/access.ts [rows [requests]]
 */
const rows = Number(process.argv[2] ?? 300_000)
const requests = Number(process.argv[3] ?? 400)
const owners = 300
const units = 30
const warmUps = 10
/** No kind of request is asked for longer, in milliseconds, once it was asked often enough for a median. */
const longest = 30_000
const fewest = 15

type Who = { readonly name: string; readonly maker: Maker; readonly ids: readonly string[] }

const folder = await mkdtemp(join(tmpdir(), 'lintel-access-'))
await chmod(folder, 0o755)
const postgres = await startPostgres({ folder: join(folder, 'database'), log: () => undefined })
const client = new Client({ connectionString: postgres.connectionString })
await client.connect()
await migrateControlPlane(postgres.connectionString)
const api = await openApi(postgres.connectionString)
try {
  await keepSection(await run())
} finally {
  await api.close()
  await client.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(): Promise<string> {
  const { send, database } = api
  const anna = await newMaker(send, 'anna@example.org')
  const home = await newEnvironment(anna, 'bench')
  const { id: entity } = await newEntity(anna, home, 'accounts', accountAttributes)
  const table = `"${home.schema}"."accounts"`
  const roleOf = (scope: 'all' | 'unit' | 'owned') => newRole(database, home, { privileges: { [entity]: scope } })
  const people = {
    all: await newMember({ database, send }, home, 'all@example.org', [await roleOf('all')]),
    unit: await newMember({ database, send }, home, 'unit@example.org', [await roleOf('unit')]),
    owned: await newMember({ database, send }, home, 'owned@example.org', [await roleOf('owned')]),
  }
  await fill(home.schema, table, entity, people)
  const idsOf = async (condition: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(`select id from ${table} where ${condition} limit 200`, values)).rows.map(
      ({ id }) => id,
    )
  const some = await idsOf('true')
  const [unit] = (
    await client.query<{ unit_id: string }>(`select unit_id from "${home.schema}"._principal where id = $1`, [
      people.unit.id,
    ])
  ).rows
  const whos: Who[] = [
    { name: 'an administrator: no predicate', maker: anna, ids: some },
    { name: 'scope all', maker: people.all, ids: some },
    {
      name: 'scope unit: a tenth of all',
      maker: people.unit,
      ids: await idsOf('owning_unit_id = $1', [unit?.unit_id]),
    },
    {
      name: 'scope owned with shares: a three-hundredth',
      maker: people.owned,
      ids: await idsOf('owner_id = $1', [people.owned.id]),
    },
  ]
  const at = (rest: string) => `/api/odata/v1/${home.id}/accounts${rest}`
  const kinds: readonly (readonly [string, (who: Who, turn: number) => string])[] = [
    ['read by id', ({ ids }, turn) => at(`(${ids[turn % ids.length]})`)],
    ['50 newest', () => at('?$orderby=created_on%20desc&$top=50')],
    ['50 by name', () => at('?$orderby=name&$top=50')],
    ['50 of a filter', (_who, turn) => at(`?$filter=employees%20eq%20${turn % 500}&$top=50`)],
    ['$count', () => at('/$count')],
  ]
  const lines = [
    '| request | ' + whos.map(({ name }) => name).join(' | ') + ' |',
    `|${' --- |'.repeat(whos.length + 1)}`,
  ]
  for (const [kind, address] of kinds) {
    const times = whos.map((): { whole: number; inside: number }[] => [])
    const begun = performance.now()
    for (let turn = -warmUps; turn < requests; turn++) {
      if (turn >= fewest && performance.now() - begun > longest) break
      for (const [index, who] of whos.entries()) {
        const start = performance.now()
        const answer = await expected(200, who.maker.send('GET', address(who, Math.abs(turn))))
        const inside = Number(/database;dur=([\d.]+)/.exec(answer.headers['server-timing'] ?? '')?.[1] ?? 0)
        if (turn >= 0) times[index]?.push({ whole: performance.now() - start, inside })
      }
    }
    const middle = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    const [first] = times.map((each) => middle(each.map(({ whole }) => whole)))
    const cells = times.map((each) => {
      const whole = middle(each.map((time) => time.whole))
      return `${whole.toFixed(2)} ms (${middle(each.map((time) => time.inside)).toFixed(2)}), ${(whole / (first ?? 1)).toFixed(2)}x`
    })
    lines.push(`| ${kind} | ${cells.join(' | ')} |`)
    console.log(lines.at(-1))
  }
  return `# What rights cost at ${rows.toLocaleString('en')} records

They are of ${owners} owners in ${units} units, PostgreSQL 18, ${cpus().length} cores, one request after the other, in turns, up to ${requests} of each kind: the median of the whole request without the network (of it in the database), and how many times that of an administrator.

${lines.join('\n')}
`
}

/** Principals, units and records; every member above owns as much as any other owner. */
async function fill(
  schema: string,
  table: string,
  entity: string,
  people: { readonly unit: Maker; readonly owned: Maker },
): Promise<void> {
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const q = (name: string) => `"${schema}"."${name}"`
  // Ten branches of three units each: a member of the middle of a branch reaches a tenth.
  await run(
    `create temporary table u as select n, gen_random_uuid() as id, case when n % 3 = 0 then null else n - n % 3 end as up from generate_series(0, ${units - 1}) n`,
  )
  await run(`insert into ${q('_unit')} (id, parent_id, name, created_on)
    select u.id, coalesce(p.id, (select id from ${q('_unit')} where parent_id is null)), 'Unit ' || u.n, now() from u left join u p on p.n = u.up order by u.up nulls first`)
  await run(`insert into ${q('_principal')} select id, 'unit', 'Unit ' || n, id from u`)
  await run(
    `create temporary table o as select n, gen_random_uuid() as id, (select id from u where u.n = x.n % ${units}) as unit from generate_series(2, ${owners - 1}) x(n)`,
  )
  await run(`insert into ${q('_principal')} select id, 'member', 'Owner ' || n, unit from o`)
  await run(`update ${q('_principal')} set unit_id = (select id from u where n = 0) where id = any($1::uuid[])`, [
    [people.unit.id, people.owned.id],
  ])
  await run(`insert into o values (0, $1, (select id from u where n = 0)), (1, $2, (select id from u where n = 0))`, [
    people.unit.id,
    people.owned.id,
  ])
  await run(`insert into ${table} (id, name, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, city, industry, revenue, employees, founded, email, active)
    select uuidv7(), 'Account ' || md5(i::text), now() - (i * interval '7 seconds'), o.id, now(), o.id, o.id, o.unit, 'City ' || i % 5000,
      (array['logistics','food','energy','wood','optics'])[i % 5 + 1], i % 100000 / 100.0, (i / 7) % 500, date '2000-01-01' + i % 9000, 'a' || i || '@example.org', i % 3 = 0
    from generate_series(1, ${rows}) i join o on o.n = (i::bigint * 7919) % ${owners}`)
  await run(
    `insert into ${q('_share')} (entity_id, record_id, principal_id, may_read, granted_by_id, created_on)
    select $1, id, $2, true, $2, now() from ${table} where owner_id <> $2 limit 20`,
    [entity, people.owned.id],
  )
  await run(`update ${q('_version')} set access_version = access_version + 1`)
  await run(`vacuum analyze ${table}`)
  await run(`vacuum analyze ${q('_share')}`)
}
