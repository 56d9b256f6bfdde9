import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewInvite } from '#security/invite.ts'
import type { RoleRecord } from '#security/role.ts'
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
let berta: Maker
let home: Place
let foreign: Place
let orders: Named
let reader: string

beforeAll(async () => {
  lintel = await openLintel('invite_rights')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [])
  reader = await newRole(lintel.database, home, { name: 'Reader', privileges: { [orders.id]: { read: 'unit' } } })
  berta = await newMaker(lintel.send, 'berta@example.org')
  foreign = await newEnvironment(berta, 'foreign')
})
afterAll(() => lintel.close())

const path = () => `/api/invite/v1/${home.id}`
const codeOf = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code]
const unknown = [404, 'invite.unknown']
const accept = (person: Maker, code: string) => person.send('POST', '/api/invite/v1/accept', { code })

async function invite(draft: object = {}, by: Maker = anna): Promise<NewInvite> {
  const answer = await by.send('POST', path(), draft)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<NewInvite>()
}

/** Whoever tests tries more codes than people do. */
const forget = () => lintel.database.execute({ text: 'delete from lintel.rate_limit' })

describe('nobody invites with more than they hold', () => {
  let manager: Maker
  let strong: string
  const administrator = async () =>
    (await anna.send('GET', `/api/security/v1/${home.id}/role`))
      .json<{ value: RoleRecord[] }>()
      .value.find((role) => role.administrator)?.id

  beforeAll(async () => {
    await forget()
    const managing = await newRole(lintel.database, home, {
      name: 'Inviter',
      privileges: { [orders.id]: { read: 'unit' } },
      activities: ['manage-users'],
    })
    strong = await newRole(lintel.database, home, { name: 'Strong', privileges: { [orders.id]: { read: 'all' } } })
    manager = await newMember(lintel, home, 'manager@example.org', [managing])
  })

  test('with a mail or without one', async () => {
    for (const email of [undefined, 'guest@example.org'])
      for (const role_id of [strong, await administrator()])
        expect(codeOf(await manager.send('POST', path(), { role_id, email }))).toEqual([403, 'access.exceeds'])
    expect((await manager.send('POST', path(), { role_id: reader })).status).toBe(201)
    const plain = await newMember(lintel, home, 'plain@example.org', [reader])
    expect(codeOf(await plain.send('POST', path(), {}))).toEqual([403, 'request.forbidden'])
    expect(codeOf(await plain.send('GET', path()))).toEqual([403, 'request.forbidden'])
  })

  test('nor lets an invite outlive the rights of its maker', async () => {
    await forget()
    const { code } = await invite({ role_id: reader, uses: 3 }, manager)
    const [kurt, lena] = [
      await newMaker(lintel.send, 'kurt@example.org'),
      await newMaker(lintel.send, 'lena@example.org'),
    ]
    const member = `/api/security/v1/${home.id}/member/${manager.id}`
    await anna.send('PATCH', member, { status: 'disabled' })
    expect(codeOf(await accept(kurt, code))).toEqual(unknown)
    await anna.send('PATCH', member, { status: 'active' })
    expect((await accept(kurt, code)).status).toBe(200)
    // The role has grown since.
    const cell = [{ entity_id: orders.id, action: 'read', scope: 'all' }]
    await anna.send('PATCH', `/api/security/v1/${home.id}/role/${reader}`, { privileges: cell })
    expect(codeOf(await accept(lena, code))).toEqual(unknown)
  })

  test('nor says more in the body than it may, nor names what is not of this environment', async () => {
    await forget()
    for (const more of [{ administrator: true }, { hash: 'x' }, { envid: foreign.id }, { used: 0 }, { by: anna.id }])
      expect((await anna.send('POST', path(), more)).status, JSON.stringify(more)).toBe(422)
    const theirs = await newRole(lintel.database, foreign, { name: 'Theirs' })
    expect(codeOf(await anna.send('POST', path(), { role_id: theirs }))).toEqual([404, 'role.unknown'])
    expect(codeOf(await anna.send('POST', path(), { unit_id: randomUUID() }))).toEqual([404, 'unit.unknown'])
    expect(codeOf(await anna.send('POST', path(), { team_id: randomUUID() }))).toEqual([404, 'team.unknown'])
    expect(codeOf(await anna.send('DELETE', `${path()}/${randomUUID()}`))).toEqual([404, 'invite.unknown'])
    const other = await invite()
    expect(codeOf(await berta.send('DELETE', `/api/invite/v1/${foreign.id}/${other.id}`))).toEqual(unknown)
    expect(codeOf(await berta.send('DELETE', `${path()}/${other.id}`))).toEqual([404, 'environment.unknown'])
    for (const wrong of [{ days: 0 }, { days: 91 }, { uses: 0 }, { uses: 1001 }, { email: 'nobody' }])
      expect((await anna.send('POST', path(), wrong)).status).toBe(422)
  })
})
