import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MemberDetail, MemberRecord } from '#security/member.ts'
import { newMember, openToAll } from '../support/access.ts'
import { openAdministration, refusalOf, type Administration } from '../support/administration.ts'
import type { Maker } from '../support/maker.ts'

let lintel: Administration['lintel']
let anna: Administration['anna']
let home: Administration['home']
let root: Administration['root']
let reader: Administration['reader']
let at: Administration['at']
let administratorRole: Administration['administratorRole']
let events: Administration['events']
let newUnit: Administration['newUnit']
let newTeam: Administration['newTeam']
let newOrder: Administration['newOrder']
let orderOf: Administration['orderOf']

beforeAll(async () => {
  const ground = await openAdministration('members')
  ;({ lintel, anna, home, root, reader, at, administratorRole, events, newUnit, newTeam, newOrder, orderOf } = ground)
})
afterAll(() => lintel.close())

describe('members', () => {
  test('are listed with roles, unit, teams and when they were last seen', async () => {
    const member = await newMember(lintel, home, 'listed@example.org', [reader])
    const list = (await anna.send('GET', at('member'))).json<{ value: MemberRecord[] }>().value
    expect(list.find(({ id }) => id === member.id)).toMatchObject({
      email: 'listed@example.org',
      status: 'active',
      administrator: false,
      owner: false,
      unit: root.name,
      roles: [{ id: reader, name: 'Reader' }],
      teams: [],
      last_seen_on: expect.any(String),
    })
    expect(list.find(({ id }) => id === anna.id)).toMatchObject({ administrator: true, owner: true })
    expect(refusalOf(await member.send('GET', at('member')))).toEqual([403, 'request.forbidden'])
  })

  test('change their unit; records follow only when asked', async () => {
    const [first, second] = [await newUnit('First home'), await newUnit('Second home')]
    const member = await newMember(lintel, home, 'moving@example.org', [reader])
    const order = await newOrder(member.id, root.id)
    await anna.send('PATCH', at(`member/${member.id}`), { unit_id: first.id })
    expect(await orderOf(order)).toMatchObject({ owning_unit_id: root.id, version: '1' })
    await anna.send('PATCH', at(`member/${member.id}`), { unit_id: second.id, move_records: true })
    expect(await orderOf(order)).toMatchObject({ owning_unit_id: second.id, version: '2' })
    expect((await anna.send('GET', at(`member/${member.id}`))).json<MemberDetail>().records).toBe(1)
  })

  test('get roles many at once, all or none', async () => {
    const people = [
      await newMember(lintel, home, 'bulk1@example.org', []),
      await newMember(lintel, home, 'bulk2@example.org', []),
    ].map(({ id }) => id)
    const bad = await anna.send('POST', at('member/role'), { member_ids: [...people, randomUUID()], add: [reader] })
    expect(refusalOf(bad)).toEqual([404, 'member.unknown'])
    const rolesOf = async (id?: string) =>
      (await anna.send('GET', at(`member/${id}`))).json<MemberDetail>().roles.map(({ name }) => name)
    expect(await rolesOf(people[0])).toEqual([])
    await anna.send('POST', at('member/role'), { member_ids: people, add: [reader] })
    expect([await rolesOf(people[0]), await rolesOf(people[1])]).toEqual([['Reader'], ['Reader']])
    await anna.send('POST', at('member/role'), { member_ids: people, remove: [reader] })
    expect(await rolesOf(people[1])).toEqual([])
  })

  test('who are disabled are out at the next request; their records stay, or go to a new owner', async () => {
    const member = await newMember(lintel, home, 'disabled@example.org', [reader])
    const order = await newOrder(member.id, root.id)
    expect((await member.send('GET', at('self'))).status).toBe(200)
    await anna.send('PATCH', at(`member/${member.id}`), { status: 'disabled' })
    expect(refusalOf(await member.send('GET', at('self')))).toEqual([404, 'environment.unknown'])
    expect(await orderOf(order)).toMatchObject({ owner_id: member.id })
    expect((await events('memberDisabled')).at(-1)).toMatchObject({ before: { status: 'active' } })
    await anna.send('PATCH', at(`member/${member.id}`), { status: 'active' })
    expect((await member.send('GET', at('self'))).status).toBe(200)
    await anna.send('PATCH', at(`member/${member.id}`), { status: 'disabled', new_owner_id: anna.id })
    expect(await orderOf(order)).toMatchObject({ owner_id: anna.id })
  })

  test('who are removed leave their names; nothing of theirs gives rights any more', async () => {
    const member = await newMember(lintel, home, 'removed@example.org', [reader])
    const order = await newOrder(member.id, root.id)
    expect((await anna.send('DELETE', at(`member/${member.id}`))).status).toBe(204)
    expect(refusalOf(await member.send('GET', at('self')))).toEqual([404, 'environment.unknown'])
    expect(refusalOf(await anna.send('GET', at(`member/${member.id}`)))).toEqual([404, 'member.unknown'])
    expect(await orderOf(order)).toMatchObject({ owner_id: member.id })
    expect((await member.send('GET', '/api/env/v1')).json()).toEqual({ value: [] })
  })

  test('a change of roles counts on the next request', async () => {
    const member = await newMember(lintel, home, 'promoted@example.org', [])
    const path = at(`member/${member.id}`)
    expect(refusalOf(await member.send('GET', at('activity')))).toEqual([403, 'request.forbidden'])
    await anna.send('PATCH', path, { role_ids: [await administratorRole()] })
    expect((await member.send('GET', at('activity'))).status).toBe(200)
    const places = (await member.send('GET', '/api/env/v1')).json<{ value: object[] }>().value
    expect(places).toMatchObject([{ role: 'Administrator', administrator: true }])
    await anna.send('PATCH', path, { role_ids: [] })
    expect(refusalOf(await member.send('GET', at('activity')))).toEqual([403, 'request.forbidden'])
  })
})

describe('the last active administrator', () => {
  test('stays: not disabled, not removed, keeps the role', async () => {
    const path = at(`member/${anna.id}`)
    const other = await newMember(lintel, home, 'other@example.org', [reader])
    expect(refusalOf(await anna.send('PATCH', path, { role_ids: [reader] }))).toEqual([409, 'member.lastAdministrator'])
    expect(refusalOf(await anna.send('PATCH', path, { status: 'disabled' }))).toEqual([409, 'member.owner'])
    expect(refusalOf(await anna.send('DELETE', path))).toEqual([409, 'member.owner'])
    const roles = { member_ids: [anna.id, other.id], remove: [await administratorRole()] }
    expect(refusalOf(await anna.send('POST', at('member/role'), roles))).toEqual([409, 'member.lastAdministrator'])
  })

  test('of two who take each other’s role at once, one stays', async () => {
    const role = await administratorRole()
    const second = await newMember(lintel, home, 'second@example.org', [role])
    const both = await Promise.all([
      anna.send('PATCH', at(`member/${second.id}`), { role_ids: [] }),
      second.send('PATCH', at(`member/${anna.id}`), { role_ids: [] }),
    ])
    const won = both.map(({ status }) => status)
    expect(won.filter((status) => status === 200)).toHaveLength(1)
    const survivor = won[0] === 200 ? anna : second
    if (survivor === second) await second.send('PATCH', at(`member/${anna.id}`), { role_ids: [role] })
    await anna.send('PATCH', at(`member/${second.id}`), { role_ids: [] })
    const list = (await anna.send('GET', at('member'))).json<{ value: MemberRecord[] }>().value
    expect(list.filter((member) => member.administrator).map(({ id }) => id)).toEqual([anna.id])
  })

  test('may hold the role by a team, and then the team keeps them', async () => {
    const role = await administratorRole()
    const team = await newTeam({ name: 'Keepers', kind: 'owner', role_ids: [role], member_ids: [anna.id] })
    expect((await anna.send('PATCH', at(`member/${anna.id}`), { role_ids: [] })).status).toBe(200)
    const without = await anna.send('PATCH', at(`team/${team.id}`), { member_ids: [] })
    expect(refusalOf(without)).toEqual([409, 'member.lastAdministrator'])
    expect(refusalOf(await anna.send('DELETE', at(`team/${team.id}`)))).toEqual([409, 'member.lastAdministrator'])
    await anna.send('PATCH', at(`member/${anna.id}`), { role_ids: [role] })
    expect((await anna.send('DELETE', at(`team/${team.id}`))).status).toBe(204)
  })
})

test('an environment is handed over by its owner, to an administrator, and counts for them', async () => {
  const heir = await newMember(lintel, home, 'heiress@example.org', [reader])
  const give = (maker: Maker, member_id: string) => maker.send('POST', at('owner'), { member_id })
  expect((await give(anna, heir.id)).json()).toMatchObject({
    error: { details: [{ code: 'member.notAdministrator' }] },
  })
  await anna.send('PATCH', at(`member/${heir.id}`), { role_ids: [await administratorRole()] })
  expect(refusalOf(await give(heir, heir.id))).toEqual([403, 'request.forbidden'])
  expect((await give(anna, heir.id)).status).toBe(204)
  const mine = async (maker: Maker) =>
    (await maker.send('GET', '/api/env/v1'))
      .json<{ value: { createdbyme: boolean }[] }>()
      .value.map((each) => each.createdbyme)
  expect([await mine(anna), await mine(heir)]).toEqual([[false], [true]])
  expect(refusalOf(await anna.send('DELETE', at(`member/${heir.id}`)))).toEqual([409, 'member.owner'])
  expect((await give(heir, anna.id)).status).toBe(204)
  expect((await events('ownerChanged')).length).toBe(2)
})

test('a body that says more than it may is refused', async () => {
  const member = await newMember(lintel, home, 'attacker@example.org', [])
  await openToAll(lintel.database, home)
  for (const more of [
    { administrator: true },
    { owner: true },
    { id: anna.id },
    { email: 'x@example.org' },
    { managed: true },
  ])
    expect((await anna.send('PATCH', at(`member/${member.id}`), more)).status, JSON.stringify(more)).toBe(422)
  expect((await anna.send('POST', at('team'), { name: 'Evil', kind: 'owner', version: 9 })).status).toBe(422)
  expect((await anna.send('POST', at('unit'), { name: 'Evil', parent_id: root.id, id: randomUUID() })).status).toBe(422)
  expect(refusalOf(await anna.send('PATCH', at(`member/${member.id}`), { role_ids: [randomUUID()] }))[0]).toBe(404)
})
