import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEntity, newEnvironment, type Place } from '../support/maker.ts'
import { openThings, type Request, type Things } from '../support/things.ts'

// Beside the conditions in each statement, the database itself holds environments apart: what works on records runs under
// the environment's own database role, which reaches its own schema only.

let things: Things
let other: Place
beforeAll(async () => {
  things = await openThings('second_wall')
  other = await newEnvironment(things.maker, 'other')
  await newEntity(things.maker, other, 'secrets', [])
})
afterAll(() => things.lintel.close())

const run = (text: string) => things.lintel.database.execute({ text })
const table = () => `"${things.home.schema}"."things"`

/** Everything that reads records, each by its own way through the server. */
function reads(): Request[] {
  const { home, entity, record, records } = things
  return [
    ['GET', records()],
    ['GET', records(`(${record})`)],
    ['GET', records('/$count')],
    ['GET', records('?$apply=aggregate($count as n)')],
    ['GET', records(`?$search=one`)],
    ['GET', records('?$format=csv')],
    ['POST', records('/$query'), '$top=1', { 'content-type': 'text/plain' }],
    ['POST', `/api/odata/v1/${home.id}/$batch`, { requests: [{ id: '1', method: 'GET', url: 'things' }] }],
    ['GET', `/api/export/v1/${home.id}/${entity.id}?format=csv`],
    ['GET', `/api/search/v1/${home.id}?q=one`],
    ['GET', `/api/history/v1/${home.id}/${entity.id}/${record}`],
  ]
}

async function answersOf(requests: readonly Request[]) {
  const answers: [string, boolean][] = []
  for (const [method, url, body, headers] of requests) {
    const { status, text } = await things.maker.send(method, url, body, headers)
    answers.push([`${method} ${url.replace(/[\da-f-]{36}/g, '·')}`, status < 400 && !/"status":5\d\d/.test(text)])
  }
  return answers
}

test('whatever reads records runs under the role of their environment', async () => {
  const before = await answersOf(reads())
  expect(before.filter(([, isAnswered]) => !isAnswered)).toEqual([])
  await run(`revoke select on ${table()} from "${things.home.schema}"`)
  const without = await answersOf(reads())
  await run(`grant select on ${table()} to "${things.home.schema}"`)
  expect(without.filter(([, isAnswered]) => isAnswered)).toEqual([])
})

test('whatever writes records does too', async () => {
  const { record, records, maker } = things
  const writes: Request[] = [
    ['POST', records(), { title: 'two' }],
    ['PATCH', records(`(${record})`), { title: 'three' }],
    ['DELETE', records(`(${record})`)],
  ]
  await run(`revoke insert, update, delete on ${table()} from "${things.home.schema}"`)
  const without = await answersOf(writes)
  await run(`grant insert, update, delete on ${table()} to "${things.home.schema}"`)
  expect(without.filter(([, isAnswered]) => isAnswered)).toEqual([])
  expect((await maker.send('PATCH', records(`(${record})`), { title: 'three' })).status).toBe(200)
})

test('the role of an environment reaches neither another environment nor people and sessions', async () => {
  const walled = things.lintel.database.under(things.home.schema)
  const ask = (text: string) => walled.query({ text, values: [] })
  expect(await ask(`select count(*) from ${table()}`)).toHaveLength(1)
  for (const text of [
    `select * from "${other.schema}"."secrets"`,
    `insert into "${other.schema}"."secrets" (id) values (gen_random_uuid())`,
    'select * from lintel."user"',
    'select * from lintel.session',
    `drop table ${table()}`,
    `create table "${things.home.schema}"."mine" (id uuid)`,
    `copy ${table()} to program 'cat'`,
    `select pg_read_file('/etc/passwd')`,
  ])
    await expect(ask(text), text).rejects.toThrow(/permission denied|must be owner/)
})
