import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../../../../test/support/apis.ts'
import {
  confirmed,
  newEntity,
  newEnvironment,
  newMaker,
  type Answer,
  type Maker,
  type Place,
} from '../../../../test/support/maker.ts'

let house: TestApi
let anna: Maker
let home: Place
let other: Place

beforeAll(async () => {
  house = await openApiOn('api_keys')
  anna = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  other = await newEnvironment(anna, 'other')
  await newEntity(anna, home, 'open', [])
  const secret = await newEntity(anna, home, 'secret', [{ name: 'Open', uri: 'open', type: 'text' }])
  const closed = await anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${secret.id}`, { queryable: false })
  expect(closed.status, closed.text).toBe(200)
})
afterAll(() => house.close())

type Key = { id: string; key: string; name: string; last_used_on: string | null; expires_on: string | null }
const make = async (draft: object): Promise<Key> => {
  await confirmed(anna)
  const answer = await anna.send('POST', '/api/user/v1/key', draft)
  expect(answer.status, answer.text).toBe(201)
  return answer.json<Key>()
}
const basic = (key: string, name = 'anyone') => `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`
const service = (place: Place, path = 'open') => `/api/odata/v1/${place.id}/${path}`
const by = (authorization: string, path: string, method = 'GET', body?: object): Promise<Answer> =>
  house.send(method, path, body, { authorization })

test('a key opens the records of its person, as a bearer and as the password of any name', async () => {
  const { key } = await make({ name: 'Excel' })
  expect(key).toMatch(/^lintel_[\w-]{43}$/)
  for (const authorization of [`Bearer ${key}`, basic(key), basic(key, ''), basic(key, 'anna@example.org')]) {
    expect((await by(authorization, service(home))).status, authorization).toBe(200)
    expect((await by(authorization, service(other, ''))).status, authorization).toBe(200)
  }
  expect((await by(`Bearer ${key}`, service(home), 'POST', { name: 'By a program' })).status).toBe(201)
})

test('a key opens nothing but records', async () => {
  const { key } = await make({ name: 'Excel' })
  for (const path of ['/api/user/v1/me', '/api/user/v1/key', '/api/env/v1', `/api/metadata/v1/${home.id}`]) {
    expect((await by(`Bearer ${key}`, path)).status, path).toBe(401)
  }
  expect((await by(`Bearer ${key}`, '/api/user/v1/key', 'POST', { name: 'More' })).status).toBe(401)
})

test('a key for one environment reaches no other', async () => {
  const { key } = await make({ name: 'Excel', envid: home.id })
  expect((await by(`Bearer ${key}`, service(home))).status).toBe(200)
  expect((await by(`Bearer ${key}`, service(other, ''))).status).toBe(404)
})

test('what is not queryable is open to people, not to keys: neither listed, read, reached nor written', async () => {
  const { key } = await make({ name: 'Excel' })
  expect((await anna.send('GET', service(home, 'secret'))).status).toBe(200)
  const closed = await by(`Bearer ${key}`, service(home, 'secret'))
  const unknown = await by(`Bearer ${key}`, service(home, 'nothing'))
  expect(closed.status).toBe(unknown.status)
  expect((await by(`Bearer ${key}`, service(home, 'secret'), 'POST', { name: 'X' })).status).toBe(closed.status)
  expect((await by(`Bearer ${key}`, service(home, ''))).text).not.toContain('secret')
})

test('a key that is revoked, expired or made up opens nothing, and a program is asked for another', async () => {
  const { id, key } = await make({ name: 'Excel', days: 1 })
  expect((await by(basic(key), service(home))).status).toBe(200)
  expect((await anna.send('DELETE', `/api/user/v1/key/${id}`)).status).toBe(204)
  const answer = await by(basic(key), service(home))
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic /)])
  expect((await by(basic(`${key.slice(0, -2)}AA`), service(home))).status).toBe(401)
  const { key: expired, id: old } = await make({ name: 'Excel' })
  await house.database.execute({ text: `update lintel.api_key set expires_on = now() where id = $1`, values: [old] })
  expect((await by(basic(expired), service(home))).status).toBe(401)
  const page = { 'sec-fetch-site': 'same-origin' }
  expect((await house.send('GET', service(home), undefined, page)).headers['www-authenticate']).toBeUndefined()
})

test('keys are listed without their secrets, with their last use; another person knows none of them', async () => {
  const { id, key } = await make({ name: 'Listed', days: 30 })
  await by(`Bearer ${key}`, service(home))
  await expect
    .poll(async () => {
      const { value } = (await anna.send('GET', '/api/user/v1/key')).json<{ value: Key[] }>()
      return value.find((each) => each.id === id)
    })
    .toMatchObject({ name: 'Listed', last_used_on: expect.any(String), expires_on: expect.any(String) })
  expect((await anna.send('GET', '/api/user/v1/key')).text).not.toContain(key.slice(10))
  const berta = await newMaker(house.send, 'berta@example.org')
  expect((await berta.send('DELETE', `/api/user/v1/key/${id}`)).status).toBe(404)
  expect((await by(`Bearer ${key}`, service(home))).status).toBe(200)
  const stored = await house.database.query<{ hash: Buffer }>({ text: 'select hash from lintel.api_key' })
  expect(stored.map(({ hash }) => hash.toString('latin1')).join()).not.toContain(key.slice(10))
})

test.each([
  { name: 'x' },
  { name: 'Good name', days: 0 },
  { name: 'Good name', envid: 'none' },
  { name: 'Good name', admin: true },
])('a key of %j is refused', async (draft) => {
  expect((await anna.send('POST', '/api/user/v1/key', draft)).status).toBeGreaterThanOrEqual(400)
})

test('a person has at most 50 keys, however many they ask for at once', async () => {
  const carla = await newMaker(house.send, 'carla@example.org')
  await confirmed(carla)
  const made = await Promise.all(
    Array.from({ length: 60 }, () => carla.send('POST', '/api/user/v1/key', { name: 'Many' })),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(50)
  const refused = made.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]))
  expect(refused[0]?.text).toContain('apiKey.limit')
})

test('a key outlives the session that makes it: an open browser alone makes none', async () => {
  const dora = await newMaker(house.send, 'dora@example.org')
  const draft = { name: 'Robot', envid: null, days: 30 }
  const found = await dora.send('POST', '/api/user/v1/key', draft)
  expect([found.status, found.text]).toEqual([403, expect.stringContaining('identity.confirmNeeded')])
  await confirmed(dora)
  expect((await dora.send('POST', '/api/user/v1/key', draft)).status).toBe(201)
})

test('a key that may only read reads, and changes nothing, on any way in', async () => {
  const made = await anna.send('POST', service(home), { name: 'Kept' })
  const { id } = made.json<{ id: string }>()
  const { key } = await make({ name: 'Reader', readonly: true })
  const bearer = `Bearer ${key}`
  const seen = await by(bearer, service(home))
  expect(seen.status, seen.text).toBe(200)
  expect(seen.json<{ value: unknown[] }>().value.length).toBeGreaterThan(0)
  const batch = { requests: [{ id: '1', method: 'post', url: 'open', body: { name: 'By batch' } }] }
  const answers = [
    await by(bearer, service(home), 'POST', { name: 'New' }),
    await by(bearer, service(home, `open(${id})`), 'PATCH', { name: 'Changed' }),
    await by(bearer, service(home, `open(${id})`), 'DELETE'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  const inBatch = await by(bearer, service(home, '$batch'), 'POST', batch)
  expect(inBatch.json<{ responses: { status: number }[] }>().responses.map(({ status }) => status)).toEqual([403])
  expect((await anna.send('GET', service(home, `open(${id})`))).json()).toMatchObject({ name: 'Kept' })
})

test('a key for chosen tables reaches no others, and is for one environment', async () => {
  await newEntity(anna, home, 'hidden', [])
  const kept = await anna.send('POST', service(home, 'hidden'), { name: 'Kept' })
  expect(kept.status, kept.text).toBe(201)
  const [open] = await house.database.query<{ id: string }>({
    text: `select id from ${home.schema}._entity where uri = 'open'`,
  })
  const nowhere = await anna.send('POST', '/api/user/v1/key', { name: 'Some', entities: [open?.id] })
  expect(nowhere.status).toBe(422)
  const { key } = await make({ name: 'Some', envid: home.id, entities: [open?.id] })
  const bearer = `Bearer ${key}`
  expect((await by(bearer, service(home), 'POST', { name: 'Allowed' })).status).toBe(201)
  const rows = await by(bearer, service(home, 'hidden'))
  expect([rows.status, rows.text.includes('Kept')]).not.toEqual([200, true])
  const one = await by(bearer, service(home, `hidden(${kept.json<{ id: string }>().id})`))
  expect(one.status).toBe(404)
  expect((await by(bearer, service(home, 'hidden'), 'POST', { name: 'No' })).status).toBe(404)
})
