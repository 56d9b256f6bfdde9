import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resendByTicket } from '#accounts/server/signIn/policies.ts'
import { purgeAccounts } from '#accounts/server/administration/purge.ts'
import { hashOf } from '#accounts/server/secrets.ts'
import { entranceOf, ticketOf } from '../../../../test/support/entrance.ts'
import { fieldsOf, openIdentityHouse } from '../../../../test/support/identity.ts'
import { codeFor, openHouse, person, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openHouse('sign_up')
})
afterAll(() => house.close())
beforeEach(() => forgetThrottle())

const { signUp, signIn, verify, statusOf, forgetThrottle } = entranceOf(() => house)

test('a link in a mail begins with our own address, whatever host the request names', async () => {
  await signedIn(house, 'linked@example.org')
  await forgetThrottle()
  const hosts = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  expect((await signUp({ email: 'linked@example.org' }, hosts)).statusCode).toBe(202)
  await expect.poll(() => house.mailbox.mails()[0]?.text).toContain('http://localhost:3000/auth')
  expect(JSON.stringify(house.mailbox.mails()[0])).not.toContain('evil')
})

describe('whoever holds the ticket of a sign-up', () => {
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

  test('is held up by no tries of strangers, from other places or their own, and asks for another code meanwhile', async () => {
    const email = 'besieged@example.org'
    const mine = ticketOf(await signUp({ email }))
    const code = await codeFor(house, email)
    const from = (remoteAddress: string, url: string, payload: object) =>
      house.app.inject({ method: 'POST', url: `/api/auth/security/v1/${url}`, remoteAddress, payload })
    for (const place of ['192.0.2.1', '127.0.0.1']) {
      const tries = [{ ticket: 'nobody' }, { password: 'Wrong12' }].flatMap((proof) =>
        Array.from({ length: 45 }, () => from(place, 'verify', { email, code: wrongFor(code), ...proof })),
      )
      const answers = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
      expect(answers.filter((status) => status === 422).length).toBeLessThanOrEqual(41)
      expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(49)
      for (let asked = 0; asked < 35; asked++) await from(place, 'resend', { email })
    }
    await house.database.execute({
      text: `update lintel.verification_code set sent_on = sent_on - interval '60 seconds'`,
    })
    await house.database.execute({
      text: `update lintel.rate_limit set blocked_until = now() where key = $1`,
      values: [hashOf(resendByTicket.name, mine.ticket)],
    })
    expect((await post(house, '/auth/security/v1/resend', { email, ...mine })).statusCode).toBe(202)
    await expect.poll(() => codeFor(house, email)).not.toBe(code)
    expect((await verify(email, await codeFor(house, email), mine)).statusCode).toBe(200)
  })

  test('has five guesses at a code and few at the codes that follow; a decoy is slowed alike', async () => {
    await signedIn(house, 'guessed@example.org')
    await forgetThrottle()
    for (const email of ['guessing@example.org', 'guessed@example.org']) {
      const mine = ticketOf(await signUp({ email }))
      const answers: number[] = []
      for (let guess = 0; guess < 12; guess++) answers.push((await verify(email, '000000', mine)).statusCode)
      expect(answers).toEqual([...Array<number>(10).fill(422), 429, 429])
    }
  })

  test('has these tries for as long as the sign-up waits: a pause gives no more, however many tickets there are', async () => {
    const email = 'patient@example.org'
    const mine = ticketOf(await signUp({ email }))
    const daysLater = async () => {
      await house.database.execute({
        text: `update lintel.rate_limit set last_on = last_on - interval '3 days', blocked_until = null`,
      })
      await purgeAccounts(house.database, [])
    }
    const answersOf = async (ask: () => Promise<{ statusCode: number }>) => {
      const answers: number[] = []
      for (let asked = 0; asked < 3; asked++) answers.push((await ask()).statusCode)
      return answers
    }
    const again = () => post(house, '/auth/security/v1/resend', { email, ...mine })
    expect(await answersOf(again)).toEqual([429, 429, 429])
    for (let guess = 0; guess < 10; guess++) await verify(email, '000000', mine)
    await daysLater()
    expect(await answersOf(() => verify(email, '000000', mine))).toEqual([422, 429, 429])
    expect(await answersOf(again)).toEqual([202, 429, 429])
  })

  test('one person at a second browser is held up by no single stranger, with the password of the sign-up', async () => {
    const email = 'elsewhere@example.org'
    await signUp({ email })
    const code = await codeFor(house, email)
    const guess = (password: string, remoteAddress: string) =>
      house.app.inject({
        method: 'POST',
        url: '/api/auth/security/v1/verify',
        remoteAddress,
        payload: { email, code, password, method: 'jwt' },
      })
    const answers: number[] = []
    for (let tries = 0; tries < 12; tries++) answers.push((await guess(`Wrong${tries}`, '192.0.2.7')).statusCode)
    expect(answers.at(-1)).toBe(429)
    expect((await guess(person.password, '198.51.100.7')).statusCode).toBe(200)
  })
})

test('each purpose of a mail to an address counts by itself: sign-ups and links hold up no other one', async () => {
  const email = 'letters@example.org'
  const headers = await signedIn(house, email)
  expect((await signUp({ email })).statusCode).toBe(429)
  const ask = async (url: string) => (await post(house, url, { email }, headers)).statusCode
  expect(await ask('/auth/security/v1/resend')).toBe(202)
  expect(await ask('/auth/security/v1/reset')).toBe(202)
  expect((await post(house, '/user/v1/me/verify', { channel: 'email' }, headers)).statusCode).toBe(202)
  expect(await ask('/auth/security/v1/reset')).toBe(429)
  // Fifteen in an hour at most, however often somebody asks.
  const waits: number[] = []
  for (let round = 0; round < 5; round++) {
    waits.push(Number((await post(house, '/auth/security/v1/reset', { email })).headers['retry-after']))
    await house.database.execute({ text: 'update lintel.rate_limit set blocked_until = now()' })
    expect(await ask('/auth/security/v1/reset')).toBe(202)
  }
  expect(waits.map((wait) => Math.round(wait / 10) * 10)).toEqual([60, 120, 240, 300, 300])
})

describe('several sign-ups for one address', () => {
  test('a stranger’s sign-up with my address changes nothing of mine: each code opens only the sign-up it was sent for', async () => {
    const email = 'victim@example.org'
    const mine = await signUp({ email, password: 'Heron5Bay', repeatpassword: 'Heron5Bay' })
    const myCode = await codeFor(house, email)
    await forgetThrottle()
    const theirs = await signUp({ email, password: 'Theirs1', repeatpassword: 'Theirs1', firstname: 'Eve' })
    await expect.poll(() => codeFor(house, email)).not.toBe(myCode)
    const theirCode = await codeFor(house, email)
    expect((await verify(email, theirCode, ticketOf(mine))).statusCode).toBe(422)
    expect((await verify(email, theirCode, { password: 'Heron5Bay' })).statusCode).toBe(422)
    expect((await verify(email, myCode, ticketOf(theirs))).statusCode).toBe(422)
    expect((await verify(email, myCode, ticketOf(mine))).statusCode).toBe(200)
    expect((await verify(email, theirCode, ticketOf(theirs))).statusCode).toBe(422)
    expect((await signIn(email, 'Theirs1')).statusCode).toBe(401)
    expect((await signIn(email, 'Heron5Bay')).statusCode).toBe(200)
    const [row] = await house.database.query({
      text: `select firstname, (select count(*)::int from lintel.sign_up where user_id = person.id) as drafts
        from lintel."user" person where email = $1`,
      values: [email],
    })
    expect(row).toEqual({ firstname: 'Ilze', drafts: 0 })
  })

  test('the owner who types the code of a stranger’s later sign-up does not confirm it', async () => {
    const email = 'later@example.org'
    await signUp({ email, password: 'Heron5Bay', repeatpassword: 'Heron5Bay' })
    const first = await codeFor(house, email)
    await forgetThrottle()
    await signUp({ email, password: 'Theirs1', repeatpassword: 'Theirs1' })
    await expect.poll(() => codeFor(house, email)).not.toBe(first)
    const code = await codeFor(house, email)
    expect((await verify(email, code, { password: 'Heron5Bay' })).statusCode).toBe(422)
    expect((await verify(email, code, { ticket: 'x'.repeat(43) })).statusCode).toBe(422)
    expect((await verify(email, code, {})).json()).toMatchObject({
      error: { details: [{ code: 'validation.required', target: 'password' }] },
    })
    expect(await statusOf(email)).toBe('created')
  })

  test('guesses with a stranger’s ticket or a wrong password use up none of my code’s tries', async () => {
    const email = 'tries@example.org'
    const mine = await signUp({ email })
    const code = await codeFor(house, email)
    await forgetThrottle()
    const theirs = await signUp({ email, password: 'Theirs1', repeatpassword: 'Theirs1' })
    const wrong = code === '000000' ? '000001' : '000000'
    for (const proof of [ticketOf(theirs), { password: 'Wrong12' }, { ticket: 'nobody' }]) {
      await forgetThrottle()
      for (let tries = 0; tries < 6; tries++) expect((await verify(email, wrong, proof)).statusCode).toBe(422)
    }
    await forgetThrottle()
    expect((await verify(email, code, ticketOf(mine))).statusCode).toBe(200)
  })

  test('who was verified once keeps password and name through a sign-up, also when the address waits again', async () => {
    await signedIn(house, 'moved@example.org')
    await house.database.execute({
      text: `update lintel."user" set status = 'created' where email = 'moved@example.org'`,
    })
    await forgetThrottle()
    await signUp({ email: 'moved@example.org', password: 'Theirs1', repeatpassword: 'Theirs1' })
    await expect.poll(() => house.mailbox.mails()[0]?.subject).toBe('You already have a Lintel account')
    await signIn('moved@example.org')
    const code = await codeFor(house, 'moved@example.org')
    expect((await verify('moved@example.org', code, { password: 'Theirs1' })).statusCode).toBe(422)
    expect((await verify('moved@example.org', code)).statusCode).toBe(200)
  })
})

test('whether an address has an account is not told by signing up for it and signing in with that password', async () => {
  await signedIn(house, 'known@example.org')
  await forgetThrottle()
  const bare = (body: string) => body.replace(/"requestId":"[^"]*"/, '')
  const answers = await Promise.all(
    ['known@example.org', 'unknown@example.org'].map(async (email) => {
      const mine = await signUp({ email, password: 'Theirs1', repeatpassword: 'Theirs1' })
      const told = [await signIn(email, 'Theirs1'), await signIn(email, 'Wrong12')]
      for (const proof of [ticketOf(mine), { password: 'Theirs1' }]) told.push(await verify(email, '000000', proof))
      return told.map(({ statusCode, body }) => [statusCode, bare(body)])
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.map(([status]) => status)).toEqual([403, 401, 422, 422])
  // It opens nothing, gets no code, and lifts no delay that guesses of the real password have earned.
  expect(house.mailbox.mails().filter(({ to }) => to === 'known@example.org')[0]?.subject).toMatch(/already have/)
  await forgetThrottle()
  const guesses: number[] = []
  for (let guess = 0; guess < 6; guess++) {
    guesses.push((await signIn('known@example.org', `Wrong${guess}`)).statusCode)
    if (guess < 4) expect((await signIn('known@example.org', 'Theirs1')).statusCode).toBe(403)
  }
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429])
  await forgetThrottle()
  expect((await signIn('known@example.org')).statusCode).toBe(200)
})

test('a code that went to a former number verifies no later one, with the password and no session either', async () => {
  const email = 'numbers@example.org'
  const headers = await signedIn(house, email, { mobilephone: '+371 2100 0001' })
  const now = (change: string) =>
    house.database.execute({ text: `update lintel."user" set ${change} where email = $1`, values: [email] })
  await now(`status = 'created', unverified_on = now()`)
  expect((await post(house, '/user/v1/me/verify', { channel: 'mobile' }, headers)).statusCode).toBe(202)
  const code = await codeFor(house, '+371 2100 0001')
  await now(`mobilephone = '+371 2100 0002'`)
  expect([(await verify(email, code)).statusCode, await statusOf(email)]).toEqual([422, 'created'])
  await now(`mobilephone = '+371 2100 0001'`)
  expect([(await verify(email, code)).statusCode, await statusOf(email)]).toEqual([200, 'active by mobile'])
})

test('an installation with the policy strong accepts long passwords of any signs, and says so', async () => {
  const strict = await openIdentityHouse('strongpasswords', { deps: { passwords: 'strong' } })
  try {
    const choose = async (password: string) =>
      fieldsOf(await post(strict, '/auth/security/v1/signup', { ...person, password, repeatpassword: password }))
    expect(await choose('Otter7Bay')).toEqual([['password', 'validation.length']])
    expect(await choose('Password123456')).toEqual([['password', 'validation.passwordCommon']])
    const long = 'a whale hums behind nine doors'
    const taken = { ...person, email: 'long@example.org', password: long, repeatpassword: long }
    expect((await post(strict, '/auth/security/v1/signup', taken)).statusCode).toBe(202)
    const ways = await strict.app.inject({ url: '/api/auth/security/v1/ways' })
    expect(ways.json()).toEqual({ providers: [], passwords: 'strong' })
  } finally {
    await strict.close()
  }
})
