import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCounter } from '#accounts/server/signIn/callCounter.ts'
import { openHouse, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
let now = Date.now()
beforeAll(async () => {
  house = await openHouse('rates', {
    deps: { countCall: callCounter({ perSecond: 2, now: () => new Date(now) }) },
  })
})
afterAll(() => house.close())

const me = (headers: Record<string, string>, ip = '127.0.0.1') =>
  house.app.inject({ url: '/api/user/v1/me', headers, remoteAddress: ip })

test('a person who asks too often gets 429 and when to come again, from every place; others go on', async () => {
  const anna = await signedIn(house, 'anna@example.org')
  now += 60_000
  const berta = await signedIn(house, 'berta@example.org')
  const statuses = []
  for (let count = 0; count < 25; count++) statuses.push((await me(anna, `192.0.2.${count}`)).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  const refused = await me(anna, '192.0.2.99')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  expect((await me(berta)).statusCode).toBe(200)
  now += 1000
  expect((await me(anna)).statusCode).toBe(200)
})

test('without a session the place counts, and pages are not calls', async () => {
  now += 60_000
  const statuses = []
  for (let count = 0; count < 22; count++)
    statuses.push((await post(house, '/auth/security/v1/refresh', { method: 'cookie' })).statusCode)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
  expect(statuses.slice(20)).toEqual([429, 429])
  expect((await house.app.inject('/dev/mail.json')).statusCode).toBe(200)
})

test('made-up tokens count for their place, so that nobody tries them without end; who is signed in there goes on', async () => {
  now += 60_000
  const clara = await signedIn(house, 'clara@example.org')
  now += 60_000
  const statuses = []
  for (let count = 0; count < 22; count++)
    statuses.push((await me({ authorization: `Bearer ${'made-up'.repeat(4)}${count}` })).statusCode)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
  expect(statuses.slice(20)).toEqual([429, 429])
  expect((await me(clara)).statusCode).toBe(200)
})

test('calls that are refused to somebody signed in are calls too', async () => {
  now += 60_000
  const dora = await signedIn(house, 'dora@example.org')
  now += 60_000
  await house.database.execute({
    text: `update lintel."user" set status = 'created', unverified_on = now() where email = 'dora@example.org'`,
  })
  const statuses = []
  for (let count = 0; count < 22; count++)
    statuses.push((await house.app.inject({ url: '/api/user/v1/session', headers: dora })).statusCode)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(403))
  expect(statuses.slice(20)).toEqual([429, 429])
})
