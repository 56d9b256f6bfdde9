import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeAt, stepOf } from '#accounts/server/factors/totpCode.ts'
import { sealAnew } from '#accounts/server/administration/sealAnew.ts'
import { sealOf } from '#platform/server/seal.ts'
import { newAuthenticator } from '../../../../test/support/authenticator.ts'
import { codeOf, confirmed, fieldsOf, fromBase32, openIdentityHouse } from '../../../../test/support/identity.ts'
import { codeFor, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openIdentityHouse('factors')
})
afterAll(() => house.close())
beforeEach(() => house.database.execute({ text: 'delete from lintel.rate_limit' }))

type Headers = Record<string, string>
const remove = (url: string, headers: Headers) =>
  house.app.inject({ method: 'DELETE', url: `/api/user/v1${url}`, headers })
const signIn = (email: string) =>
  post(house, '/auth/security/v1/signin', { email, password: 'Otter7Bay', method: 'jwt', remember_me: true })
const second = (ticket: string, proof: object) => post(house, '/auth/security/v1/second', { ticket, ...proof })
const ticketOf = (answer: { body: string }) => (JSON.parse(answer.body) as { second: { ticket: string } }).second.ticket

/** An app whose clock the test sets: each code of it is fresh, whatever the time. */
async function withApp(email: string) {
  const headers = await signedIn(house, email)
  await house.database.execute({ text: 'delete from lintel.rate_limit' })
  await confirmed(house, headers)
  const draft = (await post(house, '/user/v1/totp', {}, headers)).json<{ secret: string; address: string }>()
  const key = fromBase32(draft.secret)
  const code = async () => {
    // What was used before does not count for this one.
    await house.database.execute({ text: 'update lintel.totp set last_step = 0' })
    return codeAt(key, stepOf(new Date()))
  }
  const on = await post(house, '/user/v1/totp/confirm', { code: await code() }, headers)
  return { headers, draft, key, code, recovery: on.json<{ value: string[] }>().value, on }
}

describe('two-factor sign-in', () => {
  test('outlives a change of the installation’s secret: what lay under the former one is sealed anew', async () => {
    const { key } = await withApp('rotated@example.org')
    const [former, next] = ['a secret of the test, 32 characters long', 'the next secret of this test, as long']
    const both = sealOf(next, 'totp', former)
    const ground = { database: house.database, log: { debug() {}, info() {}, warn() {}, error() {} } }
    expect(await sealAnew(ground, both)).toBeGreaterThan(0)
    const [kept] = await house.database.query<{ id: string; secret: Buffer }>({
      text: `select user_id as id, secret from lintel.totp join lintel."user" on id = user_id where email = $1`,
      values: ['rotated@example.org'],
    })
    expect(kept && sealOf(next, 'totp').open(kept.id, kept.secret)).toBe(key.toString('base64'))
    expect(await sealAnew(ground, both)).toBe(0)
    await sealAnew(ground, sealOf(former, 'totp', next))
  })

  test('is set up with a code, asks for one after the password, and keeps what the sign-in wished for', async () => {
    const { draft, code, on, recovery } = await withApp('two@example.org')
    expect(on.statusCode).toBe(200)
    expect(draft.address).toBe(
      `otpauth://totp/Lintel:two%40example.org?secret=${draft.secret}&issuer=Lintel&algorithm=SHA1&digits=6&period=30`,
    )
    expect(new Set(recovery).size).toBe(10)
    await expect.poll(() => house.mailbox.mails()[0]?.text).toContain('turned on')
    const first = await signIn('two@example.org')
    expect([first.statusCode, Object.keys(first.json())]).toEqual([202, ['second']])
    const wrong = await second(ticketOf(first), { code: '000000' })
    expect(fieldsOf(wrong)).toEqual([['code', 'validation.code']])
    const right = await second(ticketOf(first), { code: await code() })
    expect(right.json()).toEqual({ token: expect.any(String), expires_in: 1200 })
    const [session] = await house.database.query({
      text: 'select remember_me from lintel.session order by created_on desc limit 1',
    })
    expect(session).toEqual({ remember_me: true })
    expect((await second(ticketOf(first), { code: await code() })).statusCode).toBe(410)
  })

  test('a code that was seen over the shoulder is of no use, even at the same moment', async () => {
    const { key } = await withApp('replay@example.org')
    await house.database.execute({ text: 'update lintel.totp set last_step = 0' })
    const code = codeAt(key, stepOf(new Date()))
    const tickets = await Promise.all([1, 2, 3].map(async () => ticketOf(await signIn('replay@example.org'))))
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, { code })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422])
  })

  test('codes are guessed five times for a ticket, and new tickets lift no delay', async () => {
    await withApp('guess@example.org')
    const codes: string[] = []
    for (let at = 0; at < 3; at++) {
      const ticket = ticketOf(await signIn('guess@example.org'))
      for (let tries = 0; tries < 4; tries++) codes.push(codeOf(await second(ticket, { code: '000000' })))
    }
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('validation.failed'))
    expect(codes.slice(5).every((each) => each === 'request.tooMany')).toBe(true)
    await house.database.execute({ text: 'delete from lintel.rate_limit' })
    const ticket = ticketOf(await signIn('guess@example.org'))
    const last: string[] = []
    for (let tries = 0; tries < 6; tries++) {
      last.push(codeOf(await second(ticket, { code: '000000' })))
      await house.database.execute({ text: 'delete from lintel.rate_limit' })
    }
    expect(last.at(-1)).toBe('identity.stepExpired')
  })

  test('a recovery code is good once; only hashes of them are kept, and the secret is sealed', async () => {
    const { recovery, draft } = await withApp('lost@example.org')
    const [first = '', other = ''] = recovery
    const enter = async (code: string) => second(ticketOf(await signIn('lost@example.org')), { recovery: code })
    expect((await enter(first.toLowerCase().replaceAll('-', ''))).statusCode).toBe(200)
    await expect.poll(() => house.mailbox.mails()[0]?.text).toContain('recovery code of your account was used')
    expect(fieldsOf(await enter(first))).toEqual([['recovery', 'validation.code']])
    const [kept] = await house.database.query<{ all: string }>({
      text: `select (select string_agg(encode(secret, 'escape'), '') from lintel.totp)
        || (select string_agg(encode(hash, 'escape'), '') from lintel.recovery_code) as all`,
    })
    expect(kept?.all).not.toContain(other.replaceAll('-', ''))
    expect(kept?.all).not.toContain(fromBase32(draft.secret).toString('base64'))
  })

  test('with another secret of the installation codes fit no more, and recovery codes still do', async () => {
    const { code, recovery } = await withApp('restored@example.org')
    await house.database.execute({ text: `update lintel.totp set secret = decode(repeat('00', 60), 'hex')` })
    const ticket = ticketOf(await signIn('restored@example.org'))
    expect(fieldsOf(await second(ticket, { code: await code() }))).toEqual([['code', 'validation.code']])
    expect((await second(ticket, { recovery: recovery[0] })).statusCode).toBe(200)
  })

  test('a verification of another address asks for it too', async () => {
    const { headers, code } = await withApp('moved@example.org')
    await house.database.execute({
      text: `update lintel."user" set status = 'created', unverified_on = now() where email = 'moved@example.org'`,
    })
    expect(codeOf(await signIn('moved@example.org'))).toBe('account.notVerified')
    const mailed = await codeFor(house, 'moved@example.org')
    const verified = await post(house, '/auth/security/v1/verify', {
      email: 'moved@example.org',
      code: mailed,
      password: 'Otter7Bay',
      method: 'jwt',
    })
    expect(verified.statusCode).toBe(202)
    expect((await second(ticketOf(verified), { code: await code() })).statusCode).toBe(200)
    expect(headers).toBeDefined()
  })

  test('turning it off, and new recovery codes, ask for the second factor and not for the password', async () => {
    const { headers, code, recovery } = await withApp('off@example.org')
    expect(codeOf(await remove('/totp', headers))).toBe('identity.confirmNeeded')
    expect(codeOf(await post(house, '/user/v1/totp/recovery', {}, headers))).toBe('identity.confirmNeeded')
    const byPassword = await post(house, '/user/v1/confirm', { password: 'Otter7Bay' }, headers)
    expect(byPassword.statusCode).toBe(422)
    expect(codeOf(await post(house, '/user/v1/confirm/code', {}, headers))).toBe('request.forbidden')
    await confirmed(house, headers, { code: await code() })
    const renewed = await post(house, '/user/v1/totp/recovery', {}, headers)
    expect(renewed.json<{ value: string[] }>().value).not.toContain(recovery[0])
    expect(codeOf(await post(house, '/user/v1/totp', {}, headers))).toBe('identity.totpOn')
    expect((await remove('/totp', headers)).statusCode).toBe(204)
    expect((await signIn('off@example.org')).statusCode).toBe(200)
  })

  test('who has no password confirms by a mailed code, which fits nobody else', async () => {
    const headers = await signedIn(house, 'mail@example.org')
    const stranger = await signedIn(house, 'stranger@example.org')
    await house.database.execute({ text: 'delete from lintel.rate_limit' })
    const { ticket } = (await post(house, '/user/v1/confirm/code', {}, headers)).json<{ ticket: string }>()
    await expect.poll(() => house.mailbox.mails()[0]?.subject).toMatch(/^\d{6} is your Lintel code$/)
    const code = await codeFor(house, 'mail@example.org')
    expect((await post(house, '/user/v1/confirm', { ticket, code }, stranger)).statusCode).toBe(422)
    await confirmed(house, headers, { ticket, code })
    expect((await post(house, '/user/v1/confirm', { ticket, code }, headers)).statusCode).toBe(422)
  })
})

type Asked = { ticket: string; options: { challenge: string; allowCredentials?: { id: string }[] } }

/** Somebody with a passkey. */
async function withPasskey(email: string) {
  const headers = await signedIn(house, email)
  await house.database.execute({ text: 'delete from lintel.rate_limit' })
  await confirmed(house, headers)
  const own = newAuthenticator()
  const { ticket, options } = (await post(house, '/user/v1/passkey/start', {}, headers)).json<Asked>()
  const draft = { ticket, name: 'Phone', response: own.make(options.challenge) }
  const made = await post(house, '/user/v1/passkey', draft, headers)
  if (made.statusCode !== 201) throw new Error(made.body)
  await house.database.execute({ text: 'update lintel.session set confirmed_on = null' })
  return { headers, own }
}

describe('somebody who came by a provider and has no password', () => {
  const withoutPassword = (email: string) =>
    house.database.execute({ text: 'update lintel."user" set password_hash = null where email = $1', values: [email] })
  const waysOf = async (headers: Headers) =>
    (await house.app.inject({ url: '/api/user/v1/security', headers })).json<{ confirm: string[] }>().confirm
  const close = (headers: Headers) => post(house, '/user/v1/me/close', {}, headers)

  test('closes the account behind a mailed code', async () => {
    const headers = await signedIn(house, 'google@example.org')
    await withoutPassword('google@example.org')
    await house.database.execute({ text: 'delete from lintel.rate_limit' })
    expect(await waysOf(headers)).toEqual(['mail'])
    expect(codeOf(await close(headers))).toBe('identity.confirmNeeded')
    const { ticket } = (await post(house, '/user/v1/confirm/code', {}, headers)).json<{ ticket: string }>()
    await expect
      .poll(() => house.mailbox.mails().find(({ to }) => to === 'google@example.org')?.subject)
      .toMatch(/^\d{6} is your Lintel code$/)
    await confirmed(house, headers, { ticket, code: await codeFor(house, 'google@example.org') })
    expect((await close(headers)).statusCode).toBe(204)
  })

  test('changes phone and address behind a passkey of their own, and of nobody else', async () => {
    const { headers, own } = await withPasskey('key@example.org')
    const other = await withPasskey('otherkey@example.org')
    await withoutPassword('key@example.org')
    expect(await waysOf(headers)).toEqual(['passkey', 'mail'])
    const ask = async (who = headers) => (await post(house, '/user/v1/confirm/passkey', {}, who)).json<Asked>()
    const prove = (asked: Asked, response: object, who = headers) =>
      post(house, '/user/v1/confirm', { ticket: asked.ticket, response }, who)

    const asked = await ask()
    expect(asked.options.allowCredentials?.map(({ id }) => id)).toEqual([own.id])
    expect(codeOf(await prove(asked, other.own.answer(asked.options.challenge)))).toBe('identity.passkeyRefused')
    const stale = await ask()
    expect(codeOf(await prove(stale, own.answer((await ask()).options.challenge)))).toBe('identity.passkeyRefused')
    const theirs = await ask()
    expect(codeOf(await prove(theirs, own.answer(theirs.options.challenge), other.headers))).toBe(
      'identity.passkeyRefused',
    )
    const change = () =>
      house.app.inject({ method: 'PATCH', url: '/api/user/v1/me', headers, payload: { mobilephone: null } })
    expect(codeOf(await change())).toBe('identity.confirmNeeded')

    const fresh = await ask()
    const answer = own.answer(fresh.options.challenge)
    expect((await prove(fresh, answer)).statusCode).toBe(204)
    expect(codeOf(await prove(fresh, answer)), 'good once').toBe('identity.passkeyRefused')
    expect((await change()).statusCode).toBe(200)
    expect((await post(house, '/user/v1/me/email', { email: 'keynew@example.org' }, headers)).statusCode).toBe(202)
  })

  test('with a second factor a passkey confirms besides it, a mailed code does not', async () => {
    const { headers } = await withApp('twofold@example.org')
    expect(await waysOf(headers)).toEqual(['totp'])
    await house.database.execute({
      text: `insert into lintel.passkey (id, user_id, credential, public_key, counter, transports, name, created_on)
        select gen_random_uuid(), id, 'twofold', '', 0, '{}', 'Phone', now() from lintel."user" where email = $1`,
      values: ['twofold@example.org'],
    })
    expect(await waysOf(headers)).toEqual(['totp', 'passkey'])
  })
})

describe('passkeys', () => {
  test('are made only after one has proved who one is; a foreign one is unknown', async () => {
    const headers = await signedIn(house, 'keys@example.org')
    const start = () => post(house, '/user/v1/passkey/start', {}, headers)
    expect(codeOf(await start())).toBe('identity.confirmNeeded')
    await confirmed(house, headers)
    const { options } = (await start()).json<{ options: { rp: object; authenticatorSelection: object } }>()
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Lintel' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    expect(codeOf(await remove(`/passkey/${id}`, headers))).toBe('identity.unknown')
  })

  test('are twenty at most, however many are added at once', async () => {
    const headers = await signedIn(house, 'many@example.org')
    await confirmed(house, headers)
    await house.database.execute({
      text: `insert into lintel.passkey (id, user_id, credential, public_key, counter, transports, name, created_on)
        select gen_random_uuid(), id, 'many' || n, '', 0, '{}', 'Phone', now()
        from lintel."user", generate_series(1, 18) n where email = 'many@example.org'`,
    })
    const drafts = []
    for (let count = 0; count < 4; count++) {
      const { ticket, options } = (await post(house, '/user/v1/passkey/start', {}, headers)).json<Asked>()
      drafts.push({ ticket, name: 'Phone', response: newAuthenticator().make(options.challenge) })
    }
    const made = await Promise.all(drafts.map((draft) => post(house, '/user/v1/passkey', draft, headers)))
    expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409])
  })

  test('an answer with an unknown key, or for a challenge that nobody asked for, is refused', async () => {
    const { ticket, options } = (await post(house, '/auth/security/v1/passkey/start')).json<{
      ticket: string
      options: { challenge: string; allowCredentials?: unknown }
    }>()
    // Nothing tells who has a passkey.
    expect(options.allowCredentials).toBeUndefined()
    const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} }
    const enter = (held: string) => post(house, '/auth/security/v1/passkey/finish', { ticket: held, response })
    expect(codeOf(await enter(ticket))).toBe('identity.passkeyRefused')
    expect(codeOf(await enter(ticket))).toBe('identity.stepExpired')
  })
})
