import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt, stepOf } from '#accounts/server/factors/totpCode.ts'
import { newAuthenticator } from '../../../../test/support/authenticator.ts'
import { confirmed, openIdentityHouse } from '../../../../test/support/identity.ts'
import { codeFor, person, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openIdentityHouse('accesslog')
})
afterAll(() => house.close())

test('who signs in, is refused and signs out stands in the log of the installation, without any secret', async () => {
  const email = 'logged@example.org'
  const headers = await signedIn(house, email)
  await post(house, '/auth/security/v1/signout', {}, headers)
  await post(house, '/auth/security/v1/signin', { email, password: 'Wrong11', method: 'jwt' })
  await post(house, '/auth/security/v1/signin', { email: 'nobody@example.org', password: 'Wrong11', method: 'jwt' })
  await post(house, '/auth/security/v1/signin', { email, password: person.password, method: 'jwt' })
  const rows = await house.database.query<{
    kind: string
    mine: boolean
    told: boolean
    text: string
    reason: string | null
  }>({
    text: `select kind, coalesce(by_id = (select id from lintel."user" where email = $1), false) as mine,
        request_id is not null and cause->>'kind' = 'request' as told, changes::text as text, changes->'after'->>'reason' as reason
      from lintel._audit where area = 'access' and kind like 'sign%' order by seq`,
    values: [email],
  })
  expect(rows.map(({ kind, mine, told, reason }) => [kind, mine, told, reason])).toEqual([
    ['signIn', true, true, null],
    ['signOut', true, true, null],
    ['signInRefused', true, true, 'password'],
    ['signInRefused', false, true, 'unknown'],
    ['signIn', true, true, null],
  ])
  const all = rows.map(({ text }) => text).join()
  for (const secret of ['Wrong11', person.password, headers['authorization']?.slice(7, 30) ?? '-'])
    expect(all).not.toContain(secret)
})

type Headers = Record<string, string>
type Row = { kind: string; by: string | null; about: string | null; before: object | null; after: object | null }

const forgetThrottle = () => house.database.execute({ text: 'delete from lintel.rate_limit' })
const remove = (url: string, headers: Headers) =>
  house.app.inject({ method: 'DELETE', url: `/api/user/v1${url}`, headers })
const bearer = (answer: { body: string }): Headers => ({
  authorization: `Bearer ${(JSON.parse(answer.body) as { token: string }).token}`,
})

/** What the log tells of a person besides their coming and going, in the order in which it happened. */
async function toldOf(email: string): Promise<Row[]> {
  return house.database.query<Row>({
    text: `select kind, by_id as by, record_id as about, changes->'before' as before, changes->'after' as after
      from lintel._audit where record_id = (select id from lintel."user" where email = $1)
        and kind not in ('signIn', 'signOut') order by seq`,
    values: [email],
  })
}
const kindsOf = async (email: string) => (await toldOf(email)).map(({ kind }) => kind)

test('[R170] what people do to their accounts stands there too: ways to sign in, password, address, phone, sessions, keys', async () => {
  const headers = await signedIn(house, 'busy@example.org')
  await forgetThrottle()
  await post(house, '/user/v1/confirm', { password: 'Wrong11' }, headers)
  await confirmed(house, headers)

  const own = newAuthenticator()
  const asked = (await post(house, '/user/v1/passkey/start', {}, headers)).json<{
    ticket: string
    options: { challenge: string }
  }>()
  const draft = { ticket: asked.ticket, name: 'Phone', response: own.make(asked.options.challenge) }
  expect((await post(house, '/user/v1/passkey', draft, headers)).statusCode).toBe(201)
  const [passkey] = (await house.app.inject({ url: '/api/user/v1/security', headers })).json<{
    passkeys: { id: string }[]
  }>().passkeys
  expect((await remove(`/passkey/${passkey?.id}`, headers)).statusCode).toBe(204)

  const phone = {
    method: 'PATCH',
    url: '/api/user/v1/me',
    headers,
    payload: { mobilephone: '+371 2222 2222' },
  } as const
  expect((await house.app.inject(phone)).statusCode).toBe(200)
  await post(house, '/user/v1/me/verify', { channel: 'mobile' }, headers)
  const byText = await codeFor(house, '+371 2222 2222')
  expect((await post(house, '/user/v1/me/verify/confirm', { code: byText }, headers)).statusCode).toBe(200)
  await forgetThrottle()
  expect((await post(house, '/user/v1/me/email', { email: 'busier@example.org' }, headers)).statusCode).toBe(202)
  const code = await codeFor(house, 'busier@example.org')
  expect((await post(house, '/user/v1/me/email/confirm', { code }, headers)).statusCode).toBe(200)

  await house.database.execute({ text: 'update lintel.session set confirmed_on = now()' })
  const made = await post(house, '/user/v1/key', { name: 'Excel', days: 30 }, headers)
  const { id, key } = made.json<{ id: string; key: string }>()
  expect((await remove(`/key/${id}`, headers)).statusCode).toBe(204)

  const wish = { email: 'busier@example.org', password: person.password, method: 'jwt' }
  await post(house, '/auth/security/v1/signin', wish)
  await post(house, '/auth/security/v1/signin', wish)
  const [, other] = (await house.app.inject({ url: '/api/user/v1/session', headers })).json<{
    value: { id: string }[]
  }>().value
  expect((await remove(`/session/${other?.id}`, headers)).statusCode).toBe(204)
  expect((await remove('/session', headers)).statusCode).toBe(204)
  expect((await remove('/session', headers)).statusCode, 'none is left: nothing to tell').toBe(204)

  const fresh = { password: person.password, newpassword: 'Kestrel42', repeatpassword: 'Kestrel42' }
  const now = bearer(await post(house, '/user/v1/me/password', fresh, headers))
  await confirmed(house, now, { password: 'Kestrel42' })
  expect((await post(house, '/user/v1/me/close', {}, now)).statusCode).toBe(204)

  const told = await toldOf('busier@example.org')
  expect(told.map(({ kind }) => kind)).toEqual([
    'accountMade',
    'confirmRefused',
    'passkeyAdded',
    'passkeyRemoved',
    'phoneChanged',
    'channelVerified',
    'emailChanged',
    'keyMade',
    'keyRevoked',
    'sessionsEnded',
    'sessionsEnded',
    'passwordChanged',
    'accountClosed',
  ])
  expect(new Set(told.map(({ by, about }) => by === about && about !== null))).toEqual(new Set([true]))
  const factsOf = (kind: string) => told.find((row) => row.kind === kind)
  expect(factsOf('emailChanged')).toMatchObject({
    before: { email: 'busy@example.org' },
    after: { email: 'busier@example.org' },
  })
  expect(factsOf('phoneChanged')).toMatchObject({
    before: { mobilephone: person.mobilephone },
    after: { mobilephone: '+371 2222 2222' },
  })
  expect(factsOf('keyMade')?.after).toMatchObject({ id, name: 'Excel', readonly: false, envid: null })
  expect(factsOf('sessionsEnded')?.before).toEqual({ sessions: [other?.id] })
  const all = JSON.stringify(told)
  for (const secret of [key, code, byText, 'Kestrel42', 'Wrong11']) expect(all).not.toContain(secret)
})

test('[R170] so do the second factor and its recovery codes, and a password by a mailed link', async () => {
  const headers = await signedIn(house, 'careful@example.org')
  await forgetThrottle()
  await confirmed(house, headers)
  const { secret } = (await post(house, '/user/v1/totp', {}, headers)).json<{ secret: string }>()
  const bits = [...secret].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const app = async () => {
    await house.database.execute({ text: 'update lintel.totp set last_step = 0' })
    return { code: codeAt(key, stepOf(new Date())) }
  }
  await post(house, '/user/v1/totp/confirm', await app(), headers)
  await confirmed(house, headers, await app())
  const renewed = (await post(house, '/user/v1/totp/recovery', {}, headers)).json<{ value: string[] }>().value
  await house.database.execute({ text: 'update lintel.session set confirmed_on = null' })
  await confirmed(house, headers, { recovery: renewed[0] ?? '' })
  expect((await remove('/totp', headers)).statusCode).toBe(204)

  await forgetThrottle()
  await post(house, '/auth/security/v1/reset', { email: 'careful@example.org' })
  const link = () => house.mailbox.mails().find(({ to, text }) => to === 'careful@example.org' && text.includes('#'))
  await expect.poll(link).toBeDefined()
  const token = /#(\S+)/.exec(link()?.text ?? '')?.[1]
  const chosen = { token, password: 'Kestrel42', repeatpassword: 'Kestrel42' }
  expect((await post(house, '/auth/security/v1/reset/confirm', chosen)).statusCode).toBe(204)
  expect(await kindsOf('careful@example.org')).toEqual([
    'accountMade',
    'totpOn',
    'recoveryRenewed',
    'recoveryUsed',
    'totpOff',
    'passwordChanged',
  ])
})
