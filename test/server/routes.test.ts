import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeclaredRoute } from '#platform/server/http/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import {
  newEntity,
  newEnvironment,
  newMaker,
  type Answer,
  type Headers,
  type Maker,
  type Place,
} from '../support/maker.ts'

let lintel: WholeLintel
let anna: Maker
let berta: Maker
let home: Place
let foreign: Place
let routes: readonly DeclaredRoute[]

beforeAll(async () => {
  lintel = await openLintel('routes')
  anna = await newMaker(lintel.send, 'anna@example.org')
  berta = await newMaker(lintel.send, 'berta@example.org')
  home = await newEnvironment(anna, 'home')
  foreign = await newEnvironment(berta, 'foreign')
  routes = lintel.app.routeTable.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
})
afterAll(() => lintel.close())

const unsafe = ({ method }: DeclaredRoute) => method !== 'GET'
const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url}`
const within = (...accesses: string[]) => routes.filter(({ access }) => accesses.includes(access ?? ''))

/** The address of a route in an environment, with ids that name nothing. */
function addressOf({ url }: DeclaredRoute, environment: string): string {
  return url
    .replace(':envid', environment)
    .replace('*', `things(${randomUUID()})`)
    .replaceAll(/:\w+/g, () => randomUUID())
}

function call(route: DeclaredRoute, address: string, headers: Headers): Promise<Answer> {
  return lintel.send(route.method, address, unsafe(route) ? {} : undefined, headers)
}

const codeOf = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code]
const bare = (answer: Answer) => answer.text.replace(/"requestId":"[^"]*"/, '')

/** What each of the routes answers that is not what is expected. */
async function others(
  which: readonly DeclaredRoute[],
  expected: readonly [number, string],
  answerOf: (route: DeclaredRoute) => Promise<Answer>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const route of which) {
    const answer = await answerOf(route)
    const code = answer.text.startsWith('{"error"') ? codeOf(answer) : [answer.status, answer.text.slice(0, 80)]
    if (code[0] !== expected[0] || code[1] !== expected[1]) wrong.push(`${nameOf(route)}: ${code.join(' ')}`)
  }
  return wrong
}

describe('every route', () => {
  test('declares who may call it; what anyone may call is this list', () => {
    expect(routes.filter(({ access }) => access === undefined)).toEqual([])
    expect(within('public').map(nameOf).toSorted()).toEqual([
      'GET /api/announcement/v1',
      'GET /api/auth/security/v1/challenge',
      'GET /api/auth/security/v1/ways',
      'GET /api/region/v1',
      'GET /dev/mail',
      'GET /dev/mail.json',
      'GET /health/live',
      'GET /health/ready',
      'POST /api/auth/security/v1/external/code',
      'POST /api/auth/security/v1/external/finish',
      'POST /api/auth/security/v1/external/link',
      'POST /api/auth/security/v1/external/prove',
      'POST /api/auth/security/v1/external/signup',
      'POST /api/auth/security/v1/external/start',
      'POST /api/auth/security/v1/passkey/finish',
      'POST /api/auth/security/v1/passkey/start',
      'POST /api/auth/security/v1/refresh',
      'POST /api/auth/security/v1/resend',
      'POST /api/auth/security/v1/reset',
      'POST /api/auth/security/v1/reset/confirm',
      'POST /api/auth/security/v1/second',
      'POST /api/auth/security/v1/signin',
      'POST /api/auth/security/v1/signout',
      'POST /api/auth/security/v1/signup',
      'POST /api/auth/security/v1/verify',
      'POST /api/invite/v1/look',
    ])
    expect(within('member', 'maker').length).toBeGreaterThan(30)
  })

  test('that needs more than nothing names the environment in its path', () => {
    expect(within('member', 'maker').filter(({ url }) => !url.includes('/:envid'))).toEqual([])
  })

  test('that changes definitions is for makers, but for views, which people have of their own', () => {
    const open = routes.filter(
      (route) => unsafe(route) && route.url.startsWith('/api/metadata/') && route.access !== 'maker',
    )
    expect(open.filter(({ url }) => !url.startsWith('/api/metadata/view/v1/')).map(nameOf)).toEqual([])
  })

  test('that changes a view for all is for makers', async () => {
    const table = await newEntity(anna, home, 'viewed', [])
    const views = `/api/metadata/view/v1/${home.id}/${table.id}`
    const [view] = (await anna.send('GET', views)).json<{ value: readonly { readonly id: string }[] }>().value
    await anna.send('PATCH', '/api/user/v1/me', { developermode: false })
    const shared = { name: 'For all' }
    for (const answer of [
      await anna.send('POST', views, shared),
      await anna.send('POST', `${views}/batch`, { value: [shared] }),
      await anna.send('PATCH', `${views}/${view?.id}`, shared),
      await anna.send('DELETE', `${views}/${view?.id}`),
    ])
      expect(codeOf(answer)).toEqual([403, 'developerMode.needed'])
    expect((await anna.send('POST', views, { name: 'Mine alone', personal: true })).status).toBe(201)
    await anna.send('PATCH', '/api/user/v1/me', { developermode: true })
  })
})

describe('without a session', () => {
  const closed = () => within('user', 'member', 'maker')

  test('every route that is not public answers 401', async () => {
    const wrong = await others(closed(), [401, 'session.required'], (route) =>
      call(route, addressOf(route, home.id), {}),
    )
    expect(wrong).toEqual([])
  })

  test('a public path in the query, a made-up token or another method’s name opens none of them', async () => {
    const tricks: [string, Headers][] = [
      ['?x=/api/auth/security/v1/signin', {}],
      ['?/webhooks/trigger', {}],
      ['?access=public', { 'x-original-url': '/api/region/v1', 'x-rewrite-url': '/health/live' }],
      ['', { authorization: `Bearer ${'A'.repeat(43)}` }],
      ['', { authorization: `bearer ${anna.token}x` }],
      ['', { authorization: `Basic ${Buffer.from(`x:${anna.token}`).toString('base64')}` }],
      ['', { cookie: `__Host-lintel-session=${anna.token}` }],
      ['', { 'x-http-method-override': 'GET', 'x-method-override': 'OPTIONS' }],
      ['?_method=GET', {}],
      [`?access_token=${'x'.repeat(20)}`, {}],
    ]
    for (const [query, headers] of tricks) {
      const wrong = await others(closed(), [401, 'session.required'], (route) =>
        call(route, addressOf(route, home.id) + query, headers),
      )
      expect(wrong, `${query} ${JSON.stringify(headers)}`).toEqual([])
    }
  })
})

describe('with a session by cookie', () => {
  let cookie: string
  let token: string
  const ours = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }

  beforeAll(async () => {
    const wish = { email: 'anna@example.org', password: 'Otter7Bay', method: 'cookie' }
    const signIn = await lintel.app.inject({ method: 'POST', url: '/api/auth/security/v1/signin', payload: wish })
    cookie = signIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await lintel.send('POST', '/api/csrf/v1/create', {}, { cookie, ...ours })
    token = answer.json<{ token: string }>().token
  })

  test('the right page with the right security token is let through', async () => {
    const answer = await lintel.send('PATCH', '/api/user/v1/me', {}, { cookie, ...ours, 'x-csrf-token': token })
    expect(answer.status).toBe(200)
  })

  test('no change goes through without the security token, from another site or from nowhere', async () => {
    const changing = within('user', 'member', 'maker').filter(unsafe)
    const guarded = changing.filter(({ csrf }) => csrf !== 'exempt')
    expect(changing.filter(({ csrf }) => csrf === 'exempt').map(nameOf)).toEqual(['POST /api/csrf/v1/create'])
    const refused: [readonly DeclaredRoute[], Headers][] = [
      [guarded, ours],
      [guarded, { ...ours, 'x-csrf-token': `${token}x` }],
      [guarded, { ...ours, 'x-csrf-token': '' }],
      [changing, { 'x-csrf-token': token }],
      [changing, { 'x-csrf-token': token, origin: 'http://evil.example' }],
      [changing, { 'x-csrf-token': token, origin: 'null' }],
      [changing, { 'x-csrf-token': token, origin: 'http://home.localhost:3000' }],
      [changing, { 'x-csrf-token': token, origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
      [changing, { 'x-csrf-token': token, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
      [changing, { 'x-csrf-token': token, origin: 'http://localhost:3000.evil.example' }],
    ]
    for (const [which, headers] of refused) {
      const wrong = await others(which, [403, 'request.crossSite'], (route) =>
        call(route, addressOf(route, home.id), { cookie, ...headers }),
      )
      expect(wrong, JSON.stringify(headers)).toEqual([])
    }
  })

  test('a form that another site posts as text is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { cookie, 'content-type': type, origin: 'http://evil.example' }
      const answer = await lintel.send('POST', '/api/env/v1', '{"name":"Evil"}', headers)
      expect(codeOf(answer)).toEqual([403, 'request.crossSite'])
      const signIn = await lintel.send('POST', '/api/auth/security/v1/signin', '{}', headers)
      expect(codeOf(signIn)).toEqual([403, 'request.crossSite'])
    }
  })
})

describe('another environment', () => {
  test('is nothing that exists: every route answers as for an id that nobody has', async () => {
    const bodies = new Set<string>()
    const wrong = await others(within('member', 'maker'), [404, 'environment.unknown'], async (route) => {
      const theirs = await call(route, addressOf(route, foreign.id), { authorization: `Bearer ${anna.token}` })
      for (const id of [randomUUID(), foreign.id.toUpperCase(), 'nothing', '00000000-0000-0000-0000-000000000000']) {
        const none = await call(route, addressOf(route, id), { authorization: `Bearer ${anna.token}` })
        if (bare(none) !== bare(theirs)) return none
        bodies.add(bare(none))
      }
      bodies.add(bare(theirs))
      return theirs
    })
    expect(wrong).toEqual([])
    expect(bodies.size).toBe(1)
  })

  test('named by a header, a query or the body stays out of reach, and the own one is served', async () => {
    const headers = { 'x-environment': foreign.id, 'x-tenant-id': foreign.id }
    const answer = await anna.send('GET', `/api/metadata/v1/${home.id}?envid=${foreign.id}`, undefined, headers)
    expect(answer.status).toBe(200)
    const changed = await anna.send('PATCH', `/api/env/v1/${home.id}`, {
      envid: foreign.id,
      id: foreign.id,
      company: 'Acme',
    })
    expect(changed.json()).toMatchObject({ id: home.id })
    expect((await berta.send('GET', `/api/env/v1/${foreign.id}`)).json()).toMatchObject({ company: null })
  })

  test('is not reached over the host of the own one, nor the own one over the other’s host', async () => {
    for (const [host, id] of [
      ['home.localhost:3000', foreign.id],
      ['foreign.localhost:3000', home.id],
      ['foreign.localhost:3000', foreign.id],
    ] as const) {
      const answer = await anna.send('GET', `/api/odata/v1/${id}/things`, undefined, { host })
      expect(codeOf(answer), `${host} ${id}`).toEqual([404, 'environment.unknown'])
    }
  })
})

describe('a maker’s route', () => {
  const asAnna = (route: DeclaredRoute) =>
    call(route, addressOf(route, home.id), { authorization: `Bearer ${anna.token}` })

  test('is refused without developer mode', async () => {
    await anna.send('PATCH', '/api/user/v1/me', { developermode: false })
    expect(await others(within('maker'), [403, 'developerMode.needed'], asAnna)).toEqual([])
    expect(lintel.log()).toMatch(/"route":"[^"]+","ip":"127.0.0.1","status":403,"times":\d+,"msg":"refused request"/)
    await anna.send('PATCH', '/api/user/v1/me', { developermode: true })
  })

  test('is refused to a member who is no administrator, developer mode or not', async () => {
    const clara = await newMaker(lintel.send, 'clara@example.org')
    await joinAsMember(clara)
    const wrong = await others(within('maker'), [403, 'request.forbidden'], (route) =>
      call(route, addressOf(route, home.id), { authorization: `Bearer ${clara.token}` }),
    )
    expect(wrong).toEqual([])
    expect((await clara.send('GET', `/api/metadata/v1/${home.id}`)).status).toBe(200)
    expect(codeOf(await clara.send('PATCH', `/api/env/v1/${home.id}`, { name: 'Mine' }))[0]).toBe(403)
    expect(codeOf(await clara.send('DELETE', `/api/env/v1/${home.id}?name=home`, {}))[0]).toBe(403)
  })
})

/** Makes someone a member of the first environment without any right to change it. */
async function joinAsMember({ id }: Maker): Promise<void> {
  const { schema } = home
  await lintel.database.execute({
    text: `insert into "${schema}"._principal (id, kind, name, unit_id)
      select $1, 'member', 'Clara', id from "${schema}"._unit where parent_id is null`,
    values: [id],
  })
  await lintel.database.execute({
    text: `insert into "${schema}"._member (id, firstname, lastname, status, joined_on)
      values ($1, 'Clara', '', 'active', now())`,
    values: [id],
  })
  await lintel.database.execute({
    text: `insert into lintel.environment_member (environment_id, user_id, status, role, administrator)
      values ($1, $2, 'active', 'Member', false)`,
    values: [home.id, id],
  })
}
