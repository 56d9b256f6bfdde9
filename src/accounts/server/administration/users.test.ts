import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpCode } from '#accounts/server/signUp/setUp.ts'
import { entranceOf } from '../../../../test/support/entrance.ts'
import { codeOf, confirmed, openIdentityHouse } from '../../../../test/support/identity.ts'
import { post, signedIn, type House } from '../../../../test/support/people.ts'

type Headers = Record<string, string>
const secret = 'a secret of the test, 32 characters long'
const together = new Map<string, string[]>()
let house: House
let admin: Headers
let adminId: string

beforeAll(async () => {
  house = await openIdentityHouse('users', {
    deps: {
      secret,
      colleagues: async (id) => together.get(id) ?? [],
      placesOf: async () => [{ id: '00000000-0000-7000-8000-000000000001', name: 'Acme', role: 'Administrator' }],
      administeredAlone: async (id) => (together.get(id)?.includes('alone') ? ['Acme'] : []),
    },
  })
  admin = await signedIn(house, 'admin@example.org', { firstname: 'Ada' })
  adminId = await idOf('admin@example.org')
})
afterAll(() => house.close())
const { signIn, signUp, statusOf, forgetThrottle } = entranceOf(() => house)
beforeEach(() => forgetThrottle())

const get = (url: string, headers: Headers) => house.app.inject({ url: `/api${url}`, headers })
const patch = (url: string, headers: Headers, payload: object) =>
  house.app.inject({ method: 'PATCH', url: `/api${url}`, headers, payload })
const remove = (url: string, headers: Headers) => house.app.inject({ method: 'DELETE', url: `/api${url}`, headers })
const claim = (headers: Headers, code: string) => post(house, '/user/v1/setup', { code }, headers)
async function idOf(email: string): Promise<string> {
  const [row] = await house.database.query<{ id: string }>({
    text: 'select id from lintel."user" where email = $1',
    values: [email],
  })
  return row?.id ?? ''
}

describe('the first administrator', () => {
  test('nobody is one by signing up, not even the first', async () => {
    expect((await get('/user/v1/me', admin)).json()).toMatchObject({ platform_administrator: false })
    expect((await patch(`/user/v1/${adminId}`, admin, { disabled: true })).statusCode).toBe(404)
    await signUp({ email: 'bold@example.org', platform_administrator: true, admin: true })
    const [row] = await house.database.query({
      text: `select bool_or(platform_administrator) as any from lintel."user"`,
    })
    expect(row).toEqual({ any: false })
    await patch('/user/v1/me', admin, { platform_administrator: true })
    expect((await get('/user/v1/me', admin)).json()).toMatchObject({ platform_administrator: false })
  })

  test('is who has the code that the server prints; a wrong one, one of another installation and a second use do nothing', async () => {
    expect((await get('/user/v1/setup', admin)).json()).toEqual({ open: true })
    const refused = { error: { details: [{ code: 'validation.code', target: 'code' }] } }
    expect((await claim(admin, 'AAAAAA-AAAAAA-AAAAAA-AAAAAA')).json()).toMatchObject(refused)
    expect((await claim(admin, setUpCode('another secret'))).json()).toMatchObject(refused)
    const second = await signedIn(house, 'second@example.org')
    const both = await Promise.all([claim(admin, setUpCode(secret)), claim(second, setUpCode(secret))])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
    // Whoever was faster: the story goes on with one of them.
    const first = (await get('/user/v1/me', admin)).json<{ platform_administrator: boolean }>()
    if (!first.platform_administrator) {
      admin = second
      adminId = await idOf('second@example.org')
    }
    expect((await get('/user/v1/setup', admin)).json()).toEqual({ open: false })
    expect((await claim(second, setUpCode(secret))).statusCode).toBe(422)
  })
})

describe('people', () => {
  test('an administrator of the installation sees all of them, page by page and by search; others only colleagues, by name and picture', async () => {
    const anna = await signedIn(house, 'anna@example.org', { firstname: 'Anna' })
    await signedIn(house, 'berta@example.org', { firstname: 'Berta', lastname: 'Liepa' })
    await signedIn(house, 'carla@example.org', { firstname: 'Carla' })
    const [annaId, bertaId, carlaId] = await Promise.all(
      ['anna', 'berta', 'carla'].map((name) => idOf(`${name}@example.org`)),
    )
    together.set(annaId ?? '', [annaId ?? '', bertaId ?? ''])

    const seen = (await get('/user/v1', anna)).json<{ value: { id: string }[]; more: boolean }>()
    expect(seen.value.map(({ id }) => id)).toEqual([bertaId, annaId])
    expect(seen.value[0]).toEqual({ id: bertaId, firstname: 'Berta', lastname: 'Liepa', picture: null })
    expect((await get('/user/v1?search=berta%40example', anna)).json()).toEqual({ value: [], more: false })
    expect((await get(`/user/v1/${bertaId}`, anna)).json()).toEqual(seen.value[0])
    for (const path of [`/user/v1/${carlaId}`, `/user/v1/${carlaId}/picture`, `/user/v1/${bertaId}/environment`])
      expect((await get(path, anna)).json(), path).toMatchObject({ error: { code: 'user.unknown' } })
    for (const answer of [
      await patch(`/user/v1/${bertaId}`, anna, { disabled: true }),
      await post(house, `/user/v1/${bertaId}/reset`, {}, anna),
      await remove(`/user/v1/${bertaId}/session`, anna),
    ])
      expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([404, 'user.unknown'])

    const found = (await get('/user/v1?search=berta%40example', admin)).json<{ value: object[] }>()
    expect(found.value).toMatchObject([
      { id: bertaId, email: 'berta@example.org', status: 'active by email', sessions: 1 },
    ])
    const all = (await get('/user/v1', admin)).json<{ value: { id: string }[] }>().value.map(({ id }) => id)
    const after = (await get(`/user/v1?after=${all[0]}`, admin)).json<{ value: { id: string }[] }>()
    expect(after.value.map(({ id }) => id)).toEqual(all.slice(1))
    expect((await get(`/user/v1/${bertaId}/environment`, admin)).json()).toMatchObject({ value: [{ name: 'Acme' }] })
  })

  test('[R298] who is disabled is out at once, with every session and key, and comes back as what they were', async () => {
    const headers = await signedIn(house, 'gone@example.org')
    const id = await idOf('gone@example.org')
    expect((await get('/user/v1/me', headers)).statusCode).toBe(200)
    expect((await patch(`/user/v1/${id}`, admin, { disabled: true })).json()).toMatchObject({
      status: 'inactive',
      sessions: 0,
    })
    expect((await get('/user/v1/me', headers)).statusCode).toBe(401)
    expect((await signIn('gone@example.org')).json()).toMatchObject({ error: { code: 'session.credentials' } })
    expect((await patch(`/user/v1/${id}`, admin, { disabled: false })).json()).toMatchObject({
      status: 'active by email',
    })
    expect((await get('/user/v1/me', headers)).statusCode, 'an ended session does not come back').toBe(401)
    expect((await signIn('gone@example.org')).statusCode).toBe(200)
  })

  test('a deleted person is out at once', async () => {
    const headers = await signedIn(house, 'deleted@example.org')
    await house.database.execute({ text: `delete from lintel."user" where email = 'deleted@example.org'` })
    house.clock.pass(1010)
    expect((await get('/user/v1/me', headers)).statusCode).toBe(401)
  })

  test('an administrator ends the sessions of others and mails them a link to a new password', async () => {
    const headers = await signedIn(house, 'helped@example.org')
    const id = await idOf('helped@example.org')
    expect((await remove(`/user/v1/${id}/session`, admin)).statusCode).toBe(204)
    expect((await get('/user/v1/me', headers)).statusCode).toBe(401)
    expect((await post(house, `/user/v1/${id}/reset`, {}, admin)).statusCode).toBe(202)
    await expect
      .poll(() => house.mailbox.mails()[0])
      .toMatchObject({ to: 'helped@example.org', text: expect.stringContaining('/auth/reset#') })
    expect(await notesOf(id)).toEqual(['sessionsEnded', 'passwordReset'])
  })

  test('an administrator takes a lost second factor away: sessions end, the person is told, the password stays', async () => {
    const headers = await signedIn(house, 'lost@example.org')
    const id = await idOf('lost@example.org')
    await house.database.execute({
      text: `insert into lintel.recovery_code (user_id, hash) values ($1, '\\x00')`,
      values: [id],
    })
    const gone = async () =>
      (await house.database.query({ text: 'select 1 from lintel.recovery_code where user_id = $1', values: [id] }))
        .length
    expect((await remove(`/user/v1/${id}/factor`, headers)).statusCode).toBe(404)
    expect(await gone()).toBe(1)
    expect((await remove(`/user/v1/${id}/factor`, admin)).statusCode).toBe(204)
    expect(await gone()).toBe(0)
    expect((await get('/user/v1/me', headers)).statusCode).toBe(401)
    await expect
      .poll(() => house.mailbox.mails()[0])
      .toMatchObject({ to: 'lost@example.org', subject: expect.stringContaining('second factor') })
    expect((await signIn('lost@example.org')).statusCode).toBe(200)
  })

  test('the last administrator stays one, whoever asks and however many at once', async () => {
    expect((await patch(`/user/v1/${adminId}`, admin, { disabled: true })).json()).toMatchObject({
      error: { code: 'user.lastAdministrator' },
    })
    const other = await signedIn(house, 'other@example.org')
    const otherId = await idOf('other@example.org')
    await patch(`/user/v1/${otherId}`, admin, { platform_administrator: true })
    const resign = (id: string, by: Headers) => patch(`/user/v1/${id}`, by, { platform_administrator: false })
    const both = await Promise.all([resign(adminId, admin), resign(otherId, other)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [left] = await house.database.query({
      text: `select count(*)::int as count from lintel."user" where platform_administrator`,
    })
    expect(left).toEqual({ count: 1 })
    await house.database.execute({
      text: `update lintel."user" set platform_administrator = id = $1`,
      values: [adminId],
    })
  })
})

/** What the installation's log tells of what administrators did to a person. */
async function notesOf(id: string): Promise<string[]> {
  const rows = await house.database.query<{ kind: string }>({
    text: `select kind from lintel._audit where changes->'subject'->>'id' = $1 and by_id is not null order by seq`,
    values: [id],
  })
  return rows.map(({ kind }) => kind)
}

describe('closing the own account', () => {
  const close = (headers: Headers) => post(house, '/user/v1/me/close', {}, headers)

  test('asks once more who it is, ends sessions and keys, and leaves the person’s row for what they own', async () => {
    const headers = await signedIn(house, 'leaving@example.org')
    expect(codeOf(await close(headers))).toBe('identity.confirmNeeded')
    await confirmed(house, headers)
    expect((await close(headers)).statusCode).toBe(204)
    expect((await get('/user/v1/me', headers)).statusCode).toBe(401)
    expect(await statusOf('leaving@example.org')).toBe('inactive')
    expect((await signIn('leaving@example.org')).json()).toMatchObject({ error: { code: 'session.credentials' } })
  })

  test('is refused to the only administrator of an environment that others use', async () => {
    const headers = await signedIn(house, 'needed@example.org')
    together.set(await idOf('needed@example.org'), ['alone'])
    await confirmed(house, headers)
    expect((await close(headers)).json()).toMatchObject({
      error: { code: 'account.lastAdministrator', message: expect.stringContaining('Acme') },
    })
    expect(await statusOf('needed@example.org')).toBe('active by email')
  })

  test('what the installation knows of a person can be had as a file, without any secret', async () => {
    const headers = await signedIn(house, 'mydata@example.org')
    const answer = await get('/user/v1/me/export', headers)
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="lintel-account-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(answer.json()).toMatchObject({
      account: { email: 'mydata@example.org' },
      sign_in: [{ provider: 'local' }],
      sessions: [{ current: true }],
      api_keys: [],
      environments: [{ name: 'Acme' }],
    })
    expect(answer.body).not.toMatch(/argon2|"hash"|password_hash/)
  })
})

describe('devices', () => {
  test('are my open sessions; ending one, or all others, is felt at once; those of others do not exist', async () => {
    const here = await signedIn(house, 'devices@example.org')
    const there = { authorization: `Bearer ${(await signIn('devices@example.org')).json<{ token: string }>().token}` }
    const third = { authorization: `Bearer ${(await signIn('devices@example.org')).json<{ token: string }>().token}` }
    const stranger = await signedIn(house, 'stranger@example.org')
    const list = async (headers: Headers) =>
      (await get('/user/v1/session', headers)).json<{ value: { id: string; current: boolean }[] }>().value
    const mine = await list(here)
    expect(mine.map(({ current }) => current)).toEqual([true, false, false])
    const [there_] = (await list(there)).filter(({ current }) => current)
    expect((await remove(`/user/v1/session/${there_?.id}`, stranger)).json()).toMatchObject({
      error: { code: 'session.unknown' },
    })
    expect((await get('/user/v1/me', there)).statusCode).toBe(200)
    expect((await remove(`/user/v1/session/${there_?.id}`, here)).statusCode).toBe(204)
    expect((await get('/user/v1/me', there)).statusCode).toBe(401)
    expect((await remove('/user/v1/session', here)).statusCode).toBe(204)
    expect((await get('/user/v1/me', third)).statusCode).toBe(401)
    expect(await list(here)).toMatchObject([{ current: true }])
  })
})
