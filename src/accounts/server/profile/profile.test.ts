import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeAccounts } from '#accounts/server/administration/purge.ts'
import { confirmed, openIdentityHouse } from '../../../../test/support/identity.ts'
import { person, post, signedIn, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openIdentityHouse('profiles')
})
afterAll(() => house.close())

describe('profile', () => {
  test('people change their names, phone, country, language and developer mode, and nothing else', async () => {
    const headers = await signedIn(house, 'profile@example.org')
    await confirmed(house, headers)
    const answer = await house.app.inject({
      method: 'PATCH',
      url: '/api/user/v1/me',
      headers,
      payload: {
        firstname: 'Liene',
        mobilephone: null,
        locale: 'lv',
        developermode: true,
        status: 'inactive',
        email: 'x@y.lv',
      },
    })
    expect(answer.json()).toMatchObject({
      firstname: 'Liene',
      lastname: 'Kalniņa',
      mobilephone: null,
      country: 'LV',
      locale: 'lv',
      developermode: true,
      status: 'active by email',
      email: 'profile@example.org',
    })
  })

  test('people set their time zone and how dates, times and numbers are written; the log and their data tell of it', async () => {
    const headers = await signedIn(house, 'formats@example.org')
    const url = '/api/user/v1/me'
    const change = (payload: object) => house.app.inject({ method: 'PATCH', url, headers, payload })
    const auto = { timezone: 'auto', dateformat: 'auto', timeformat: 'auto', numberformat: 'auto' }
    const own = { timezone: 'Asia/Tokyo', dateformat: 'YYYY-MM-DD', timeformat: '24', numberformat: "1'234.56" }
    expect((await house.app.inject({ url, headers })).json()).toMatchObject(auto)
    expect((await change(own)).json()).toMatchObject({ ...own, firstname: 'Ilze' })
    expect((await change({ firstname: 'Ilze', timezone: 'Asia/Tokyo' })).statusCode, 'nothing new').toBe(200)
    expect((await change({ dateformat: 'DD.MM.YYYY' })).json()).toMatchObject({ ...own, dateformat: 'DD.MM.YYYY' })
    for (const [field, value] of [
      ['timezone', 'Europe/Nowhere'],
      ['timezone', '+02:00'],
      ['timezone', ''],
      ['timezone', null],
      ['timezone', 'A/'.repeat(5000)],
      ['dateformat', 'YY-M-D'],
      ['timeformat', '13'],
      ['numberformat', '1_234'],
    ] as const) {
      const answer = await change({ [field]: value })
      expect([answer.statusCode, answer.json<{ error: { details: { target: string }[] } }>()], field).toMatchObject([
        422,
        { error: { details: [{ target: field }] } },
      ])
    }
    const mine = await house.app.inject({ url: `${url}/export`, headers })
    expect(mine.json<{ account: object }>().account).toMatchObject({ timezone: 'Asia/Tokyo', dateformat: 'DD.MM.YYYY' })
    const noted = await house.database.query({
      text: `select changes->'before' as before, changes->'after' as after from lintel._audit
        where kind = 'profileChanged' and by_id = (select id from lintel."user" where email = 'formats@example.org')
        order by seq`,
    })
    expect(noted).toEqual([
      { before: auto, after: own },
      { before: { dateformat: 'YYYY-MM-DD' }, after: { dateformat: 'DD.MM.YYYY' } },
    ])
  })

  test('many changes of a number at once are answered: none waits for a connection that another one holds', async () => {
    const headers = await signedIn(house, 'numbers@example.org')
    const change = (last: number) =>
      house.app.inject({
        method: 'PATCH',
        url: '/api/user/v1/me',
        headers,
        payload: { mobilephone: `+371 29 123 4${last}` },
      })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => change(at + 10)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(40).fill(403))
  })

  test('nobody is told anything without a session', async () => {
    for (const headers of [{}, { authorization: 'Bearer short' }, { authorization: `Bearer ${'x'.repeat(43)}` }]) {
      const answer = await house.app.inject({ url: '/api/user/v1/me', headers })
      expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
        401,
        'session.required',
      ])
    }
    expect((await post(house, '/csrf/v1/create?x=/auth/security/v1/signin')).statusCode).toBe(401)
  })
})

describe('what runs out is removed', () => {
  test('an account that nobody verified within 14 days goes; one day earlier it stays, and so do the verified', async () => {
    await signedIn(house, 'verified@example.org')
    for (const email of ['day13@example.org', 'day14@example.org'])
      await post(house, '/auth/security/v1/signup', { ...person, email })
    const age = (email: string, days: number) =>
      house.database.execute({
        text: `with aged as (update lintel."user" set created_on = now() - interval '${days} days 1 minute'
          where email = '${email}' returning id, created_on)
          update lintel.sign_up set created_on = aged.created_on from aged where user_id = aged.id`,
      })
    await age('verified@example.org', 100)
    await age('day13@example.org', 13)
    await age('day14@example.org', 14)
    await purgeAccounts(house.database, [])
    const left = await house.database.query<{ email: string }>({
      text: `select email from lintel."user" where email ~ '^(day|verified)' order by email`,
    })
    expect(left.map(({ email }) => email)).toEqual(['day13@example.org', 'verified@example.org'])
  })

  test('sessions at their end, codes and counters', async () => {
    const headers = await signedIn(house, 'ended@example.org')
    await house.database.execute({ text: 'update lintel.session set ends_on = now()' })
    await house.database.execute({
      text: `update lintel.rate_limit set last_on = now() - interval '2 days', blocked_until = null,
        forget_on = now() - interval '1 day'`,
    })
    await house.database.execute({ text: 'update lintel.verification_code set expires_on = now()' })
    await purgeAccounts(house.database, [])
    for (const table of ['session', 'token', 'rate_limit', 'verification_code'])
      expect(await house.database.query({ text: `select from lintel.${table}` }), table).toEqual([])
    expect((await post(house, '/auth/security/v1/refresh', { method: 'jwt' }, headers)).statusCode).toBe(401)
  })
})
