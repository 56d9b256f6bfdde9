import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderId } from '#accounts/identity.ts'
import { codeOf, fieldsOf, openIdentityHouse } from '../../../../test/support/identity.ts'
import { codeFor, post, signedIn, type House } from '../../../../test/support/people.ts'
import { client, graphProvider, openidProvider, type StandIn } from '../../../../test/support/providers.ts'

let house: House
let openid: StandIn
let other: StandIn
let graph: StandIn
const home = (id: ProviderId) => `http://localhost:3000/auth/external/${id}`

beforeAll(async () => {
  openid = await openidProvider([home('google'), home('microsoft')])
  other = await openidProvider([home('oidc')])
  graph = await graphProvider()
  const keys = { clientId: client.id, clientSecret: client.secret }
  house = await openIdentityHouse('external', {
    providers: [
      { id: 'google', name: 'Google', issuer: openid.address, ...keys },
      { id: 'microsoft', name: 'Microsoft', issuer: openid.address, ...keys },
      { id: 'oidc', name: 'Acme', issuer: other.address, ...keys },
      { id: 'facebook', name: 'Facebook', graph: { dialog: `${graph.address}/dialog`, api: graph.address }, ...keys },
    ],
  })
})
afterAll(() => Promise.all([house.close(), openid.close(), other.close(), graph.close()]))
beforeEach(() => house.database.execute({ text: 'delete from lintel.rate_limit' }))

const auth = '/auth/security/v1/external'
const standInOf = (provider: ProviderId) => (provider === 'facebook' ? graph : provider === 'oidc' ? other : openid)
const finish = (provider: ProviderId, ticket: string, query: string) =>
  post(house, `${auth}/finish`, { provider, ticket, query, method: 'jwt' })

async function begin(provider: ProviderId) {
  const answer = await post(house, `${auth}/start`, { provider })
  return answer.json<{ address: string; ticket: string }>()
}

/** Signs in at a provider as this person. */
async function arrive(provider: ProviderId, person: { sub: string } & Record<string, unknown>) {
  const { address, ticket } = await begin(provider)
  standInOf(provider).be(person)
  const back = await standInOf(provider).visit(address)
  expect(`${back.origin}${back.pathname}`).toBe(home(provider))
  return { ticket, query: back.search, answer: await finish(provider, ticket, back.search) }
}

const claimOf = (answer: { body: string }) =>
  (JSON.parse(answer.body) as { claim: { ticket: string; step: string; email: string; provider: string } }).claim
const signUp = (ticket: string, more: object = {}) =>
  post(house, `${auth}/signup`, { ticket, firstname: 'Ilze', lastname: '', terms: true, method: 'jwt', ...more })
const bearer = (answer: { body: string }) => ({
  authorization: `Bearer ${(JSON.parse(answer.body) as { token: string }).token}`,
})
const me = (headers: Record<string, string>) => house.app.inject({ url: '/api/user/v1/me', headers })

describe('sign-in by others', () => {
  test('[R021] [R022] [R023] the page is told whose keys are set, and no more', async () => {
    const answer = await house.app.inject({ url: '/api/auth/security/v1/ways' })
    expect(answer.json()).toEqual({
      passwords: 'standard',
      providers: [
        { id: 'google', name: 'Google' },
        { id: 'microsoft', name: 'Microsoft' },
        { id: 'oidc', name: 'Acme' },
        { id: 'facebook', name: 'Facebook' },
      ],
    })
    expect(codeOf(await post(house, `${auth}/start`, { provider: 'myspace' }))).toBe('validation.failed')
  })

  test('[R022] somebody new agrees to the terms and has an account; the second time opens it', async () => {
    const person = { sub: 'g-1', email: 'New@example.org', email_verified: true, given_name: 'Ilze' }
    const first = await arrive('google', person)
    expect(first.answer.statusCode).toBe(202)
    expect(claimOf(first.answer)).toMatchObject({ step: 'signup', email: 'new@example.org', firstname: 'Ilze' })
    const { ticket } = claimOf(first.answer)
    expect((await signUp(ticket, { terms: false })).statusCode).toBe(422)
    const made = await signUp(ticket)
    expect((await me(bearer(made))).json()).toMatchObject({
      email: 'new@example.org',
      provider: 'google',
      status: 'active by email',
    })
    expect((await signUp(ticket)).statusCode).toBe(410)
    const again = await arrive('google', person)
    expect((await me(bearer(again.answer))).json()).toMatchObject({ email: 'new@example.org' })
  })

  test('an address that the provider has not verified is refused, and so is none', async () => {
    const unverified = await arrive('google', { sub: 'g-2', email: 'eve@example.org', email_verified: false })
    expect([unverified.answer.statusCode, codeOf(unverified.answer)]).toEqual([403, 'identity.mailNotVerified'])
    const silent = await arrive('google', { sub: 'g-3', email: 'eve@example.org' })
    expect(codeOf(silent.answer)).toBe('identity.mailNotVerified')
    expect(codeOf((await arrive('oidc', { sub: 'o-3' })).answer)).toBe('identity.mailMissing')
  })

  test('[R023] any administrator at Microsoft can write any address: it counts only with the word of Microsoft', async () => {
    const said = { sub: 'm-1', email: 'boss@example.org', email_verified: true, tid: 'a-tenant-of-the-attacker' }
    expect(claimOf((await arrive('microsoft', said)).answer).step).toBe('prove')
    const owned = { ...said, sub: 'm-2', email: 'owner@example.org', xms_edov: true }
    expect(claimOf((await arrive('microsoft', owned)).answer).step).toBe('signup')
    const personal = { ...said, sub: 'm-3', email: 'home@example.org', tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }
    expect(claimOf((await arrive('microsoft', personal)).answer).step).toBe('signup')
  })

  test('the naive twin, which believes every address, opens accounts of others by the answers that are refused above', async () => {
    const owners = new Map(['eve@example.org', 'boss@example.org', 'faye@example.org'].map((email) => [email, 'open']))
    const naive = (claims: Readonly<Record<string, unknown>>) => owners.get(String(claims['email']))
    for (const [provider, claims] of [
      ['google', { sub: 'n-1', email: 'eve@example.org', email_verified: false }],
      ['microsoft', { sub: 'n-2', email: 'boss@example.org', email_verified: true, tid: 'a-tenant-of-the-attacker' }],
      ['facebook', { sub: 'n-3', email: 'faye@example.org' }],
    ] as const) {
      const { answer } = await arrive(provider, claims)
      const isIn = answer.statusCode === 200 || (answer.statusCode === 202 && claimOf(answer).step !== 'prove')
      expect([naive(claims), isIn], provider).toEqual(['open', false])
    }
  })

  test('[R021] Facebook says nothing of addresses: ours are proved by a code, and wrong ones five times at most', async () => {
    const person = { sub: 'f-1', email: 'faye@example.org', first_name: 'Faye', last_name: 'Lind' }
    const { answer } = await arrive('facebook', person)
    const { ticket, step } = claimOf(answer)
    expect(step).toBe('prove')
    expect(codeOf(await signUp(ticket))).toBe('identity.refused')
    const code = await codeFor(house, 'faye@example.org')
    const wrong = await post(house, `${auth}/prove`, { ticket, code: code === '000000' ? '000001' : '000000' })
    expect(fieldsOf(wrong)).toEqual([['code', 'validation.code']])
    const proved = await post(house, `${auth}/prove`, { ticket, code })
    expect(claimOf(proved).step).toBe('signup')
    expect((await signUp(ticket)).statusCode).toBe(200)
    expect((await arrive('facebook', person)).answer.statusCode).toBe(200)

    const guessed = claimOf((await arrive('facebook', { sub: 'f-2', email: 'gus@example.org' })).answer).ticket
    const tries = []
    for (let at = 0; at < 7; at++)
      tries.push((await post(house, `${auth}/prove`, { ticket: guessed, code: '123456' })).statusCode)
    expect(tries.slice(-2)).toEqual([410, 410])
  })

  test('whether an address has an account is told only to who has proved it', async () => {
    await signedIn(house, 'secretive@example.org')
    await house.database.execute({ text: 'delete from lintel.rate_limit' })
    const known = claimOf((await arrive('facebook', { sub: 'f-3', email: 'secretive@example.org' })).answer)
    const unknown = claimOf((await arrive('facebook', { sub: 'f-4', email: 'stranger@example.org' })).answer)
    expect(known.step).toBe(unknown.step)
  })
})

describe('attacks on it', () => {
  const person = { sub: 'a-1', email: 'anna@example.org', email_verified: true }

  test('state missing, wrong or of another sign-in is refused', async () => {
    openid.be(person)
    for (const change of ['', 'state=', `state=${'x'.repeat(43)}`]) {
      const { address, ticket } = await begin('google')
      const back = await openid.visit(address)
      const query = new URLSearchParams(back.search)
      query.delete('state')
      const answer = await finish('google', ticket, `?${query.toString()}${change && `&${change}`}`)
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'identity.refused'])
    }
    // The victim's browser holds the ticket of its own sign-in, the attacker's answer fits it not.
    const attacker = await begin('google')
    const victim = await begin('google')
    const back = await openid.visit(attacker.address)
    expect(codeOf(await finish('google', victim.ticket, back.search))).toBe('identity.refused')
  })

  test('a code is good once, and a ticket is used up by a failure as well', async () => {
    const { ticket, query, answer } = await arrive('google', { ...person, sub: 'a-2', email: 'once@example.org' })
    expect(answer.statusCode).toBe(202)
    expect(codeOf(await finish('google', ticket, query))).toBe('identity.refused')
    const next = await begin('google')
    const state = new URL(next.address).searchParams.get('state') ?? ''
    const replayed = new URLSearchParams(query)
    replayed.set('state', state)
    expect(codeOf(await finish('google', next.ticket, `?${replayed.toString()}`))).toBe('identity.refused')
    const failed = await begin('google')
    await finish('google', failed.ticket, '?error=access_denied')
    const late = await openid.visit(failed.address)
    expect(codeOf(await finish('google', failed.ticket, late.search))).toBe('identity.refused')
  })

  test('an answer of one provider is no answer of another one', async () => {
    const google = await begin('google')
    const acme = await begin('oidc')
    openid.be(person)
    const back = await openid.visit(google.address)
    expect(codeOf(await finish('oidc', google.ticket, back.search))).toBe('identity.refused')
    const mixed = new URLSearchParams(back.search)
    mixed.set('state', new URL(acme.address).searchParams.get('state') ?? '')
    // The provider names itself in its answer (RFC 9207).
    expect(codeOf(await finish('oidc', acme.ticket, `?${mixed.toString()}`))).toBe('identity.refused')
  })

  test('GET changes nothing, and a page of another site gets nowhere', async () => {
    const { address, ticket } = await begin('google')
    openid.be({ ...person, sub: 'a-3', email: 'csrf@example.org' })
    const back = await openid.visit(address)
    expect((await house.app.inject({ url: `/api${auth}/finish${back.search}` })).statusCode).toBe(404)
    const cross = await post(
      house,
      `${auth}/finish`,
      { provider: 'google', ticket, query: back.search },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    expect(codeOf(cross)).toBe('request.crossSite')
    expect((await finish('google', ticket, back.search)).statusCode).toBe(202)
  })

  test('a stranger who signed up with my address and a password of theirs gains nothing when I come by a provider', async () => {
    const email = 'hijack@example.org'
    const draft = { firstname: 'Eve', email, password: 'Otter7Bay', repeatpassword: 'Otter7Bay', terms: true }
    await post(house, '/auth/security/v1/signup', draft)
    const { answer } = await arrive('google', { sub: 'a-4', email, email_verified: true })
    expect(claimOf(answer).step).toBe('signup')
    expect((await me(bearer(await signUp(claimOf(answer).ticket)))).json()).toMatchObject({ firstname: 'Ilze' })
    const eve = await post(house, '/auth/security/v1/signin', { email, password: 'Otter7Bay', method: 'jwt' })
    expect([eve.statusCode, codeOf(eve)]).toEqual([401, 'session.credentials'])
  })

  test('1,000 beginnings from one place are slowed down', async () => {
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => post(house, `${auth}/start`, { provider: 'google' })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
  })
})
