import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessCookie, csrfHeader, refreshCookie } from '../../src/accounts/session.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

// The host of an environment is another origin than the web app's: no cookie opens anything there.
const host = 'home.localhost:3000'
const password = 'Otter7Bay'
const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }

let lintel: WholeLintel
let anna: Maker
let home: Place
let cookies: Readonly<Record<string, string>>
let csrf: string

beforeAll(async () => {
  lintel = await openLintel('envhosts')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  const answer = await signIn('cookie', {})
  cookies = { cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const main = { ...cookies, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
  csrf = (await call('POST', '/api/csrf/v1/create', main)).json<{ token: string }>().token
})
afterAll(() => lintel.close())

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, headers: Record<string, string>, payload?: object) =>
  lintel.app.inject({ method, url, headers: { host: 'localhost:3000', ...headers }, ...(payload && { payload }) })
const signIn = (method: 'cookie' | 'jwt', headers: Record<string, string>) =>
  call('POST', '/api/auth/security/v1/signin', headers, { email: 'anna@example.org', password, method })

test('cookies alone open nothing there, whatever tokens come along', async () => {
  expect((await call('GET', `/api/odata/v1/${home.id}/`, cookies)).statusCode).toBe(200)
  const reading = [
    '/api/odata/v1/',
    `/api/odata/v1/${home.id}/`,
    '/api/user/v1/me',
    '/api/env/v1',
    `/api/metadata/v1/${home.id}`,
  ]
  for (const url of reading)
    expect([url, (await call('GET', url, { ...own, ...cookies })).statusCode]).toEqual([url, 401])
  const changing = { ...own, ...cookies, [csrfHeader]: csrf }
  expect((await call('PATCH', '/api/user/v1/me', changing, { firstname: 'Eve' })).statusCode).toBe(401)
  expect((await call('POST', '/api/auth/security/v1/signout', changing, {})).statusCode).toBe(401)
  // The session is as it was.
  expect((await call('GET', '/api/user/v1/me', cookies)).statusCode).toBe(200)
})

test('none are made there: signing in, refreshing and security tokens are for the main host', async () => {
  const refused = [
    await signIn('cookie', own),
    await call('POST', '/api/auth/security/v1/refresh', { ...own, ...cookies }, { method: 'cookie' }),
    await call('POST', '/api/csrf/v1/create', { ...own, ...cookies }),
    await call('POST', '/api/csrf/v1/create', { ...own, authorization: `Bearer ${anna.token}` }),
  ]
  for (const answer of refused) {
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      401,
      'session.tokenOnly',
    ])
    expect(answer.cookies.filter(({ name }) => name === accessCookie || name === refreshCookie)).toEqual([])
  }
})

test('tokens and keys do, and a token can be had there', async () => {
  const answer = await signIn('jwt', own)
  expect([answer.statusCode, answer.cookies]).toEqual([200, []])
  const { token } = answer.json<{ token: string }>()
  for (const bearer of [token, anna.token]) {
    const asked = { host, authorization: `Bearer ${bearer}` }
    expect((await call('GET', '/api/odata/v1/', asked)).statusCode).toBe(200)
    // Cookies that come along say nothing.
    expect((await call('GET', '/api/odata/v1/', { ...asked, ...cookies })).statusCode).toBe(200)
  }
})
