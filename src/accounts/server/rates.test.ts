import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitRates } from '#accounts/server/rates.routes.ts'
import { openHouse, post, signedIn, type House } from '../../../test/support/people.ts'

let house: House
let now = Date.now()
beforeAll(async () => {
  house = await openHouse('rates', {
    beforeRoutes: (app) => limitRates(app, { perSecond: 2, now: () => new Date(now) }),
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
