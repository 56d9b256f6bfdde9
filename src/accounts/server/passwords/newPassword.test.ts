import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isCommon } from '#accounts/server/passwords/commonPasswords.ts'
import { entranceOf } from '../../../../test/support/entrance.ts'
import { cookiesOf, openHouse, person, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openHouse('new_password')
})
afterAll(() => house.close())
const { signIn, signUp, forgetThrottle } = entranceOf(() => house)
beforeEach(() => forgetThrottle())

type Headers = Record<string, string>
const ask = (email: string, headers: Headers = {}) => post(house, '/auth/security/v1/reset', { email }, headers)
const mailsTo = (email: string) => house.mailbox.mails().filter(({ to }) => to === email)
const choose = (token: string, password: string, repeatpassword = password) =>
  post(house, '/auth/security/v1/reset/confirm', { token, password, repeatpassword })
const me = (headers: Headers) => house.app.inject({ url: '/api/user/v1/me', headers })

async function linkFor(email: string, headers: Headers = {}): Promise<string> {
  const before = mailsTo(email).length
  expect((await ask(email, headers)).statusCode).toBe(202)
  await expect.poll(() => mailsTo(email).length).toBe(before + 1)
  return /\S+\/auth\/reset#\S+/.exec(mailsTo(email)[0]?.text ?? '')?.[0] ?? ''
}
const tokenOf = (link: string) => link.split('#')[1] ?? ''

/** Everything that opens the account of a person: each as the header of a request. */
async function doors(email: string): Promise<Record<string, Headers>> {
  const access = await signedIn(house, email)
  const cookies = cookiesOf(await post(house, '/auth/security/v1/signin', { email, password: person.password }))
  await house.database.execute({ text: 'update lintel.session set confirmed_on = now()' })
  const made = await post(house, '/user/v1/key', { name: 'Excel' }, access)
  return { access, cookies, key: { authorization: `Bearer ${made.json<{ key: string }>().key}` } }
}

describe('a new password by link', () => {
  test('a link from the mail, once; the new password signs in and the old one does not', async () => {
    await signedIn(house, 'forgot@example.org')
    await forgetThrottle()
    const link = await linkFor('forgot@example.org')
    expect(link.startsWith('http://localhost:3000/auth/reset#')).toBe(true)
    expect((await choose(tokenOf(link), 'Kestrel42')).statusCode).toBe(204)
    expect((await choose(tokenOf(link), 'Kestrel43')).json()).toMatchObject({ error: { code: 'account.linkInvalid' } })
    expect((await signIn('forgot@example.org', 'Kestrel42')).statusCode).toBe(200)
    expect((await signIn('forgot@example.org')).statusCode).toBe(401)
    await expect.poll(() => mailsTo('forgot@example.org')[0]?.subject).toBe('Your Lintel password was changed')
  })

  test('every session, refresh token and key ends with it', async () => {
    const all = await doors('thief@example.org')
    expect((await me(all['access'] ?? {})).statusCode).toBe(200)
    await forgetThrottle()
    expect((await choose(tokenOf(await linkFor('thief@example.org')), 'Kestrel42')).statusCode).toBe(204)
    for (const [name, headers] of Object.entries(all)) expect((await me(headers)).statusCode, name).toBe(401)
    for (const method of ['cookie', 'jwt']) {
      const headers = method === 'cookie' ? all['cookies'] : all['access']
      expect((await post(house, '/auth/security/v1/refresh', { method }, headers)).statusCode, method).toBe(401)
    }
    const [open] = await house.database.query({
      text: `select count(*)::int as keys from lintel.api_key key join lintel."user" person on person.id = key.user_id
        where email = 'thief@example.org' and revoked_on is null`,
    })
    expect(open).toEqual({ keys: 0 })
  })

  test('Host, Origin and forwarded headers of another site leave the link as it is configured', async () => {
    await signedIn(house, 'host@example.org')
    await forgetThrottle()
    const link = await linkFor('host@example.org', {
      host: 'localhost',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=evil.example',
    })
    expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/reset#[\w-]{43}$/)
    expect((await ask('host@example.org', { origin: 'https://evil.example' })).statusCode).toBe(403)
  })

  test('a link that is old, made up, or asked for before a new password was chosen opens nothing; only its hash is kept', async () => {
    await signedIn(house, 'old@example.org')
    await forgetThrottle()
    const first = tokenOf(await linkFor('old@example.org'))
    await forgetThrottle()
    const second = tokenOf(await linkFor('old@example.org'))
    const stored = await house.database.query({ text: 'select * from lintel.reset_link' })
    expect(JSON.stringify(stored)).not.toContain(second)
    expect((await choose(first, 'Kestrel42')).statusCode).toBe(204)
    expect((await choose(second, 'Kestrel43')).statusCode).toBe(410)
    await forgetThrottle()
    const third = tokenOf(await linkFor('old@example.org'))
    await house.database.execute({ text: `update lintel.reset_link set expires_on = now()` })
    expect((await choose(third, 'Kestrel44')).statusCode).toBe(410)
    expect((await choose('x'.repeat(43), 'Kestrel42')).statusCode).toBe(410)
  })

  test('[R364] [R365] [R366] [R367] [R256] the rules of a password hold here too; a refusal does not spend the link', async () => {
    await signedIn(house, 'rules@example.org')
    await forgetThrottle()
    const token = tokenOf(await linkFor('rules@example.org'))
    const codes = []
    for (const [password, repeated] of [
      ['Abc12', 'Abc12'],
      [`Ab1${'x'.repeat(22)}`, `Ab1${'x'.repeat(22)}`],
      ['kestrel42', 'kestrel42'],
      ['KESTREL42', 'KESTREL42'],
      ['Kestrels', 'Kestrels'],
      ['Kestrel42', 'Kestrel43'],
      ['Password1', 'Password1'],
    ] as const) {
      const answer = await choose(token, password, repeated)
      expect(answer.statusCode).toBe(422)
      codes.push(answer.json<{ error: { details: { code: string }[] } }>().error.details[0]?.code)
    }
    expect(codes).toEqual([
      'validation.length',
      'validation.length',
      'validation.passwordCase',
      'validation.passwordCase',
      'validation.passwordCase',
      'validation.passwordRepeat',
      'validation.passwordCommon',
    ])
    expect((await choose(token, 'Kestrel42')).statusCode).toBe(204)
  })

  test('two at once with one link, or with two: one of them holds', async () => {
    await signedIn(house, 'twice@example.org')
    const tokens: string[] = []
    for (let link = 0; link < 3; link++) {
      await forgetThrottle()
      tokens.push(tokenOf(await linkFor('twice@example.org')))
    }
    const all = [...tokens, ...tokens]
    const answers = await Promise.all(all.map((token, index) => choose(token, `Kestrel4${index}`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 410, 410, 410, 410, 410])
  })
})

describe('change of the password', () => {
  const change = (headers: Headers, body: object) => post(house, '/user/v1/me/password', body, headers)
  const fresh = { newpassword: 'Kestrel42', repeatpassword: 'Kestrel42' }

  test('needs the present one, ends every session, token and key, and answers with a new session', async () => {
    const all = await doors('change@example.org')
    const { access = {} } = all
    expect((await change(access, { password: 'Wrong1', ...fresh })).json()).toMatchObject({
      error: { details: [{ code: 'validation.passwordWrong', target: 'password' }] },
    })
    const changed = await change(access, { password: person.password, ...fresh })
    expect(changed.statusCode).toBe(200)
    for (const [name, headers] of Object.entries(all)) expect((await me(headers)).statusCode, name).toBe(401)
    const now = { authorization: `Bearer ${changed.json<{ token: string }>().token}` }
    expect((await me(now)).statusCode).toBe(200)
    expect((await signIn('change@example.org')).statusCode).toBe(401)
  })

  test('guesses of the present one are slowed, whoever holds the session', async () => {
    const access = await signedIn(house, 'guess@example.org')
    const codes = []
    for (let guess = 0; guess < 7; guess++)
      codes.push((await change(access, { password: `Wrong${guess}`, ...fresh })).statusCode)
    expect(codes).toEqual([422, 422, 422, 422, 422, 429, 429])
  })
})

test('the first passwords that anyone tries are refused at sign-up, whatever stands around them; others are not', async () => {
  const own = ['Ilze', 'Kalniņa', 'ilze@example.org', 'https://lintel.acme.com', 'Nordwind Riga']
  for (const password of [
    'Password1',
    'P@ssw0rd!',
    'Qwerty123',
    'Welcome2024',
    '1Summer2',
    'Aa1111',
    'Ilze2000',
    'Lintel1',
    'Secret1',
    'Zaq12wsx',
    'Nordwind24',
    'Acme2026',
  ])
    expect(await isCommon(password, own), password).toBe(true)
  for (const password of ['Kestrel42', 'Tr0ubador&3', 'Blue7Horse', 'Ventspils9Osta'])
    expect(await isCommon(password, own), password).toBe(false)
  const answer = await signUp({ email: 'common@example.org', password: 'Password1', repeatpassword: 'Password1' })
  expect(answer.json()).toMatchObject({
    error: { details: [{ code: 'validation.passwordCommon', target: 'password' }] },
  })
})
