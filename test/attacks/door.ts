import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { confirmed, expected, newMaker, type Headers, type Place } from '../support/maker.ts'
import {
  cookiesOf,
  entranceByPlace,
  linkTo,
  lockingEntrance,
  naiveFamily,
  ourEntrance,
  ourFamily,
  ourTokens,
  passwords,
  type Entrance,
  type Family,
  type Tokens,
} from './entrances.ts'
import { attack, gainedBy, type Attack } from './attack.ts'
import type { Prey } from './records.ts'

type Doors = Prey & {
  /** Of somebody else. */
  readonly foreign: Place
  /** A member who may invite, and holds little. */
  readonly inviter: Prey['eve']
}
const ownPage = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }

/** Attacks on the way in: who one is, and where one is let. */
export function doorAttacks(prey: Doors): readonly Attack[] {
  const ground = prepareDoorGround(prey)
  return [...originAttacks(ground), ...signInAttacks(ground), ...membershipAttacks(ground)]
}

/** What the attacks share. */
function prepareDoorGround(prey: Doors) {
  const { lintel, maker, eve, inviter, home, foreign } = prey
  const { send } = lintel
  const secret = randomUUID()
  const sealed = (who: string) => `${who}.${createHmac('sha256', secret).update(who).digest('hex')}`
  const isSealed = (token: string) => sealed(token.split('.')[0] ?? '') === token
  const forget = () => lintel.database.execute({ text: 'delete from lintel.rate_limit' })
  return { lintel, maker, eve, inviter, home, foreign, send, secret, sealed, isSealed, forget }
}

type DoorGround = ReturnType<typeof prepareDoorGround>

/** Attacks from elsewhere: other paths, other pages, other hosts. */
function originAttacks(ground: DoorGround): readonly Attack[] {
  const { lintel, maker, send, forget } = ground
  return [
    attack<(query: string, headers: Headers) => Promise<number>>(
      'a public path in the address of a protected call',
      (post) =>
        gainedBy(
          [
            ['?x=/api/auth/security/v1/signin', {}],
            ['?/webhooks/trigger', {}],
            ['?access=public', { 'x-original-url': '/health/live' }],
          ] as const,
          async ([query, headers]) => (await post(query, headers)) !== 401,
        ),
      {
        ours: async (query, headers) => (await send('POST', `/api/env/v1${query}`, {}, headers)).status,
        naive: async (query) => (['/auth/', '/webhooks/'].some((path) => query.includes(path)) ? 200 : 401),
      },
    ),
    attack<(headers: Headers, body: string) => Promise<boolean>>(
      'a change with the person’s cookie, from another site’s page',
      (post) =>
        gainedBy<Headers>(
          [
            { origin: 'http://evil.example', 'content-type': 'text/plain' },
            { origin: 'null', 'content-type': 'application/json' },
            { 'content-type': 'application/json' },
            { ...ownPage, 'content-type': 'application/json' },
          ],
          (headers) => post(headers, '{"lastname":"Taken"}'),
        ),
      {
        async ours(headers, body) {
          await forget()
          const cookies = await cookiesOf(lintel)
          await send('PATCH', '/api/user/v1/me', body, { cookie: cookies, ...headers })
          return (await maker.send('GET', '/api/user/v1/me')).text.includes('Taken')
        },
        naive: async (_headers, body) => (JSON.parse(body) as { lastname?: string }).lastname === 'Taken',
      },
    ),
    attack<(headers: Headers) => Promise<string>>(
      'the host of another site in a mail with a link',
      async (linkFor) => {
        const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
        return [await linkFor(headers)].filter((link) => link.includes('evil.example'))
      },
      {
        async ours(headers) {
          await forget()
          await newMaker(send, 'linked@example.org')
          await expected(202, send('POST', '/api/auth/security/v1/reset', { email: 'linked@example.org' }, headers))
          return linkTo(lintel, 'linked@example.org')
        },
        naive: async (headers) => `https://${headers['x-forwarded-host'] ?? 'localhost:3000'}/reset`,
      },
    ),
  ]
}

/** Attacks on passwords and tokens. */
function signInAttacks(ground: DoorGround): readonly Attack[] {
  const { lintel, sealed, isSealed, forget } = ground
  return [
    attack<Tokens>(
      'a token of before the new password, or before its person was disabled',
      async ({ open, end, isOpen }) =>
        gainedBy(['password', 'disabled'] as const, async (how) => {
          const token = await open()
          await end(how)
          return isOpen(token)
        }),
      {
        ours: ourTokens(lintel, forget),
        // It says itself who it is of, and nobody is asked.
        naive: {
          open: async () => sealed('eve'),
          end: async () => undefined,
          isOpen: async (token) => isSealed(token),
        },
      },
    ),
    attack<Family>(
      'a stolen refresh token, used after its owner has used it',
      async ({ open, refresh, isOpen }) => {
        const stolen = await open()
        const second = (await refresh(stolen)) ?? ''
        const third = (await refresh(second)) ?? ''
        const taken = await refresh(stolen)
        await pause(1010)
        return [...(taken ? ['the thief goes on'] : []), ...((await isOpen(third)) ? ['nobody has noticed'] : [])]
      },
      { ours: ourFamily(lintel, forget), naive: naiveFamily() },
    ),
    attack<Entrance>(
      'guesses of a password, and guesses that lock its owner out',
      async ({ signIn }) => {
        await signIn(passwords.right, 'home')
        let told = 0
        for (let round = 0; round < 5; round++) {
          const tries = Array.from({ length: 20 }, (_, at) => signIn(passwords.wrong, `192.0.2.${at}`))
          told += (await Promise.all(tries)).filter((answer) => answer === 'wrong').length
        }
        const owner = await signIn(passwords.right, 'home')
        return [
          ...(told > 20 ? [`${told} guesses were answered`] : []),
          ...(owner === 'in' ? [] : ['the owner is out']),
        ]
      },
      { ours: ourEntrance(lintel, forget), naive: lockingEntrance() },
    ),
    attack<Pick<Entrance, 'signIn'>>(
      'guesses where only places are counted',
      async ({ signIn }) => {
        const tries = Array.from({ length: 60 }, (_, at) => signIn(passwords.wrong, `198.51.100.${at}`))
        const told = (await Promise.all(tries)).filter((answer) => answer === 'wrong').length
        return told > 20 ? [`${told} guesses were answered`] : []
      },
      { ours: ourEntrance(lintel, forget), naive: entranceByPlace() },
    ),
  ]
}

/** Attacks on environments, keys and roles of others. */
function membershipAttacks(ground: DoorGround): readonly Attack[] {
  const { lintel, maker, eve, inviter, home, foreign, send, forget } = ground
  return [
    attack<(headers: Headers, path: string) => Promise<string>>(
      'another environment, named by a header or in the path',
      (read) =>
        gainedBy(
          [
            [{ 'x-tenant-id': foreign.id, 'x-environment': foreign.id }, home.id],
            [{}, foreign.id],
          ] as const,
          async ([headers, id]) => (await read(headers, id)).includes('Foreign secret'),
        ),
      {
        ours: async (headers, id) => (await maker.send('GET', `/api/odata/v1/${id}/kept`, undefined, headers)).text,
        naive: async (headers, id) => {
          // That the asker is a member was asked of the environment of the path.
          const asked = headers['x-tenant-id'] ?? home.id
          const isMember = id === home.id
          if (!isMember) return '404'
          const rows = await lintel.database.query({ text: `select * from "e_${asked.replaceAll('-', '')}"."kept"` })
          return JSON.stringify(rows)
        },
      },
    ),
    attack<(keyId: string) => Promise<void>>(
      'the key of another person by its id',
      async (revoke) => {
        await confirmed(maker)
        const made = await expected(
          201,
          maker.send('POST', '/api/user/v1/key', { name: `Key ${randomUUID().slice(0, 8)}` }),
        )
        const { id, key } = made.json<{ id: string; key: string }>()
        await revoke(id)
        await pause(1010)
        const { status } = await send('GET', `/api/odata/v1/${home.id}/things`, undefined, {
          authorization: `Bearer ${key}`,
        })
        return status === 200 ? [] : ['the key of another is gone']
      },
      {
        ours: async (id) => void (await eve.send('DELETE', `/api/user/v1/key/${id}`)),
        naive: async (id) => {
          await lintel.database.execute({
            text: 'update lintel.api_key set revoked_on = now() where id = $1',
            values: [id],
          })
        },
      },
    ),
    attack<(email: string | undefined) => Promise<boolean>>(
      'an invite as administrator, where no mail is sent',
      (invite) => gainedBy([undefined, 'guest@example.org'], (email) => invite(email)),
      {
        async ours(email) {
          const { value } = (await maker.send('GET', `/api/security/v1/${home.id}/role`)).json<{
            value: { id: string; administrator: boolean }[]
          }>()
          const role_id = value.find(({ administrator }) => administrator)?.id
          return (await inviter.send('POST', `/api/invite/v1/${home.id}`, { role_id, email })).status !== 403
        },
        // Who may invite is asked where the mail is written.
        naive: async (email) => email === undefined,
      },
    ),
    attack<(names: readonly string[]) => Promise<readonly string[]>>(
      'to be an administrator by being the first, or by a name that everybody knows',
      (administrators) => administrators(['first@example.org', 'admin']),
      {
        async ours(names) {
          await forget()
          for (const email of names)
            for (const password of ['admin', 'Admin1', 'password', 'Lintel1'])
              if (
                (await send('POST', '/api/auth/security/v1/signin', { email, password, method: 'jwt' })).status === 200
              )
                return [email]
          const found = await lintel.database.query<{ email: string }>({
            text: `select email from lintel."user" where platform_administrator`,
          })
          return found.map(({ email }) => email)
        },
        naive: async (names) => names.slice(0, 1),
      },
    ),
  ]
}
