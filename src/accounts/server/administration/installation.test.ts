import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeAt, stepOf } from '#accounts/server/factors/totpCode.ts'
import { codeOf, confirmed, fromBase32, openIdentityHouse } from '../../../../test/support/identity.ts'
import { person, post, signedIn, type House } from '../../../../test/support/people.ts'

type Headers = Record<string, string>
type Entry = { kind: string; by_id: string; changes: { subject: object | null; before: object; after: object } }

let house: House
let admin: Headers
beforeAll(async () => {
  house = await openIdentityHouse('installation')
  admin = await signedIn(house, 'chief@example.org')
  await house.database.execute({
    text: `update lintel."user" set platform_administrator = true where email = 'chief@example.org'`,
  })
  await house.database.execute({
    text: `insert into lintel.installation (set_up_on, set_up_by) select now(), id from lintel."user"`,
  })
})
afterAll(() => house.close())
beforeEach(() => house.database.execute({ text: 'delete from lintel.rate_limit' }))

const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  house.app.inject({ method, url: `/api/user/v1${url}`, headers, ...(payload && { payload }) })
const want = (second_factor: boolean, headers = admin) => call('PATCH', '/rule', headers, { second_factor })
const signIn = async (email: string) => {
  const payload = { email, password: person.password, method: 'jwt' }
  const answer = await post(house, '/auth/security/v1/signin', payload)
  return { authorization: `Bearer ${answer.json<{ token: string }>().token}` }
}
const noted = (kind: string) =>
  house.database.query<Entry>({
    text: `select kind, by_id, changes::jsonb as changes from lintel._audit where kind = $1 order by seq`,
    values: [kind],
  })

test('rules for everyone are for administrators of the installation who have just proved who they are', async () => {
  const other = await signedIn(house, 'other@example.org')
  for (const answer of [
    await call('GET', '/rule', other),
    await want(true, other),
    await call('DELETE', '/everysession', other),
  ]) {
    expect(codeOf(answer)).toBe('user.unknown')
  }
  expect((await call('GET', '/rule', admin)).json()).toEqual({ second_factor: false })
  expect(codeOf(await want(true))).toBe('identity.confirmNeeded')
  expect(codeOf(await call('DELETE', '/everysession', admin))).toBe('identity.confirmNeeded')
})

test('where a second factor is wanted, who signs in without one sets one up and does nothing else before', async () => {
  const email = 'bare@example.org'
  const before = await signedIn(house, email)
  await confirmed(house, admin)
  expect((await want(true)).json()).toEqual({ second_factor: true })
  expect((await noted('rulesChanged')).map(({ changes }) => changes.after)).toEqual([{ second_factor: true }])
  // What was open goes on.
  expect((await call('GET', '/session', before)).statusCode).toBe(200)

  const led = await signIn(email)
  expect((await call('GET', '/me', led)).json()).toMatchObject({ lacks_factor: true })
  for (const url of ['/session', '/key', '', '/me/export']) {
    const refused = await call('GET', url, led)
    expect([refused.statusCode, codeOf(refused)], url).toEqual([403, 'identity.factorNeeded'])
  }
  expect(codeOf(await call('PATCH', '/me', led, { firstname: 'Eve' }))).toBe('identity.factorNeeded')
  expect((await call('GET', '/security', led)).statusCode).toBe(200)
  await confirmed(house, led)
  const { secret } = (await post(house, '/user/v1/totp', {}, led)).json<{ secret: string }>()
  const code = codeAt(fromBase32(secret), stepOf(new Date()))
  expect((await post(house, '/user/v1/totp/confirm', { code }, led)).statusCode).toBe(200)
  expect((await call('GET', '/session', led)).statusCode).toBe(200)
  expect((await call('GET', '/me', led)).json()).toMatchObject({ lacks_factor: false })

  // Whoever has a passkey sets up nothing beside it with the password alone.
  const second = await signedIn(house, 'second@example.org')
  await house.database.execute({
    text: `insert into lintel.passkey (id, user_id, credential, public_key, counter, transports, name, created_on)
      select id, id, 'a credential', '', 0, '{}', 'Laptop', now() from lintel."user" where email = 'second@example.org'`,
  })
  const thief = await signIn('second@example.org')
  expect((await call('GET', '/security', thief)).json()).toMatchObject({ confirm: ['passkey'] })
  expect((await post(house, '/user/v1/confirm', { password: person.password }, thief)).statusCode).toBe(422)
  expect(codeOf(await post(house, '/user/v1/confirm/code', {}, thief))).toBe('request.forbidden')
  expect(codeOf(await post(house, '/user/v1/totp', {}, thief))).toBe('identity.confirmNeeded')
  // Who changed an address in another session still comes to the way out of this one.
  await house.database.execute({
    text: `update lintel."user" set status = 'created', unverified_on = now() where email = 'second@example.org'`,
  })
  expect(codeOf(await post(house, '/user/v1/totp', {}, second))).toBe('identity.confirmNeeded')

  // A passkey is two factors by itself.
  const other = await signIn('other@example.org')
  await house.database.execute({ text: 'update lintel.session set by_passkey = true' })
  expect((await call('GET', '/session', other)).statusCode).toBe(200)
  await house.database.execute({ text: 'update lintel.session set by_passkey = false' })
  expect((await want(false)).json()).toEqual({ second_factor: false })
  expect((await call('GET', '/session', await signIn('other@example.org'))).statusCode).toBe(200)
})

test('an administrator who reads how somebody is reached, and who takes their own data out, stand in the log', async () => {
  const carla = await signedIn(house, 'carla@example.org')
  const { id } = (await call('GET', '/me', carla)).json<{ id: string }>()
  for (let look = 0; look < 3; look++) {
    expect((await call('GET', `/${id}`, admin)).json()).toMatchObject({ email: 'carla@example.org' })
  }
  const subject = { id, name: 'Ilze Kalniņa' }
  expect((await noted('personRead')).map(({ changes }) => changes.subject)).toEqual([subject])
  expect((await call('GET', `/${id}`, carla)).statusCode).toBe(200)
  expect(await noted('personRead')).toHaveLength(1)
  for (let page = 0; page < 3; page++) expect((await call('GET', '', admin)).body).toContain('carla@example.org')
  expect(await noted('usersRead')).toHaveLength(1)
  expect((await call('GET', '/me/export', carla)).statusCode).toBe(200)
  expect(await noted('dataExported')).toMatchObject([{ by_id: id }])
})

test('other sessions are ended by a fresh sign-in; an older session is asked once more who sits there', async () => {
  const [old, other] = [await signedIn(house, 'dora@example.org'), await signIn('dora@example.org')]
  const age = (interval: string) =>
    house.database.execute({ text: `update lintel.session set created_on = now() - interval '${interval}'` })
  await age('61 minutes')
  expect(codeOf(await call('DELETE', '/session', old))).toBe('identity.confirmNeeded')
  expect((await call('GET', '/me', other)).statusCode).toBe(200)
  await confirmed(house, old)
  expect((await call('DELETE', '/session', old)).statusCode).toBe(204)
  expect((await call('GET', '/me', other)).statusCode).toBe(401)
  await age('59 minutes')
  await house.database.execute({ text: 'update lintel.session set confirmed_on = null' })
  expect((await call('DELETE', '/session', old)).statusCode).toBe(204)
})

test('every session of everyone ends at once, but the one that asks; keys go on, and it stands in the log', async () => {
  const [anna, berta] = [await signedIn(house, 'anna@example.org'), await signedIn(house, 'berta@example.org')]
  expect((await call('GET', '/me', anna)).statusCode).toBe(200)
  const open = await house.database.query({ text: 'select 1 from lintel.session where revoked_on is null' })
  await confirmed(house, admin)
  const ended = await call('DELETE', '/everysession', admin)
  expect([ended.statusCode, ended.json()]).toEqual([200, { ended: open.length - 1 }])
  for (const headers of [anna, berta]) expect((await call('GET', '/me', headers)).statusCode).toBe(401)
  expect((await call('GET', '/me', admin)).statusCode).toBe(200)
  expect((await noted('allSessionsEnded')).map(({ changes }) => changes.after)).toEqual([{ sessions: open.length - 1 }])
  expect((await call('GET', '/me', await signIn('anna@example.org'))).statusCode).toBe(200)
})
