import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceCookie, knownDevice, rememberDevice } from '#accounts/server/signIn/knownDevice.ts'
import { resetMails } from '#accounts/server/signIn/policies.ts'
import { hashOf } from '#accounts/server/secrets.ts'
import { openHouse, person, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openHouse('attacks')
})
afterAll(() => house.close())

const forget = () => house.database.execute({ text: 'delete from lintel.rate_limit' })
const signIn = (email: string, password: string, from: { ip?: string; cookie?: string } = {}) =>
  house.app.inject({
    method: 'POST',
    url: '/api/auth/security/v1/signin',
    remoteAddress: from.ip ?? '127.0.0.1',
    headers: from.cookie === undefined ? {} : { cookie: from.cookie },
    payload: { email, password, method: 'jwt' },
  })
const count = (answers: readonly { statusCode: number }[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length

test('1000 sign-ins over 100 mails from one place: after twenty looks 429, and nobody elsewhere is slowed', async () => {
  await signedIn(house, 'victim7@example.org')
  await forget()
  const answers = []
  for (let round = 0; round < 10; round++) {
    const tries = Array.from({ length: 100 }, (_, index) =>
      signIn(`victim${index}@example.org`, `Wrong${round}`, { ip: '192.0.2.1' }),
    )
    answers.push(...(await Promise.all(tries)))
  }
  // Twenty, and one more after each delay that ends while the thousand come in.
  expect(count(answers, 401)).toBeGreaterThanOrEqual(20)
  expect(count(answers, 401)).toBeLessThan(30)
  expect(count(answers, 401) + count(answers, 429)).toBe(1000)
  expect((await signIn('victim7@example.org', person.password, { ip: '198.51.100.9' })).statusCode).toBe(200)
})

test('1000 sign-ins over one mail from 100 places: 429; the owner’s browser gets in at once, a strange one after five minutes at most', async () => {
  await signedIn(house, 'target@example.org')
  await forget()
  const first = await signIn('target@example.org', person.password, { ip: '198.51.100.1' })
  const device = first.cookies.find(({ name }) => name === deviceCookie)
  expect(device).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
  const cookie = `${deviceCookie}=${device?.value}`

  const answers = []
  for (let round = 0; round < 10; round++) {
    const tries = Array.from({ length: 100 }, (_, index) =>
      signIn('target@example.org', `Wrong${round}`, { ip: `203.0.113.${index}` }),
    )
    answers.push(...(await Promise.all(tries)))
  }
  expect(count(answers, 401)).toBeGreaterThanOrEqual(5)
  expect(count(answers, 401)).toBeLessThan(15)
  expect(count(answers, 401) + count(answers, 429)).toBe(1000)

  // However long they go on: the delay never grows beyond five minutes.
  await house.database.execute({
    text: `update lintel.rate_limit set tries = tries + 1000, blocked_until = now() where blocked_until > now()`,
  })
  await signIn('target@example.org', 'Wrong11', { ip: '203.0.113.200' })
  const blocked = await signIn('target@example.org', person.password, { ip: '198.51.100.2' })
  expect(blocked.statusCode).toBe(429)
  expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(300)
  expect((await signIn('target@example.org', person.password, { ip: '198.51.100.2', cookie })).statusCode).toBe(200)
})

test('a known browser has five free tries too, and is known to no other account, installation or made-up seal', async () => {
  await signedIn(house, 'known@example.org')
  await forget()
  const first = await signIn('known@example.org', person.password)
  const cookie = `${deviceCookie}=${first.cookies.find(({ name }) => name === deviceCookie)?.value}`
  const answers = []
  for (let guess = 0; guess < 7; guess++) answers.push(await signIn('known@example.org', `Wrong${guess}`, { cookie }))
  expect([count(answers, 401), count(answers, 429)]).toEqual([5, 2])

  const value = rememberDevice('secret', undefined, 'a@example.org')
  expect(knownDevice('secret', value, 'a@example.org')).toBe(value)
  expect(knownDevice('secret', value, 'b@example.org')).toBeUndefined()
  expect(knownDevice('other secret', value, 'a@example.org')).toBeUndefined()
  expect(knownDevice('secret', `${value.slice(0, -1)}~${'x'.repeat(500)}`, 'a@example.org')).toBeUndefined()
})

test('whoever strangers keep out of a new browser comes in by a link, however many links they ask for meanwhile', async () => {
  const email = 'besieged@example.org'
  await signedIn(house, email)
  await forget()
  for (let guess = 0; guess < 6; guess++) await signIn(email, `Wrong${guess}`, { ip: '203.0.113.7' })
  expect((await signIn(email, person.password)).statusCode).toBe(429)
  const links = () =>
    house.mailbox.mails().flatMap(({ to, text }) => (to === email && /reset#(\S+)/.exec(text)?.[1]) || [])
  for (const number of [1, 2, 3]) {
    await house.database.execute({
      text: 'delete from lintel.rate_limit where key = $1',
      values: [hashOf(resetMails.name, email)],
    })
    expect((await post(house, '/auth/security/v1/reset', { email })).statusCode).toBe(202)
    await expect.poll(() => links().length).toBe(number)
  }
  const [latest, , first] = links()
  const wish = { password: 'Kestrel42', repeatpassword: 'Kestrel42' }
  const chosen = await post(house, '/auth/security/v1/reset/confirm', { token: first, ...wish })
  expect(chosen.statusCode).toBe(204)
  expect((await post(house, '/auth/security/v1/reset/confirm', { token: latest, ...wish })).statusCode).toBe(410)
  expect((await signIn(email, 'Kestrel42')).statusCode).toBe(429)
  const cookie = `${deviceCookie}=${chosen.cookies.find(({ name }) => name === deviceCookie)?.value}`
  expect((await signIn(email, 'Kestrel42', { cookie })).statusCode).toBe(200)
})

test('a browser knows at most five accounts, the latest first', () => {
  let cookie: string | undefined
  for (let index = 0; index < 7; index++) cookie = rememberDevice('secret', cookie, `p${index}@example.org`)
  const known = Array.from(
    { length: 7 },
    (_, index) => knownDevice('secret', cookie, `p${index}@example.org`) !== undefined,
  )
  expect(known).toEqual([false, false, true, true, true, true, true])
  expect(rememberDevice('secret', cookie, 'p6@example.org')).toBe(cookie)
})
