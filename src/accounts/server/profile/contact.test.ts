import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeAccounts } from '#accounts/server/administration/purge.ts'
import { entranceOf, ticketOf } from '../../../../test/support/entrance.ts'
import { codeOf, confirmed, openIdentityHouse } from '../../../../test/support/identity.ts'
import { codeFor, person, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openIdentityHouse('contact')
})
afterAll(() => house.close())
const { signUp, signIn, verify, statusOf, forgetThrottle } = entranceOf(() => house)
beforeEach(() => forgetThrottle())

type Headers = Record<string, string>
const me = async (headers: Headers) =>
  (await house.app.inject({ url: '/api/user/v1/me', headers })).json<Record<string, unknown>>()
const patchMe = (headers: Headers, payload: object) =>
  house.app.inject({ method: 'PATCH', url: '/api/user/v1/me', headers, payload })
/** Another phone, by who has just proved who they are. */
const changePhone = async (headers: Headers, mobilephone: string) => {
  await confirmed(house, headers)
  expect((await patchMe(headers, { mobilephone })).statusCode).toBe(200)
}
const mailsTo = (to: string) => house.mailbox.mails().filter((mail) => mail.to === to)
const bearer = (answer: { body: string }): Headers => ({
  authorization: `Bearer ${(JSON.parse(answer.body) as { token: string }).token}`,
})

describe('another address', () => {
  const ask = async (headers: Headers, email: string) => {
    await confirmed(house, headers)
    return post(house, '/user/v1/me/email', { email }, headers)
  }
  const confirm = (headers: Headers, code: string) => post(house, '/user/v1/me/email/confirm', { code }, headers)

  test('is verified where it is, before anything changes; the former one is told', async () => {
    const headers = await signedIn(house, 'former@example.org')
    expect((await ask(headers, 'new@example.org')).statusCode).toBe(202)
    expect(await me(headers)).toMatchObject({ email: 'former@example.org' })
    const changed = await confirm(headers, await codeFor(house, 'new@example.org'))
    expect(changed.json()).toMatchObject({ email: 'new@example.org', status: 'active by email', email_verified: true })
    await expect.poll(() => mailsTo('former@example.org')[0]?.text).toContain('new@example.org')
    expect((await signIn('new@example.org')).statusCode).toBe(200)
    expect((await signIn('former@example.org')).statusCode).toBe(401)
  })

  test('is asked for only by who has just proved who they are; so is another phone', async () => {
    const headers = await signedIn(house, 'stay@example.org')
    const bare = await post(house, '/user/v1/me/email', { email: 'other@example.org', password: 'Otter7Bay' }, headers)
    expect([bare.statusCode, codeOf(bare)]).toEqual([403, 'identity.confirmNeeded'])
    expect(mailsTo('other@example.org')).toEqual([])
    const phone = await patchMe(headers, { mobilephone: '+371 2111 1111', firstname: 'Eve' })
    expect([phone.statusCode, codeOf(phone)]).toEqual([403, 'identity.confirmNeeded'])
    expect(await me(headers)).toMatchObject({ mobilephone: person.mobilephone, firstname: person.firstname })
    expect((await patchMe(headers, { firstname: 'Eva' })).statusCode).toBe(200)
    await confirmed(house, headers)
    expect((await patchMe(headers, { mobilephone: '+371 2111 1111' })).statusCode).toBe(200)
  })

  test('that somebody has gets the same answer and no code; its owner is told, and no code makes it mine', async () => {
    await signedIn(house, 'owner@example.org')
    const headers = await signedIn(house, 'greedy@example.org')
    await forgetThrottle()
    const free = await ask(headers, 'free@example.org')
    await house.database.execute({ text: `update lintel.verification_code set sent_on = now() - interval '2 minutes'` })
    await forgetThrottle()
    const taken = await ask(headers, 'owner@example.org')
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body])
    await expect.poll(() => mailsTo('owner@example.org')[0]?.text).toContain('another Lintel account')
    expect(mailsTo('owner@example.org')[0]?.text).not.toMatch(/\d{6}/)
    // The code that went to the free address is void: it says nothing of this one.
    const answer = await confirm(headers, await codeFor(house, 'free@example.org'))
    expect(answer.json()).toMatchObject({ error: { details: [{ code: 'validation.code' }] } })
  })

  test('a wrong code counts, and after five the right one is void too', async () => {
    const headers = await signedIn(house, 'tries@example.org')
    await ask(headers, 'tried@example.org')
    const code = await codeFor(house, 'tried@example.org')
    const wrong = code === '000000' ? '111111' : '000000'
    for (let guess = 0; guess < 5; guess++) expect((await confirm(headers, wrong)).statusCode).toBe(422)
    expect((await confirm(headers, code)).statusCode).toBe(422)
    expect(await me(headers)).toMatchObject({ email: 'tries@example.org', status: 'active by email' })
  })
})

describe('the mobile phone', () => {
  const ask = (headers: Headers, channel: string) => post(house, '/user/v1/me/verify', { channel }, headers)
  const confirm = (headers: Headers, code: string) => post(house, '/user/v1/me/verify/confirm', { code }, headers)

  test('is verified by a code in a short message; the status by which the account is active stays', async () => {
    const headers = await signedIn(house, 'phone@example.org', { mobilephone: '+371 2000 0001' })
    expect((await ask(headers, 'mobile')).statusCode).toBe(202)
    const answer = await confirm(headers, await codeFor(house, '+371 2000 0001'))
    expect(answer.json()).toMatchObject({ mobile_verified: true, email_verified: true, status: 'active by email' })
    await changePhone(headers, '+371 2000 0002')
    expect(await me(headers)).toMatchObject({ mobile_verified: false, status: 'active by email' })
  })

  test('a code verifies the number that it was sent to and no other', async () => {
    const headers = await signedIn(house, 'swap@example.org', { mobilephone: '+371 2000 0003' })
    await ask(headers, 'mobile')
    const code = await codeFor(house, '+371 2000 0003')
    await changePhone(headers, '+371 2999 9999')
    expect((await confirm(headers, code)).statusCode).toBe(422)
    expect(await me(headers)).toMatchObject({ mobile_verified: false })
  })

  test('[R301] the right code by SMS makes a new account active by mobile', async () => {
    const answer = await signUp({ email: 'sms@example.org', mobilephone: '+371 2000 0004' })
    await forgetThrottle()
    const again = { email: 'sms@example.org', ...ticketOf(answer), channel: 'mobile' }
    expect((await post(house, '/auth/security/v1/resend', again)).statusCode).toBe(202)
    const verified = await verify('sms@example.org', await codeFor(house, '+371 2000 0004'), ticketOf(answer))
    expect(verified.statusCode).toBe(200)
    expect(await me(bearer(verified))).toMatchObject({
      status: 'active by mobile',
      mobile_verified: true,
      email_verified: false,
    })
  })

  test('[R299] [R301] when the number that carried the status is changed the account waits again: a day for the profile, then for a code', async () => {
    const made = await signUp({ email: 'carrier@example.org', mobilephone: '+371 2000 0005' })
    await forgetThrottle()
    await post(house, '/auth/security/v1/resend', {
      email: 'carrier@example.org',
      ...ticketOf(made),
      channel: 'mobile',
    })
    const headers = bearer(await verify('carrier@example.org', await codeFor(house, '+371 2000 0005'), ticketOf(made)))
    await patchMe(headers, { firstname: 'Ilze', mobilephone: '+371 2000 0005' })
    expect(await me(headers), 'the same number is no change').toMatchObject({ status: 'active by mobile' })
    await changePhone(headers, '+371 2000 0006')
    expect(await me(headers)).toMatchObject({ status: 'created', mobile_verified: false })
    const shut = await house.app.inject({ url: '/api/user/v1/key', headers })
    expect([shut.statusCode, shut.json<{ error: { code: string } }>().error.code]).toEqual([403, 'account.notVerified'])

    // A day later the session is over; the password gets a code, and the code lets in.
    await house.database.execute({
      text: `update lintel."user" set unverified_on = now() - interval '25 hours' where email = 'carrier@example.org'`,
    })
    house.clock.pass(1010)
    expect((await house.app.inject({ url: '/api/user/v1/me', headers })).statusCode).toBe(401)
    await forgetThrottle()
    expect((await signIn('carrier@example.org')).json()).toMatchObject({ error: { code: 'account.notVerified' } })
    await expect.poll(() => mailsTo('carrier@example.org').length).toBe(2)
    expect((await verify('carrier@example.org', await codeFor(house, 'carrier@example.org'))).statusCode).toBe(200)
    expect(await statusOf('carrier@example.org')).toBe('active by email')
  })

  test('[R298] 14 days without verification: deleted when it owns nothing, else inactive', async () => {
    for (const email of ['owning@example.org', 'empty@example.org']) {
      await signedIn(house, email)
      await house.database.execute({
        text: `update lintel."user" set status = 'created', unverified_on = now() - interval '15 days' where email = $1`,
        values: [email],
      })
    }
    await house.database.execute({ text: `update lintel.session set ends_on = now()` })
    await house.database.execute({
      text: `create table lintel.held as select id as user_id from lintel."user" where email = 'owning@example.org'`,
    })
    await purgeAccounts(house.database, ['lintel.held'])
    expect(await statusOf('owning@example.org')).toBe('inactive')
    expect(await statusOf('empty@example.org')).toBeUndefined()
  })
})

test('a stranger’s sign-up with my address, verified by their phone: my link to a new password leaves them nothing', async () => {
  const made = await signUp({ email: 'mine@example.org', mobilephone: '+371 2666 6666', firstname: 'Eve' })
  await forgetThrottle()
  await post(house, '/auth/security/v1/resend', { email: 'mine@example.org', ...ticketOf(made), channel: 'mobile' })
  const eve = bearer(await verify('mine@example.org', await codeFor(house, '+371 2666 6666'), ticketOf(made)))
  await house.database.execute({ text: 'update lintel.session set confirmed_on = now()' })
  const key = await post(house, '/user/v1/key', { name: 'Excel' }, eve)
  expect(key.statusCode).toBe(201)
  await forgetThrottle()
  await post(house, '/auth/security/v1/reset', { email: 'mine@example.org' })
  await expect.poll(() => /reset#(\S+)/.exec(mailsTo('mine@example.org')[0]?.text ?? '')?.[1]).toBeTruthy()
  const token = /reset#(\S+)/.exec(mailsTo('mine@example.org')[0]?.text ?? '')?.[1]
  const set = { token, password: 'Kestrel42', repeatpassword: 'Kestrel42' }
  expect((await post(house, '/auth/security/v1/reset/confirm', set)).statusCode).toBe(204)
  expect((await house.app.inject({ url: '/api/user/v1/me', headers: eve })).statusCode).toBe(401)
  expect((await signIn('mine@example.org')).statusCode).toBe(401)
  const mine = bearer(await signIn('mine@example.org', 'Kestrel42'))
  expect(await me(mine)).toMatchObject({ mobilephone: null, email_verified: true, mobile_verified: false })
})
