import { afterAll, beforeAll, expect, test } from 'vitest'
import { driver } from '../../../../test/support/driver.ts'
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'

let own: TestDatabase
let database: Database
const roles = ['e_north', 'e_south'] as const
type Role = (typeof roles)[number]
// Roles belong to the whole cluster, which other test files share.
const roleOf = (role: Role) => `${role}_${process.pid}`

beforeAll(async () => {
  own = await emptyDatabase('roles')
  database = openDatabase({ driver, connectionString: own.connectionString, connections: 3 })
  for (const role of roles) {
    await database.execute({ text: `create role ${roleOf(role)} nologin` })
    await database.execute({ text: `create schema ${role}` })
    await database.execute({ text: `grant usage on schema ${role} to ${roleOf(role)}` })
    await database.execute({ text: `create table ${role}.thing (id integer primary key, name text)` })
    await database.execute({ text: `grant select, insert on ${role}.thing to ${roleOf(role)}` })
    await database.execute({ text: `insert into ${role}.thing values (0, '${role}')` })
  }
})
afterAll(async () => {
  for (const role of roles) {
    await database.execute({ text: `drop schema ${role} cascade` })
    await database.execute({ text: `drop role ${roleOf(role)}` })
  }
  await database.stop()
  await own.drop()
})

const whoAmI = { text: 'select current_user::text as name' }
const ask = async (asker: Database, lane?: 'keyed' | 'brief') => {
  const statement = { ...whoAmI, values: [], ...(lane && { lane, name: `who ${lane}` }) }
  return (await asker.query<{ name: string }>(statement))[0]?.name
}
const namesOf = (asker: Database, schema: Role) =>
  asker.query<{ name: string }>({ text: `select name from ${schema}.thing order by id`, values: [] })

test('a statement under a role reaches what the role may, and nothing else', async () => {
  const north = database.under(roleOf('e_north'))
  expect(await namesOf(north, 'e_north')).toEqual([{ name: 'e_north' }])
  await expect(namesOf(north, 'e_south')).rejects.toThrow('permission denied')
  await expect(north.execute({ text: 'delete from e_north.thing', values: [] })).rejects.toThrow('permission denied')
  expect(await namesOf(database, 'e_south')).toEqual([{ name: 'e_south' }])
})

test('what runs under a role is made once for all who ask for it, and never for one who may leave', async () => {
  const role = roleOf('e_north')
  expect(database.under(role)).toBe(database.under(role))
  expect(database.under(roleOf('e_south'))).not.toBe(database.under(role))
  const leaver = database.until(() => new AbortController().signal)
  expect(leaver.under(role)).not.toBe(database.under(role))
  expect(await ask(leaver.under(role))).toBe(role)
  expect(await ask(database.under(role).under(null))).toBe((await database.query<{ name: string }>(whoAmI))[0]?.name)
})

test('statements of several roles that share a connection run each under their own', async () => {
  const [login] = await database.query<{ name: string }>(whoAmI)
  const askers = [database, database.under(roleOf('e_north')), database.under(roleOf('e_south'))]
  const expected = [login?.name, roleOf('e_north'), roleOf('e_south')]
  for (const lane of ['keyed', 'brief', undefined] as const) {
    const order = Array.from({ length: 90 }, (_, index) => (index * 7 + (index % 4)) % 3)
    const answers = await Promise.all(order.map((which) => ask(askers[which] ?? database, lane)))
    expect(answers).toEqual(order.map((which) => expected[which]))
  }
})

test('a statement that fails leaves those behind it under their roles', async () => {
  const [north, south] = roles.map((role) => database.under(roleOf(role)))
  if (!north || !south) throw new Error('no roles')
  const broken = { name: 'broken', text: 'select 1 / $1::int as value', values: [0], lane: 'keyed' as const }
  const answers = await Promise.allSettled([
    north.query(broken),
    ask(south, 'keyed'),
    south.query(broken),
    ask(north, 'keyed'),
    ask(database, 'keyed'),
  ])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
    'failed',
    roleOf('e_south'),
    'failed',
    roleOf('e_north'),
    (await database.query<{ name: string }>(whoAmI))[0]?.name,
  ])
})

test('a transaction keeps its role to its end, and what it takes back changes no role behind it', async () => {
  const north = database.under(roleOf('e_north'))
  const failing = north.transaction(async (transaction) => {
    expect(await transaction.query(whoAmI)).toEqual([{ name: roleOf('e_north') }])
    await transaction.allow(500)
    expect(await transaction.query({ ...whoAmI, values: [] })).toEqual([{ name: roleOf('e_north') }])
    await transaction.execute({ text: `insert into e_south.thing values (1, 'x')` })
  })
  await expect(failing).rejects.toThrow('permission denied')
  const login = (await database.query<{ name: string }>(whoAmI))[0]?.name
  const after = await Promise.all(
    Array.from({ length: 12 }, (_, index) => ask(index % 2 ? database : database.under(roleOf('e_south')))),
  )
  expect(after).toEqual(after.map((_, index) => (index % 2 ? login : roleOf('e_south'))))
})

test('a copy runs under the role too', async () => {
  const online = openDatabase({ driver, connectionString: own.connectionString, connections: 2, statementTimeout: 0 })
  const north = online.under(roleOf('e_north'))
  const copied = await north.copyOut(async (executor) => {
    expect(await executor.query(whoAmI)).toEqual([{ name: roleOf('e_north') }])
    return 'copy (select current_user::text) to stdout'
  })
  let text = ''
  for await (const chunk of copied) text += String(chunk)
  expect(text).toBe(`${roleOf('e_north')}\n`)
  const refused = await north.copyOut(() => Promise.resolve('copy e_south.thing to stdout'))
  await expect(refused.resume().toArray()).rejects.toThrow('permission denied')
  await online.stop()
})

test('a role that does not exist answers nothing, and harms nobody behind it', async () => {
  const nobody = database.under('e_nobody')
  await expect(ask(nobody, 'keyed')).rejects.toThrow()
  await expect(nobody.transaction((transaction) => transaction.query(whoAmI))).rejects.toThrow()
  await expect(ask(nobody)).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await ask(database.under(roleOf('e_south')), 'keyed')).toBe(roleOf('e_south'))
  expect(await namesOf(database.under(roleOf('e_south')), 'e_south')).toEqual([{ name: 'e_south' }])
})
