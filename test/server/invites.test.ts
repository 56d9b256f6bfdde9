import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InviteAccepted, InviteLook, InviteRecord, NewInvite } from '#security/invite.ts'
import type { MemberRecord } from '#security/member.ts'
import type { RoleRecord, SelfRecord } from '#security/role.ts'
import type { TeamRecord } from '#security/team.ts'
import type { UnitRecord } from '#security/unit.ts'
import { newMember, newRole } from '../support/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import {
  newEntity,
  newEnvironment,
  newMaker,
  type Answer,
  type Maker,
  type Named,
  type Place,
} from '../support/maker.ts'

let lintel: WholeLintel
let anna: Maker
let home: Place
let orders: Named
let reader: string

beforeAll(async () => {
  lintel = await openLintel('invites')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [])
  reader = await newRole(lintel.database, home, { name: 'Reader', privileges: { [orders.id]: { read: 'unit' } } })
})
afterAll(() => lintel.close())

const path = () => `/api/invite/v1/${home.id}`
const codeOf = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code]
const unknown = [404, 'invite.unknown']
const bare = (answer: Answer) => answer.text.replace(/"requestId":"[^"]*"/, '')
const accept = (person: Maker, code: string) => person.send('POST', '/api/invite/v1/accept', { code })
const look = (code: string) => lintel.send('POST', '/api/invite/v1/look', { code })
const self = (person: Maker) => person.send('GET', `/api/security/v1/${home.id}/self`)
const list = async () => (await anna.send('GET', path())).json<{ value: InviteRecord[] }>().value

async function invite(draft: object = {}, by: Maker = anna): Promise<NewInvite> {
  const answer = await by.send('POST', path(), draft)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<NewInvite>()
}

/** Whoever tests tries more codes than people do. */
const forget = () => lintel.database.execute({ text: 'delete from lintel.rate_limit' })

describe('an invite', () => {
  test('to an address: that its list was read stands in the log, once an hour for each reader', async () => {
    const noted = () =>
      lintel.database.query<{ by_id: string; changes: object }>({
        text: `select by_id, changes from "${home.schema}"._audit where area = 'security' and kind = 'invitesRead' order by seq`,
      })
    await invite({ role_id: reader })
    await list()
    expect(await noted(), 'an open code tells of nobody').toEqual([])
    await invite({ email: 'invited@example.org' })
    for (let look = 0; look < 3; look++) expect(JSON.stringify(await list())).toContain('invited@example.org')
    const subject = { id: home.id, name: 'home' }
    const entry = { by_id: anna.id, changes: { subject, before: null, after: null } }
    expect(await noted()).toEqual([entry])
    const managing = await newRole(lintel.database, home, { activities: ['manage-users'] })
    const manager = await newMember(lintel, home, 'inviting@example.org', [managing])
    expect((await manager.send('GET', path())).status).toBe(200)
    const stranger = await newMember(lintel, home, 'looker@example.org', [])
    expect((await stranger.send('GET', path())).status).toBe(403)
    expect((await noted()).map(({ by_id }) => by_id)).toEqual([anna.id, manager.id])
    const { value } = (await anna.send('GET', `/api/audit/v1/${home.id}?area=security`)).json<{ value: object[] }>()
    expect(value).toContainEqual(expect.objectContaining({ kind: 'invitesRead', by: 'Ilze Kalniņa' }))
  })

  test('[R373] [R374] [R528] has a code of 36 letters and digits, of which only the hash is kept', async () => {
    const made = await invite({ role_id: reader })
    expect(made.code).toMatch(/^[A-Za-z0-9]{36}$/)
    expect(made).toMatchObject({ state: 'open', uses: 1, used: 0, role: { name: 'Reader' }, email: null })
    const days = (Date.parse(made.expires_on) - Date.parse(made.created_on)) / 86_400_000
    expect(days).toBeCloseTo(14, 1)
    const [row] = await lintel.database.query<{ row: string }>({
      text: 'select to_jsonb(invite)::text as row from lintel.invite where id = $1',
      values: [made.id],
    })
    expect(row?.row).not.toContain(made.code)
    expect(JSON.stringify(await list())).not.toContain(made.code)
    expect(lintel.log()).not.toContain(made.code)
  })

  test('[R019] [R398] makes whoever types its code a member: role, unit, team; again it changes nothing', async () => {
    await forget()
    const [root] = (await anna.send('GET', `/api/security/v1/${home.id}/unit`)).json<{ value: UnitRecord[] }>().value
    const unit = (
      await anna.send('POST', `/api/security/v1/${home.id}/unit`, { name: 'Sales', parent_id: root?.id })
    ).json<UnitRecord>()
    const team = (
      await anna.send('POST', `/api/security/v1/${home.id}/team`, { name: 'Sellers', kind: 'owner' })
    ).json<TeamRecord>()
    const { code } = await invite({ role_id: reader, unit_id: unit.id, team_id: team.id, uses: 2 })
    const carl = await newMaker(lintel.send, 'carl@example.org')
    const looked = (await look(code)).json<InviteLook>()
    expect(looked).toMatchObject({ environment: { name: 'home' }, by: 'Ilze Kalniņa', role: 'Reader', bound: false })
    const spaced = code.replaceAll(/(.{6})/g, '$1 ')
    expect((await accept(carl, spaced)).json<InviteAccepted>()).toEqual({
      id: home.id,
      name: 'home',
      uri: 'home',
      joined: true,
    })
    const mine = (await self(carl)).json<SelfRecord>()
    expect(mine).toMatchObject({ unit: { id: unit.id }, roles: [{ name: 'Reader' }], teams: [{ name: 'Sellers' }] })
    expect((await accept(carl, code)).json<InviteAccepted>()).toMatchObject({ id: home.id, joined: false })
    expect((await list()).find(({ used }) => used === 1)).toMatchObject({ state: 'open', uses: 2 })
    const places = (await carl.send('GET', '/api/env/v1')).json<{ value: object[] }>().value
    expect(places).toMatchObject([{ id: home.id, role: 'Reader', administrator: false, createdbyme: false }])
    const [event] = await lintel.database.query({
      text: `select by_id, changes->'after' as after from "${home.schema}"._audit
        where area = 'security' and kind = 'memberJoined'`,
    })
    expect(event).toMatchObject({ by_id: carl.id, after: { role: 'Reader', unit: 'Sales', team: 'Sellers' } })
  })

  test('[R259] [R398] without a role gives the default one, and it stays the member’s default role', async () => {
    await forget()
    const { code } = await invite()
    const dora = await newMaker(lintel.send, 'dora@example.org')
    await accept(dora, code)
    const roles = (await anna.send('GET', `/api/security/v1/${home.id}/role`)).json<{ value: RoleRecord[] }>().value
    const fallback = roles.find((role) => role.default)
    expect((await self(dora)).json<SelfRecord>().roles.map(({ id }) => id)).toEqual([fallback?.id])
    // Product part 3, 22: a field of the member, filled from the environment's setting at joining.
    const kept = await lintel.database.query({
      text: `select default_role_id as role from "e_${home.id.replaceAll('-', '')}"._member where id = $1`,
      values: [dora.id],
    })
    expect(kept).toEqual([{ role: fallback?.id }])
  })

  test('for an address comes by mail in its owner’s language, and is good for that address alone', async () => {
    await forget()
    const emma = await newMaker(lintel.send, 'emma@example.org')
    await emma.send('PATCH', '/api/user/v1/me', { locale: 'lv' })
    const { code, address } = await invite({ email: 'Emma@Example.org' })
    expect(address).toBe(`http://localhost:3000/main?invite=${code}`)
    const mail = await mailTo('emma@example.org', code)
    expect(mail.subject).toBe('Ilze Kalniņa aicina jūs uz home')
    expect(mail.text).toContain(address)
    const fred = await newMaker(lintel.send, 'fred@example.org')
    expect(codeOf(await accept(fred, code))).toEqual(unknown)
    await lintel.database.execute({
      text: 'update lintel."user" set email_verified_on = null where id = $1',
      values: [emma.id],
    })
    expect(codeOf(await accept(emma, code))).toEqual(unknown)
    await lintel.database.execute({
      text: 'update lintel."user" set email_verified_on = now() where id = $1',
      values: [emma.id],
    })
    expect((await accept(emma, code)).status).toBe(200)
  })

  test('is used no more often than it says, also by many at once', async () => {
    await forget()
    const { code, id } = await invite({ uses: 2 })
    const people = []
    for (const name of ['one', 'two', 'three', 'four']) people.push(await newMaker(lintel.send, `${name}@example.org`))
    const answers = await Promise.all(people.map((person) => accept(person, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 404, 404])
    expect((await list()).find((each) => each.id === id)).toMatchObject({ state: 'used', used: 2 })
  })
})

describe('a code that does not fit', () => {
  test('answers alike, whatever is wrong with it', async () => {
    await forget()
    const gina = await newMaker(lintel.send, 'gina@example.org')
    const [revoked, expired, bound, gone] = [
      await invite(),
      await invite(),
      await invite({ email: 'hugo@example.org' }),
      await invite(),
    ]
    expect((await anna.send('DELETE', `${path()}/${revoked.id}`)).status).toBe(204)
    await lintel.database.execute({
      text: `update lintel.invite set expires_on = now() - interval '1 second' where id = $1`,
      values: [expired.id],
    })
    await lintel.database.execute({ text: 'delete from lintel.invite where id = $1', values: [gone.id] })
    const states = (await list()).filter(({ id }) => [revoked.id, expired.id].includes(id)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['expired', 'revoked'])
    const answers = []
    for (const code of [revoked.code, expired.code, bound.code, gone.code, 'A'.repeat(36), 'short', ''])
      answers.push(await accept(gina, code))
    expect(answers.map(codeOf)).toEqual(answers.map(() => unknown))
    expect(new Set(answers.map(bare)).size).toBe(1)
    expect((await self(gina)).status).toBe(404)
    expect(codeOf(await look(revoked.code))).toEqual(unknown)
  })

  test('may be tried only so often', async () => {
    await forget()
    const ivan = await newMaker(lintel.send, 'ivan@example.org')
    const codes = Array.from({ length: 12 }, () => randomUUID().replaceAll('-', '') + 'abcd')
    const answers = []
    for (const code of codes) answers.push(await accept(ivan, code))
    const slowed = answers.find(({ status }) => status === 429)
    expect(Number(slowed?.headers['retry-after'])).toBeGreaterThan(0)
    await forget()
    const looks = []
    for (let n = 0; n < 32; n++) looks.push(await look('B'.repeat(36)))
    expect(looks.some(({ status }) => status === 429)).toBe(true)
    await forget()
  })

  test('lets a disabled member back in no more than any other', async () => {
    await forget()
    const { code } = await invite({ uses: 5 })
    const jana = await newMaker(lintel.send, 'jana@example.org')
    await accept(jana, code)
    await anna.send('PATCH', `/api/security/v1/${home.id}/member/${jana.id}`, { status: 'disabled' })
    expect(codeOf(await accept(jana, code))).toEqual(unknown)
    await anna.send('DELETE', `/api/security/v1/${home.id}/member/${jana.id}`)
    expect((await accept(jana, code)).json<InviteAccepted>().joined).toBe(true)
  })
})

test('whoever came by an invite is a member like any other', async () => {
  const members = (await anna.send('GET', `/api/security/v1/${home.id}/member`)).json<{ value: MemberRecord[] }>().value
  const carl = members.find(({ email }) => email === 'carl@example.org')
  expect(carl).toMatchObject({ status: 'active', roles: [{ name: 'Reader' }], teams: [{ name: 'Sellers' }] })
})

/** Mails leave behind the answer. */
async function mailTo(to: string, part: string) {
  for (let wait = 0; wait < 500; wait++) {
    const mail = lintel.mailbox.mails().find((each) => each.to === to && each.text.includes(part))
    if (mail) return mail
    await pause(20)
  }
  throw new Error(`no invite came for ${to}`)
}
