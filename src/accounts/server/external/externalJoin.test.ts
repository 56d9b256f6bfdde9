import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderId } from '#accounts/identity.ts'
import { confirmed, codeOf, fieldsOf, openIdentityHouse } from '../../../../test/support/identity.ts'
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
  house = await openIdentityHouse('external_join', {
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

describe('joining with an account', () => {
  test('an account with the address is joined only with its password or a code; its person is told by mail', async () => {
    const email = 'link@example.org'
    await signedIn(house, email)
    await house.database.execute({ text: 'delete from lintel.rate_limit' })
    const person = { sub: 'l-1', email, email_verified: true }
    const { ticket, step } = claimOf((await arrive('google', person)).answer)
    expect(step).toBe('link')
    expect(codeOf(await signUp(ticket))).toBe('identity.stepExpired')
    const next = claimOf((await arrive('google', person)).answer).ticket
    const link = (proof: object) => post(house, `${auth}/link`, { ticket: next, method: 'jwt', ...proof })
    expect(fieldsOf(await link({ password: 'Wrong1' }))).toEqual([['password', 'validation.passwordWrong']])
    expect((await link({})).statusCode).toBe(422)
    const joined = await link({ password: 'Otter7Bay' })
    expect(joined.statusCode).toBe(200)
    await expect.poll(() => house.mailbox.mails()[0]?.text).toContain('Google was connected')
    expect((await arrive('google', person)).answer.statusCode).toBe(200)

    const acme = claimOf((await arrive('oidc', { sub: 'l-2', email, email_verified: true })).answer).ticket
    await house.database.execute({ text: 'delete from lintel.rate_limit' })
    await post(house, `${auth}/code`, { ticket: acme })
    const code = await codeFor(house, email)
    expect((await post(house, `${auth}/link`, { ticket: acme, code, method: 'jwt' })).statusCode).toBe(200)
  })

  test('a stranger who verified an account of my address by their phone loses it when I join it by a mailed code', async () => {
    const email = 'phoned@example.org'
    const eve = await signedIn(house, email)
    await house.database.execute({
      text: `with forgotten as (delete from lintel.rate_limit), proved as (update lintel.session set confirmed_on = now())
        update lintel."user" set status = 'active by mobile', email_verified_on = null, mobile_verified_on = now()
        where email = $1`,
      values: [email],
    })
    const key = await post(house, '/user/v1/key', { name: 'Excel' }, eve)
    expect(key.statusCode).toBe(201)
    const { ticket } = claimOf((await arrive('google', { sub: 'p-1', email, email_verified: true })).answer)
    await post(house, `${auth}/code`, { ticket })
    const joined = await post(house, `${auth}/link`, { ticket, code: await codeFor(house, email), method: 'jwt' })
    expect((await me(bearer(joined))).json()).toMatchObject({ mobilephone: null, email_verified: true })
    expect((await me(eve)).statusCode).toBe(401)
    const again = await post(house, '/auth/security/v1/signin', { email, password: 'Otter7Bay', method: 'jwt' })
    expect([again.statusCode, codeOf(again)]).toEqual([401, 'session.credentials'])
    const keys = await house.database.query({ text: 'select 1 from lintel.api_key where revoked_on is null' })
    expect(keys).toEqual([])
  })

  test('a signed-in person connects, sees and disconnects, after proving who they are; the last way in stays', async () => {
    const headers = await signedIn(house, 'many@example.org')
    const start = (provider: string) => post(house, '/user/v1/connection/start', { provider }, headers)
    expect(codeOf(await start('google'))).toBe('identity.confirmNeeded')
    await confirmed(house, headers)
    const connect = async (provider: ProviderId, sub: string) => {
      const { address, ticket } = (await start(provider)).json<{ address: string; ticket: string }>()
      standInOf(provider).be({ sub })
      const back = await standInOf(provider).visit(address)
      // Its ticket opens no session.
      expect(codeOf(await finish(provider, 'x'.repeat(43), back.search))).toBe('identity.refused')
      return post(house, '/user/v1/connection', { provider, ticket, query: back.search }, headers)
    }
    expect((await connect('google', 'c-1')).statusCode).toBe(201)
    expect((await connect('oidc', 'c-2')).statusCode).toBe(201)
    const rows = async () =>
      (await house.app.inject({ url: '/api/user/v1/security', headers })).json<{
        connections: { id: string; provider: string }[]
      }>().connections
    expect((await rows()).map(({ provider }) => provider)).toEqual(['google', 'oidc'])

    const rival = await signedIn(house, 'rival@example.org')
    await confirmed(house, rival)
    const begun = await post(house, '/user/v1/connection/start', { provider: 'google' }, rival)
    const { address, ticket } = begun.json<{ address: string; ticket: string }>()
    openid.be({ sub: 'c-1' })
    const query = (await openid.visit(address)).search
    const taken = await post(house, '/user/v1/connection', { provider: 'google', ticket, query }, rival)
    expect([taken.statusCode, codeOf(taken)]).toEqual([409, 'identity.taken'])

    const remove = (id: string, who = headers) =>
      house.app.inject({ method: 'DELETE', url: `/api/user/v1/connection/${id}`, headers: who })
    const [first, second] = await rows()
    expect((await remove(first?.id ?? '', rival)).statusCode).toBe(404)
    await house.database.execute({
      text: `update lintel."user" set password_hash = null where email = 'many@example.org'`,
    })
    const both = await Promise.all([remove(first?.id ?? ''), remove(second?.id ?? '')])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
    expect(await rows()).toHaveLength(1)
    const told = await house.database.query<{ kind: string; provider: string }>({
      text: `select kind, coalesce(changes->'after'->>'provider', changes->'before'->>'provider') as provider from lintel._audit
        where record_id = (select id from lintel."user" where email = 'many@example.org') and kind like 'provider%'
        order by seq`,
    })
    expect(told.slice(0, 2)).toEqual([
      { kind: 'providerConnected', provider: 'google' },
      { kind: 'providerConnected', provider: 'oidc' },
    ])
    expect(told.slice(2).map(({ kind }) => kind)).toEqual(['providerDisconnected'])
  })
})
