import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, person, post, signedIn, type House } from '../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openHouse('accesslog')
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
      from lintel._audit where area = 'access' order by seq`,
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
