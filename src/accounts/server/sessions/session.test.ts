import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessCookie, refreshCookie } from '#accounts/session.ts'
import { deviceCookie } from '#accounts/server/signIn/knownDevice.ts'
import { createSessionLookup } from '#accounts/server/sessions/sessionLookup.ts'
import type { BaseContext } from '#platform/server/context.ts'
import { codeFor, cookiesOf, openHouse, person, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openHouse('sessions')
  await signedIn(house, person.email)
})
afterAll(() => house.close())
beforeEach(() => house.database.execute({ text: 'delete from lintel.rate_limit' }))

const sameOrigin = { origin: 'http://localhost' }
const signIn = (wish: object) =>
  post(house, '/auth/security/v1/signin', { email: person.email, password: person.password, ...wish })
const refresh = (wish: object, headers: Record<string, string>) =>
  post(house, '/auth/security/v1/refresh', wish, headers)
const me = (headers: Record<string, string>) => house.app.inject({ url: '/api/user/v1/me', headers })
const patchMe = (headers: Record<string, string>) =>
  house.app.inject({ method: 'PATCH', url: '/api/user/v1/me', headers, payload: { firstname: 'Ilze' } })
const byToken = async () => ({
  authorization: `Bearer ${(await signIn({ method: 'jwt' })).json<{ token: string }>().token}`,
})
const byCookie = async () => cookiesOf(await signIn({ method: 'cookie' }))
const passTime = (interval: string) =>
  house.database.execute({
    text: `update lintel.token set expires_on = expires_on - interval '${interval}', replaced_on = replaced_on - interval '${interval}'`,
  })
const forgetSessions = () => house.clock.pass(1010)

describe('cookies', () => {
  test('are bound to this host, unreadable for scripts, secure, and strict', async () => {
    const answer = await signIn({ method: 'cookie', mode: 'strict' })
    expect(answer.json()).toEqual({ expires_in: 1200 })
    const cookies = answer.cookies.filter(({ name }) => name !== deviceCookie)
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-lintel-session', '__Host-lintel-refresh'])
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'Strict' })
      expect(cookie).not.toHaveProperty('domain')
      expect(cookie).not.toHaveProperty('maxAge')
    }
  })

  test('mode lax and remember_me', async () => {
    const answer = await signIn({ method: 'cookie', mode: 'lax', remember_me: true })
    expect(answer.cookies.filter(({ name }) => name !== deviceCookie)).toMatchObject([
      { sameSite: 'Lax', maxAge: 1200 },
      { sameSite: 'Lax', maxAge: 30 * 86_400 },
    ])
  })

  test('a token of a cookie session is no bearer token elsewhere than its own, and nothing is stored in plain', async () => {
    const answer = await signIn({ method: 'cookie' })
    const [row] = await house.database.query<{ tokens: string }>({
      text: `select string_agg(token::text, ' ') as tokens from lintel.token`,
    })
    for (const { value } of answer.cookies) {
      expect(row?.tokens).not.toContain(value)
      expect(row?.tokens).not.toContain(Buffer.from(value).toString('hex'))
    }
    const refreshSecret = answer.cookies.find(({ name }) => name === refreshCookie)?.value
    expect((await me({ authorization: `Bearer ${refreshSecret}` })).statusCode).toBe(401)
  })
})

describe('cross-site requests', () => {
  test('[R419] POST /csrf/v1/create with an empty body gives the token that changes by cookie need', async () => {
    const cookies = await byCookie()
    const created = await house.app.inject({
      method: 'POST',
      url: '/api/csrf/v1/create',
      headers: { ...cookies, ...sameOrigin },
    })
    const { token } = created.json<{ token: string }>()
    expect((await patchMe({ ...cookies, ...sameOrigin, 'x-csrf-token': token })).statusCode).toBe(200)
    expect((await patchMe({ ...cookies, ...sameOrigin })).json()).toMatchObject({
      error: { code: 'request.crossSite' },
    })
    expect((await patchMe({ ...cookies, ...sameOrigin, 'x-csrf-token': `${token}x` })).statusCode).toBe(403)
    const others = await byCookie()
    expect((await patchMe({ ...others, ...sameOrigin, 'x-csrf-token': token })).statusCode).toBe(403)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:9999' }],
    ['an environment’s host', { origin: 'http://acme.localhost', 'sec-fetch-site': 'same-site' }],
    ['no origin at all', {}],
    ['an opaque origin', { origin: 'null' }],
    ['a browser that says cross-site', { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' }],
  ])('with a cookie and %s: 403, also for text/plain', async (_name, headers: Record<string, string>) => {
    const cookies = await byCookie()
    const { token } = (
      await house.app.inject({ method: 'POST', url: '/api/csrf/v1/create', headers: { ...cookies, ...sameOrigin } })
    ).json<{ token: string }>()
    const answer = await house.app.inject({
      method: 'PATCH',
      url: '/api/user/v1/me',
      headers: { ...cookies, ...headers, 'x-csrf-token': token, 'content-type': 'text/plain' },
      payload: '{"firstname":"Eve"}',
    })
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      403,
      'request.crossSite',
    ])
  })

  test.each(['signin', 'signup', 'verify', 'resend', 'refresh', 'signout'])(
    '%s refuses another site’s page',
    async (call) => {
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
        string,
        string
      >[])
        expect((await post(house, `/auth/security/v1/${call}`, {}, headers)).statusCode).toBe(403)
    },
  )

  test('[R407] a bearer token needs no security token', async () => {
    expect((await patchMe(await byToken())).statusCode).toBe(200)
  })
})

describe('refresh', () => {
  test('[R420] [R425] answers a token with method jwt, fresh cookies with method cookie', async () => {
    const asked = { mode: 'strict', remember_me: true }
    const old = await byToken()
    const answer = await refresh({ ...asked, method: 'jwt' }, old)
    const { token, expires_in } = answer.json<{ token: string; expires_in: number }>()
    expect([answer.statusCode, expires_in]).toEqual([200, 1200])
    expect(`Bearer ${token}`).not.toBe(old.authorization)
    expect((await me({ authorization: `Bearer ${token}` })).statusCode).toBe(200)

    const first = await signIn({ ...asked, method: 'cookie' })
    const second = await refresh({ ...asked, method: 'cookie' }, cookiesOf(first))
    expect(second.json()).toEqual({ expires_in: 1200 })
    expect(cookiesOf(second)).not.toEqual(cookiesOf(first))
    expect((await me(cookiesOf(second))).statusCode).toBe(200)
    expect(second.cookies[1]).toMatchObject({ name: refreshCookie, maxAge: 30 * 86_400 })
  })

  test.each(['cookie', 'jwt'])('eight at once by %s get one new token, and all eight go on with it', async (method) => {
    const headers: Record<string, string> = method === 'jwt' ? await byToken() : await byCookie()
    const before = await house.database.query({ text: 'select from lintel.token' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh({ method }, headers)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    const given = answers.map((answer) =>
      method === 'jwt' ? `Bearer ${answer.json<{ token: string }>().token}` : cookiesOf(answer)['cookie'],
    )
    expect(new Set(given).size).toBe(1)
    expect(await house.database.query({ text: 'select from lintel.token' })).toHaveLength(before.length + 2)
    const next: Record<string, string> =
      method === 'jwt' ? { authorization: given[0] ?? '' } : { cookie: given[0] ?? '' }
    for (let each = 0; each < 8; each++) expect((await me(next)).statusCode).toBe(200)
  })

  test.each(['cookie', 'jwt'])('by %s: an old token after 30 seconds ends the whole family', async (method) => {
    const old: Record<string, string> = method === 'jwt' ? await byToken() : await byCookie()
    const next = await refresh({ method }, old)
    const fresh =
      method === 'jwt' ? { authorization: `Bearer ${next.json<{ token: string }>().token}` } : cookiesOf(next)
    await passTime('29 seconds')
    expect((await refresh({ method }, old)).statusCode).toBe(200)
    await passTime('2 seconds')
    const reuse = await refresh({ method }, old)
    expect([reuse.statusCode, reuse.json<{ error: { code: string } }>().error.code]).toEqual([
      401,
      'session.refreshFailed',
    ])
    expect((await refresh({ method }, fresh)).statusCode).toBe(401)
    forgetSessions()
    expect((await me(fresh)).statusCode).toBe(401)
  })

  test('an old token after the new one was first used ends the family at once', async () => {
    const first = await byCookie()
    const second = cookiesOf(await refresh({ method: 'cookie' }, first))
    const third = cookiesOf(await refresh({ method: 'cookie' }, second))
    expect((await refresh({ method: 'cookie' }, first)).statusCode).toBe(401)
    expect((await refresh({ method: 'cookie' }, third)).statusCode).toBe(401)
  })

  test('a refused refresh takes the cookies back; the method is the session’s own', async () => {
    const cookies = await byCookie()
    const value = /__Host-lintel-refresh=([^;]+)/.exec(cookies['cookie'] ?? '')?.[1]
    expect((await refresh({ method: 'jwt' }, { authorization: `Bearer ${value}` })).statusCode).toBe(401)
    const refused = await refresh({ method: 'cookie' }, { cookie: `${refreshCookie}=${'x'.repeat(43)}` })
    expect(refused.statusCode).toBe(401)
    expect(refused.cookies.map(({ name, value }) => [name, value])).toEqual([
      [accessCookie, ''],
      [refreshCookie, ''],
    ])
    expect((await refresh({ method: 'cookie' }, {})).statusCode).toBe(401)
  })

  test('an access token lives 20 minutes; a jwt session that slept longer can still be refreshed', async () => {
    const headers = await byToken()
    await passTime('20 minutes')
    expect((await me(headers)).statusCode).toBe(401)
    expect((await refresh({ method: 'jwt' }, headers)).statusCode).toBe(200)
  })
})

describe('the end of a session', () => {
  test('sign-out ends the family at once, and says so again', async () => {
    const cookies = await byCookie()
    expect((await me(cookies)).statusCode).toBe(200)
    const out = await post(house, '/auth/security/v1/signout', {}, cookies)
    expect([out.statusCode, out.cookies.map(({ value }) => value)]).toEqual([204, ['', '']])
    expect((await me(cookies)).statusCode).toBe(401)
    expect((await refresh({ method: 'cookie' }, cookies)).statusCode).toBe(401)
    expect((await post(house, '/auth/security/v1/signout', {}, cookies)).statusCode).toBe(204)
  })

  test('a token of a disabled user is refused within a second, everywhere', async () => {
    const headers = await signedIn(house, 'suspended@example.org')
    expect((await me(headers)).statusCode).toBe(200)
    await house.database.execute({
      text: `update lintel."user" set status = 'inactive' where email = 'suspended@example.org'`,
    })
    forgetSessions()
    expect((await me(headers)).statusCode).toBe(401)
    expect((await refresh({ method: 'jwt' }, headers)).statusCode).toBe(401)
  })

  test('reading a token costs no statement within a second, and one for many at once', async () => {
    const headers = await byToken()
    const csrf = () => post(house, '/csrf/v1/create', {}, headers)
    forgetSessions()
    const before = house.statements()
    await Promise.all(Array.from({ length: 20 }, csrf))
    expect(house.statements() - before).toBe(1)
    await csrf()
    expect(house.statements() - before).toBe(1)
  })
})

test('a session that ends while it is looked up is not believed afterwards', async () => {
  const questions: ((rows: readonly object[]) => void)[] = []
  const database = { query: () => new Promise<readonly object[]>((resolve) => questions.push(resolve)) }
  const lookup = createSessionLookup({ database, now: () => new Date() } as unknown as BaseContext)
  const token = 'x'.repeat(43)
  const asked = lookup.find(token)
  lookup.forget('the session')
  questions[0]?.([{ session: 'the session', method: 'jwt', id: 'the person' }])
  expect(await asked).toMatchObject({ id: 'the session' })
  const again = lookup.find(token)
  questions[1]?.([])
  expect([questions.length, await again]).toEqual([2, null])
})

describe('the developer mailbox', () => {
  test('shows mails to this machine only, as text', async () => {
    await post(house, '/auth/security/v1/signup', { ...person, email: 'box@example.org', firstname: '<b>Bo</b>' })
    const code = await codeFor(house, 'box@example.org')
    const page = await house.app.inject({ url: '/dev/mail' })
    expect(page.body).toContain(code)
    expect(page.body).not.toContain('<b>Bo')
    const list = (await house.app.inject({ url: '/dev/mail.json' })).json<{ value: { to: string }[] }>().value
    expect(list[0]?.to).toBe('box@example.org')
    for (const stranger of [
      { remoteAddress: '10.0.0.7' },
      { headers: { host: 'evil.example' } },
      { headers: { 'x-forwarded-for': '10.0.0.7' } },
    ])
      expect((await house.app.inject({ url: '/dev/mail', ...stranger })).statusCode).toBe(404)
  })
})
