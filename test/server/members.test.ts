import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MemberDetail, MemberRecord } from '#security/member.ts'
import type { RoleRecord, SelfRecord } from '#security/role.ts'
import type { TeamDetail, TeamRecord } from '#security/team.ts'
import type { UnitMovePreview, UnitRecord } from '#security/unit.ts'
import { newMember, newRole, openToAll } from '../support/access.ts'
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
let root: UnitRecord
let reader: string
let theirUnit: string

beforeAll(async () => {
  lintel = await openLintel('members')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [])
  root = (await units()).find(({ parent_id }) => parent_id === null) as UnitRecord
  reader = await newRole(lintel.database, home, {
    name: 'Reader',
    privileges: { [orders.id]: { create: 'owned', read: 'owned', update: 'owned', delete: 'owned' } },
  })
  const berta = await newMaker(lintel.send, 'berta@example.org')
  const foreign = await newEnvironment(berta, 'foreign')
  const [unit] = await lintel.database.query<{ id: string }>({ text: `select id from "${foreign.schema}"._unit` })
  theirUnit = unit?.id ?? ''
})
afterAll(() => lintel.close())

const at = (path: string) => `/api/security/v1/${home.id}/${path}`
const codeOf = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code]
const units = async () => (await anna.send('GET', at('unit'))).json<{ value: UnitRecord[] }>().value
const administrator = async () =>
  (await anna.send('GET', at('role'))).json<{ value: RoleRecord[] }>().value.find((role) => role.administrator)?.id ??
  ''
const events = (kind: string) =>
  lintel.database.query<{ subject: { name: string }; before: unknown; after: unknown }>({
    text: `select subject, before, after from "${home.schema}"._security_event where kind = $1 order by id`,
    values: [kind],
  })

async function newUnit(name: string, parent = root.id): Promise<UnitRecord> {
  const answer = await anna.send('POST', at('unit'), { name, parent_id: parent })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<UnitRecord>()
}

async function newTeam(draft: object): Promise<TeamRecord> {
  const answer = await anna.send('POST', at('team'), draft)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<TeamRecord>()
}

async function newOrder(owner: string, unit: string): Promise<string> {
  const id = randomUUID()
  await lintel.database.execute({
    text: `insert into "${home.schema}".orders (id, name, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
      values ($1, 'Order', now(), $2, now(), $2, $2, $3)`,
    values: [id, owner, unit],
  })
  return id
}

async function orderOf(id: string) {
  const [row] = await lintel.database.query<{ owner_id: string; owning_unit_id: string; version: string }>({
    text: `select owner_id, owning_unit_id, version from "${home.schema}".orders where id = $1`,
    values: [id],
  })
  return row
}

describe('[R401] business units', () => {
  test('make a tree that is renamed and moved; the root stays', async () => {
    const north = await newUnit('North')
    const south = await newUnit('South')
    const port = await newUnit('Port', north.id)
    const renamed = await anna.send('PATCH', at(`unit/${port.id}`), { name: 'Harbour', parent_id: south.id })
    expect(renamed.json()).toMatchObject({ name: 'Harbour', parent_id: south.id, version: 2 })
    expect((await events('unitChanged')).at(-1)).toMatchObject({
      before: { name: 'Port', parent: 'North' },
      after: { name: 'Harbour', parent: 'South' },
    })
    expect(codeOf(await anna.send('PATCH', at(`unit/${root.id}`), { parent_id: north.id }))[1]).toBe('unit.root')
    expect(codeOf(await anna.send('DELETE', at(`unit/${root.id}`)))).toEqual([409, 'unit.root'])
    expect(codeOf(await anna.send('PATCH', at(`unit/${south.id}`), { parent_id: port.id }))).toEqual([
      409,
      'unit.cycle',
    ])
    const twin = await anna.send('POST', at('unit'), { name: 'north', parent_id: root.id })
    expect(twin.status).toBe(422)
    const stale = await anna.send('PATCH', at(`unit/${port.id}`), { name: 'Late' }, { 'if-match': '"1"' })
    expect(codeOf(stale)).toEqual([412, 'definition.stale'])
    const wrong = await anna.send('PATCH', at(`unit/${port.id}`), { parent_id: theirUnit })
    expect(codeOf(wrong)).toEqual([404, 'unit.unknown'])
  })

  test('never close a circle, also when two are moved below each other at once', async () => {
    const [a, b] = [await newUnit('Circle A'), await newUnit('Circle B')]
    const both = await Promise.all([
      anna.send('PATCH', at(`unit/${a.id}`), { parent_id: b.id }),
      anna.send('PATCH', at(`unit/${b.id}`), { parent_id: a.id }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('tell before a move what it touches', async () => {
    const [from, to] = [await newUnit('From'), await newUnit('To')]
    const moved = await newUnit('Moved', from.id)
    const unitary = await newRole(lintel.database, home, { privileges: { [orders.id]: { read: 'unit' } } })
    const people = await Promise.all(
      ['mover@example.org', 'above@example.org', 'before@example.org'].map((mail) =>
        newMember(lintel, home, mail, [unitary]),
      ),
    )
    const [inside, above, former] = people.map(({ id }) => id)
    for (const [id, unit_id] of [
      [inside, moved.id],
      [above, to.id],
      [former, from.id],
    ])
      expect((await anna.send('PATCH', at(`member/${id}`), { unit_id })).status).toBe(200)
    await newOrder(inside ?? '', moved.id)
    const preview = await anna.send('POST', at(`unit/${moved.id}/preview`), { parent_id: to.id })
    expect(preview.json<UnitMovePreview>()).toEqual({ members: 1, records: 1, gaining: 1, losing: 1 })
  })

  test('go only when they are empty, or with a place for what they hold', async () => {
    const [full, other] = [await newUnit('Full'), await newUnit('Other')]
    const below = await newUnit('Below', full.id)
    const member = await newMember(lintel, home, 'full@example.org', [])
    await anna.send('PATCH', at(`member/${member.id}`), { unit_id: full.id })
    const order = await newOrder(member.id, full.id)
    expect(codeOf(await anna.send('DELETE', at(`unit/${full.id}`)))).toEqual([409, 'unit.notEmpty'])
    expect(codeOf(await anna.send('DELETE', at(`unit/${full.id}?move_to=${below.id}`)))).toEqual([409, 'unit.cycle'])
    expect((await anna.send('DELETE', at(`unit/${full.id}?move_to=${other.id}`))).status).toBe(204)
    expect((await units()).find(({ id }) => id === below.id)).toMatchObject({ parent_id: other.id })
    expect(await orderOf(order)).toMatchObject({ owning_unit_id: other.id, owner_id: member.id, version: '2' })
    const [event] = await lintel.database.query<{ before: object; after: object; by_id: string }>({
      text: `select before, after, by_id from "${home.schema}"._event where record_id = $1`,
      values: [order],
    })
    expect(event).toMatchObject({
      by_id: anna.id,
      before: { owning_unit_id: full.id },
      after: { owning_unit_id: other.id },
    })
    const audit = await lintel.database.query({
      text: `select from "${home.schema}"._audit where record_id = $1`,
      values: [order],
    })
    expect(audit).toHaveLength(1)
    const empty = await newUnit('Empty')
    expect((await anna.send('DELETE', at(`unit/${empty.id}`))).status).toBe(204)
  })
})

describe('teams', () => {
  test('of owners hold roles, and their members have them', async () => {
    const member = await newMember(lintel, home, 'teamed@example.org', [])
    const team = await newTeam({ name: 'Sellers', kind: 'owner', role_ids: [reader], member_ids: [member.id] })
    expect(team).toMatchObject({ kind: 'owner', unit_id: root.id, roles: [{ name: 'Reader' }] })
    const self = (await member.send('GET', at('self'))).json<SelfRecord>()
    expect(self.teams.map(({ name }) => name)).toEqual(['Sellers'])
    expect(self.privileges[orders.id]).toMatchObject({ read: 'owned' })
    await anna.send('PATCH', at(`team/${team.id}`), { member_ids: [] })
    const after = (await member.send('GET', at('self'))).json<SelfRecord>()
    expect([after.teams, after.privileges[orders.id]?.read]).toEqual([[], 'none'])
    expect((await events('teamChanged')).at(-1)).toMatchObject({ after: { members: [] } })
  })

  test('of access hold none, and have names of their own', async () => {
    const draft = { name: 'Guests', kind: 'access' }
    expect((await anna.send('POST', at('team'), { ...draft, role_ids: [reader] })).status).toBe(422)
    await newTeam(draft)
    expect((await anna.send('POST', at('team'), { ...draft, name: 'GUESTS' })).status).toBe(422)
    expect(codeOf(await anna.send('POST', at('team'), { ...draft, name: 'Else', unit_id: theirUnit }))[0]).toBe(404)
    const nobody = await anna.send('POST', at('team'), { ...draft, name: 'Else', member_ids: [randomUUID()] })
    expect(codeOf(nobody)).toEqual([404, 'member.unknown'])
  })

  test('with records go only when those get a new owner who may read them', async () => {
    const team = await newTeam({ name: 'Leaving', kind: 'owner' })
    const order = await newOrder(team.id, root.id)
    expect((await anna.send('GET', at(`team/${team.id}`))).json<TeamDetail>().records).toBe(1)
    expect(codeOf(await anna.send('DELETE', at(`team/${team.id}`)))).toEqual([409, 'team.ownsRecords'])
    const blind = await newMember(lintel, home, 'blind@example.org', [])
    const unfit = await anna.send('DELETE', at(`team/${team.id}?new_owner_id=${blind.id}`))
    expect(unfit.json()).toMatchObject({ error: { details: [{ code: 'access.unfitOwner' }] } })
    const access = await newTeam({ name: 'No owner', kind: 'access' })
    expect(codeOf(await anna.send('DELETE', at(`team/${team.id}?new_owner_id=${access.id}`)))[0]).toBe(404)
    const heir = await newMember(lintel, home, 'heir@example.org', [reader])
    expect((await anna.send('DELETE', at(`team/${team.id}?new_owner_id=${heir.id}`))).status).toBe(204)
    expect(await orderOf(order)).toMatchObject({ owner_id: heir.id })
  })
})

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
    expect(codeOf(await member.send('GET', at('member')))).toEqual([403, 'request.forbidden'])
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
    expect(codeOf(bad)).toEqual([404, 'member.unknown'])
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
    expect(codeOf(await member.send('GET', at('self')))).toEqual([404, 'environment.unknown'])
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
    expect(codeOf(await member.send('GET', at('self')))).toEqual([404, 'environment.unknown'])
    expect(codeOf(await anna.send('GET', at(`member/${member.id}`)))).toEqual([404, 'member.unknown'])
    expect(await orderOf(order)).toMatchObject({ owner_id: member.id })
    expect((await member.send('GET', '/api/env/v1')).json()).toEqual({ value: [] })
  })

  test('a change of roles counts on the next request', async () => {
    const member = await newMember(lintel, home, 'promoted@example.org', [])
    const path = at(`member/${member.id}`)
    expect(codeOf(await member.send('GET', at('role')))).toEqual([403, 'request.forbidden'])
    await anna.send('PATCH', path, { role_ids: [await administrator()] })
    expect((await member.send('GET', at('role'))).status).toBe(200)
    const places = (await member.send('GET', '/api/env/v1')).json<{ value: object[] }>().value
    expect(places).toMatchObject([{ role: 'Administrator', administrator: true }])
    await anna.send('PATCH', path, { role_ids: [] })
    expect(codeOf(await member.send('GET', at('role')))).toEqual([403, 'request.forbidden'])
  })
})

describe('the last active administrator', () => {
  test('stays: not disabled, not removed, keeps the role', async () => {
    const path = at(`member/${anna.id}`)
    const other = await newMember(lintel, home, 'other@example.org', [reader])
    expect(codeOf(await anna.send('PATCH', path, { role_ids: [reader] }))).toEqual([409, 'member.lastAdministrator'])
    expect(codeOf(await anna.send('PATCH', path, { status: 'disabled' }))).toEqual([409, 'member.owner'])
    expect(codeOf(await anna.send('DELETE', path))).toEqual([409, 'member.owner'])
    const roles = { member_ids: [anna.id, other.id], remove: [await administrator()] }
    expect(codeOf(await anna.send('POST', at('member/role'), roles))).toEqual([409, 'member.lastAdministrator'])
  })

  test('of two who take each other’s role at once, one stays', async () => {
    const role = await administrator()
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
    const role = await administrator()
    const team = await newTeam({ name: 'Keepers', kind: 'owner', role_ids: [role], member_ids: [anna.id] })
    expect((await anna.send('PATCH', at(`member/${anna.id}`), { role_ids: [] })).status).toBe(200)
    const without = await anna.send('PATCH', at(`team/${team.id}`), { member_ids: [] })
    expect(codeOf(without)).toEqual([409, 'member.lastAdministrator'])
    expect(codeOf(await anna.send('DELETE', at(`team/${team.id}`)))).toEqual([409, 'member.lastAdministrator'])
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
  await anna.send('PATCH', at(`member/${heir.id}`), { role_ids: [await administrator()] })
  expect(codeOf(await give(heir, heir.id))).toEqual([403, 'request.forbidden'])
  expect((await give(anna, heir.id)).status).toBe(204)
  const mine = async (maker: Maker) =>
    (await maker.send('GET', '/api/env/v1'))
      .json<{ value: { createdbyme: boolean }[] }>()
      .value.map((each) => each.createdbyme)
  expect([await mine(anna), await mine(heir)]).toEqual([[false], [true]])
  expect(codeOf(await anna.send('DELETE', at(`member/${heir.id}`)))).toEqual([409, 'member.owner'])
  expect((await give(heir, anna.id)).status).toBe(204)
  expect((await events('ownerChanged')).length).toBe(2)
})

describe('who manages users without being an administrator', () => {
  let north: UnitRecord
  let manager: Maker
  let clerk: Maker
  let weak: string
  let strong: string

  beforeAll(async () => {
    north = await newUnit('Managed')
    weak = await newRole(lintel.database, home, { name: 'Weak', privileges: { [orders.id]: { read: 'unit' } } })
    strong = await newRole(lintel.database, home, { name: 'Strong', privileges: { [orders.id]: { read: 'all' } } })
    const managing = await newRole(lintel.database, home, {
      name: 'User manager',
      privileges: { [orders.id]: { read: 'unit', create: 'owned', update: 'owned', delete: 'owned' } },
      activities: ['manage-users', 'manage-units'],
    })
    manager = await newMember(lintel, home, 'manager@example.org', [managing])
    clerk = await newMember(lintel, home, 'clerk@example.org', [])
    for (const { id } of [manager, clerk]) await anna.send('PATCH', at(`member/${id}`), { unit_id: north.id })
  })

  test('gives no role that allows more than theirs', async () => {
    const give = (role: string) => manager.send('PATCH', at(`member/${clerk.id}`), { role_ids: [role] })
    expect((await give(weak)).status).toBe(200)
    expect(codeOf(await give(strong))).toEqual([403, 'access.exceeds'])
    expect(codeOf(await give(await administrator()))).toEqual([403, 'access.exceeds'])
    const own = await manager.send('PATCH', at(`member/${manager.id}`), { role_ids: [strong] })
    expect(codeOf(own)).toEqual([403, 'access.exceeds'])
    const bulk = { member_ids: [clerk.id], add: [strong] }
    expect(codeOf(await manager.send('POST', at('member/role'), bulk))).toEqual([403, 'access.exceeds'])
    const team = { name: 'Way round', kind: 'owner', role_ids: [strong], member_ids: [clerk.id] }
    expect(codeOf(await manager.send('POST', at('team'), team))).toEqual([403, 'access.exceeds'])
  })

  test('moves nobody out of their own branch, nor themselves upwards', async () => {
    for (const id of [clerk.id, manager.id])
      expect(codeOf(await manager.send('PATCH', at(`member/${id}`), { unit_id: root.id }))).toEqual([
        403,
        'access.exceeds',
      ])
    const far = await newUnit('Far away')
    expect(codeOf(await manager.send('PATCH', at(`unit/${far.id}`), { parent_id: north.id }))).toEqual([
      403,
      'access.exceeds',
    ])
    expect(codeOf(await manager.send('POST', at('unit'), { name: 'Mine', parent_id: root.id }))[0]).toBe(403)
    expect((await manager.send('POST', at('unit'), { name: 'Mine', parent_id: north.id })).status).toBe(201)
  })

  test('touches nobody who holds more, and lets nobody into a team with records that is not theirs', async () => {
    for (const change of [
      { status: 'disabled' },
      { role_ids: [] },
      { unit_id: north.id },
      { new_owner_id: manager.id },
    ])
      expect(codeOf(await manager.send('PATCH', at(`member/${anna.id}`), change))).toEqual([403, 'access.exceeds'])
    expect(codeOf(await manager.send('DELETE', at(`member/${anna.id}`)))[0]).toBe(403)
    const team = await newTeam({ name: 'Rich team', kind: 'owner', unit_id: north.id })
    await newOrder(team.id, north.id)
    const into = { member_ids: [manager.id] }
    expect(codeOf(await manager.send('PATCH', at(`team/${team.id}`), into))).toEqual([403, 'access.exceeds'])
    await anna.send('PATCH', at(`team/${team.id}`), into)
    const both = { member_ids: [manager.id, clerk.id] }
    expect((await manager.send('PATCH', at(`team/${team.id}`), both)).status).toBe(200)
  })
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
  expect(codeOf(await anna.send('PATCH', at(`member/${member.id}`), { role_ids: [randomUUID()] }))[0]).toBe(404)
})
