import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entranceOf, ticketOf } from '../../../test/support/entrance.ts'
import { codeFor, openHouse, person, post, signedIn, type House } from '../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openHouse('accounts')
})
afterAll(() => house.close())
beforeEach(() => forgetThrottle())

const { signUp, signIn, verify, statusOf, forgetThrottle } = entranceOf(() => house)

describe('sign-up', () => {
  test('[R299] [R300] [R257] makes an account in status created; the mailed code makes it active by email and signs in', async () => {
    expect((await signUp({ email: 'anna@example.org' })).statusCode).toBe(202)
    expect(await statusOf('anna@example.org')).toBe('created')
    const answer = await verify('anna@example.org', await codeFor(house, 'anna@example.org'))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ token: expect.any(String), expires_in: 1200 })
    expect(await statusOf('anna@example.org')).toBe('active by email')
  })

  test('[R248] [R249] [R250] [R251] [R252] [R253] [R254] [R258] [R426] GET /user/v1/me tells the user', async () => {
    const headers = await signedIn(house, 'me@example.org')
    const me = await house.app.inject({ url: '/api/user/v1/me', headers })
    expect(me.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      firstname: 'Ilze',
      lastname: 'Kalniņa',
      email: 'me@example.org',
      mobilephone: '+371 2000 0000',
      country: 'LV',
      provider: 'local',
      status: 'active by email',
      locale: 'en',
      developermode: false,
      timezone: 'auto',
      dateformat: 'auto',
      timeformat: 'auto',
      numberformat: 'auto',
      trial_ends_on: expect.any(String),
      email_verified: true,
      mobile_verified: false,
      has_password: true,
      platform_administrator: false,
      sms: true,
      lacks_factor: false,
      picture: null,
    })
    const days = (Date.parse(me.json<{ trial_ends_on: string }>().trial_ends_on) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('[R375] [R511] a wrong form is refused with every field at once, the terms in the specified words', async () => {
    const answer = await signUp({ email: 'no', terms: false, repeatpassword: 'Other1', firstname: '' })
    expect(answer.statusCode).toBe(422)
    const { details } = answer.json<{ error: { details: { target: string; message: string }[] } }>().error
    expect(details.map(({ target }) => target).toSorted()).toEqual(['email', 'firstname', 'repeatpassword', 'terms'])
    expect(details.find(({ target }) => target === 'terms')?.message).toBe(
      'Please agree to the Terms of Service, Privacy Policy and Acceptable Use Policy',
    )
  })

  test('status and rights in the body are not taken', async () => {
    await signUp({
      email: 'greedy@example.org',
      status: 'active by email',
      admin: true,
      role: 'Administrator',
      developer_mode: true,
    })
    const [row] = await house.database.query({
      text: `select status, developer_mode from lintel."user" where email = 'greedy@example.org'`,
    })
    expect(row).toEqual({ status: 'created', developer_mode: false })
  })

  test('a known address gets the same answer, and its owner a mail that says so; nothing is changed', async () => {
    await signedIn(house, 'known@example.org')
    await forgetThrottle()
    const unknown = await signUp({ email: 'unknown@example.org' })
    const known = await signUp({ email: 'KNOWN@example.org', password: 'Another9Bay', repeatpassword: 'Another9Bay' })
    expect([known.statusCode, Object.keys(known.json())]).toEqual([unknown.statusCode, Object.keys(unknown.json())])
    expect(known.body).toHaveLength(unknown.body.length)
    await expect
      .poll(() => house.mailbox.mails()[0])
      .toMatchObject({
        to: 'known@example.org',
        subject: 'You already have a Lintel account',
      })
    expect((await signIn('known@example.org')).statusCode).toBe(200)
  })

  test('of eight sign-ups at once with one address one mail goes out', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp({ email: 'race@example.org' })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, ...Array<number>(7).fill(429)])
    await codeFor(house, 'race@example.org')
    expect(house.mailbox.mails().filter(({ to }) => to === 'race@example.org')).toHaveLength(1)
  })

  test.each([
    ['es', 'Hola, Ilze', '15 minutos'],
    ['lv', 'Labdien, Ilze', '15 minūtes'],
    ['ru', 'Здравствуйте, Ilze', '15 минут'],
  ])('the mail is written in the person’s language: %s', async (locale, greeting, minutes) => {
    await signUp({ email: `${locale}@example.org` }, { 'x-locale': locale })
    await codeFor(house, `${locale}@example.org`)
    const mail = house.mailbox.mails()[0]
    expect(mail?.text).toContain(greeting)
    expect(mail?.text).toContain(minutes)
    expect(mail?.html).toContain(`lang="${locale}"`)
  })

  test('a name with markup is text in the mail, and never a header', async () => {
    await signUp({ email: 'markup@example.org', firstname: '<img src=x onerror=alert(1)>\r\nBcc: eve@example.org' })
    await codeFor(house, 'markup@example.org')
    const mail = house.mailbox.mails()[0]
    expect(mail?.html).toContain('&lt;img src=x')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.subject).not.toMatch(/[\r\n]/)
  })
})

describe('verification', () => {
  test('five wrong codes void the right one; the status stays', async () => {
    await signUp({ email: 'five@example.org' })
    const code = await codeFor(house, 'five@example.org')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) expect((await verify('five@example.org', wrong)).statusCode).toBe(422)
    expect((await verify('five@example.org', code)).statusCode).toBe(422)
    expect(await statusOf('five@example.org')).toBe('created')
  })

  test('a code is good for 15 minutes and once', async () => {
    await signUp({ email: 'late@example.org' })
    const code = await codeFor(house, 'late@example.org')
    const expire = (interval: string) =>
      house.database.execute({
        text: `update lintel.verification_code set expires_on = expires_on - interval '${interval}'`,
      })
    await expire('15 minutes')
    expect((await verify('late@example.org', code)).statusCode).toBe(422)
    await expire('-14 minutes')
    expect((await verify('late@example.org', code)).statusCode).toBe(200)
    expect((await verify('late@example.org', code)).statusCode).toBe(422)
  })

  test('an unknown address gets the answer of a wrong code', async () => {
    await signUp({ email: 'wrong@example.org' })
    const shape = (answer: { statusCode: number; body: string }) => [
      answer.statusCode,
      answer.body.replace(/"requestId":"[^"]*"/, ''),
    ]
    expect(shape(await verify('nobody@example.org', '123456'))).toEqual(
      shape(await verify('wrong@example.org', '12345a')),
    )
  })

  test('another code can be asked for after 60 seconds; known and unknown addresses get the same answer', async () => {
    const mine = ticketOf(await signUp({ email: 'again@example.org' }))
    const first = await codeFor(house, 'again@example.org')
    const resend = (email: string, proof: object = {}) => post(house, '/auth/security/v1/resend', { email, ...proof })
    const early = await resend('again@example.org', mine)
    expect(early.statusCode).toBe(429)
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50)
    await house.database.execute({ text: `update lintel.rate_limit set blocked_until = now() - interval '1 second'` })
    await house.database.execute({
      text: `update lintel.verification_code set sent_on = sent_on - interval '60 seconds'`,
    })
    const [known, unknown] = [await resend('again@example.org'), await resend('stranger@example.org')]
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    await expect.poll(() => house.mailbox.mails().filter(({ to }) => to === 'again@example.org')).toHaveLength(2)
    expect(house.mailbox.mails().some(({ to }) => to === 'stranger@example.org')).toBe(false)
    expect((await verify('again@example.org', first)).statusCode).toBe(422)
  })

  test('codes and passwords are stored as hashes only', async () => {
    const { ticket } = ticketOf(await signUp({ email: 'hashed@example.org' }))
    const code = await codeFor(house, 'hashed@example.org')
    const [row] = await house.database.query<{ person: string; code: string }>({
      text: `select concat(person, draft) as person, kept::text as code from lintel."user" person
        join lintel.verification_code kept on kept.user_id = person.id
        join lintel.sign_up draft on draft.user_id = person.id where email = 'hashed@example.org'`,
    })
    expect(row?.person).toContain('$argon2id$')
    expect(row?.person).not.toContain(person.password)
    expect(row?.person).not.toContain(ticket)
    expect(row?.code).not.toContain(code)
  })
})

describe('sign-in', () => {
  test('[R020] with the right password; an unknown address and a wrong password get the same answer', async () => {
    await signedIn(house, 'pass@example.org')
    expect((await signIn('Pass@Example.org')).statusCode).toBe(200)
    const [wrong, unknown] = [await signIn('pass@example.org', 'Wrong12'), await signIn('who@example.org')]
    expect(wrong.statusCode).toBe(401)
    const bare = (body: string) => body.replace(/"requestId":"[^"]*"/, '')
    expect(bare(wrong.body)).toBe(bare(unknown.body))
  })

  test('not verified: said only after the right password, and a fresh code is sent', async () => {
    await signUp({ email: 'unverified@example.org' })
    const first = await codeFor(house, 'unverified@example.org')
    await house.database.execute({
      text: `update lintel.verification_code set sent_on = sent_on - interval '60 seconds'`,
    })
    expect((await signIn('unverified@example.org', 'Wrong12')).statusCode).toBe(401)
    const answer = await signIn('unverified@example.org')
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      403,
      'account.notVerified',
    ])
    await expect.poll(() => codeFor(house, 'unverified@example.org')).not.toBe(first)
  })

  test('[R298] an inactive user may not sign in and learns no more than with a wrong password', async () => {
    await signedIn(house, 'gone@example.org')
    await house.database.execute({
      text: `update lintel."user" set status = 'inactive' where email = 'gone@example.org'`,
    })
    expect((await signIn('gone@example.org')).json()).toMatchObject({ error: { code: 'session.credentials' } })
  })

  test('five failures, then a growing delay, told in seconds; at the right time the owner gets in', async () => {
    await signedIn(house, 'slow@example.org')
    await forgetThrottle()
    for (let tries = 0; tries < 5; tries++) expect((await signIn('slow@example.org', 'Wrong12')).statusCode).toBe(401)
    const delays: number[] = []
    for (let round = 0; round < 3; round++) {
      const blocked = await signIn('slow@example.org')
      expect(blocked.statusCode).toBe(429)
      delays.push(Number(blocked.headers['retry-after']))
      await house.database.execute({ text: 'update lintel.rate_limit set blocked_until = now()' })
      expect((await signIn('slow@example.org', 'Wrong12')).statusCode).toBe(401)
    }
    expect(delays).toEqual([2, 4, 8])
    await house.database.execute({ text: 'update lintel.rate_limit set blocked_until = now()' })
    expect((await signIn('slow@example.org')).statusCode).toBe(200)
    expect((await signIn('slow@example.org', 'Wrong12')).statusCode).toBe(401)
  })

  test('twenty guesses at once get five looks', async () => {
    await signedIn(house, 'burst@example.org')
    await forgetThrottle()
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('burst@example.org', 'Wrong12')))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  test('many addresses from one place are slowed as well', async () => {
    const answers: number[] = []
    for (let tries = 0; tries < 22; tries++) answers.push((await signIn(`guess${tries}@example.org`)).statusCode)
    expect(answers.filter((status) => status === 401)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })

  test('signing in with an account of one’s own between guesses lifts no delay', async () => {
    await signedIn(house, 'own@example.org')
    await forgetThrottle()
    for (let tries = 0; tries < 20; tries++) await signIn(`victim${tries}@example.org`)
    await house.database.execute({ text: 'update lintel.rate_limit set blocked_until = now()' })
    expect((await signIn('own@example.org')).statusCode).toBe(200)
    expect((await signIn('victim20@example.org')).statusCode).toBe(429)
  })
})
