import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessImpact } from '#security/impact.ts'
import type { SelfRecord } from '#security/role.ts'
import type { TeamDetail } from '#security/team.ts'
import type { UnitMovePreview } from '#security/unit.ts'
import { newMember, newRole } from '../support/access.ts'
import { openAdministration, refusalOf, type Administration } from '../support/administration.ts'
import { expected } from '../support/maker.ts'

let lintel: Administration['lintel']
let anna: Administration['anna']
let home: Administration['home']
let orders: Administration['orders']
let root: Administration['root']
let reader: Administration['reader']
let theirUnit: Administration['theirUnit']
let at: Administration['at']
let units: Administration['units']
let events: Administration['events']
let newUnit: Administration['newUnit']
let newTeam: Administration['newTeam']
let newOrder: Administration['newOrder']
let orderOf: Administration['orderOf']

beforeAll(async () => {
  const ground = await openAdministration('units')
  ;({ lintel, anna, home, orders, root, reader, theirUnit, at, units, events, newUnit, newTeam, newOrder, orderOf } =
    ground)
})
afterAll(() => lintel.close())

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
    expect(refusalOf(await anna.send('PATCH', at(`unit/${root.id}`), { parent_id: north.id }))[1]).toBe('unit.root')
    expect(refusalOf(await anna.send('DELETE', at(`unit/${root.id}`)))).toEqual([409, 'unit.root'])
    expect(refusalOf(await anna.send('PATCH', at(`unit/${south.id}`), { parent_id: port.id }))).toEqual([
      409,
      'unit.cycle',
    ])
    const twin = await anna.send('POST', at('unit'), { name: 'north', parent_id: root.id })
    expect(twin.status).toBe(422)
    const stale = await anna.send('PATCH', at(`unit/${port.id}`), { name: 'Late' }, { 'if-match': '"1"' })
    expect(refusalOf(stale)).toEqual([412, 'definition.stale'])
    const wrong = await anna.send('PATCH', at(`unit/${port.id}`), { parent_id: theirUnit })
    expect(refusalOf(wrong)).toEqual([404, 'unit.unknown'])
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
    const entire = await newRole(lintel.database, home, { privileges: { [orders.id]: { read: 'all' } } })
    const people = await Promise.all(
      ['mover@example.org', 'above@example.org', 'before@example.org'].map((mail) =>
        newMember(lintel, home, mail, [unitary]),
      ),
    )
    const [inside, above, former] = people.map(({ id }) => id)
    // Who reads all orders anyhow gains nothing by the tree.
    const everywhere = await newMember(lintel, home, 'everywhere@example.org', [unitary, entire])
    for (const [id, unit_id] of [
      [inside, moved.id],
      [above, to.id],
      [everywhere.id, to.id],
      [former, from.id],
    ])
      expect((await anna.send('PATCH', at(`member/${id}`), { unit_id })).status).toBe(200)
    await newOrder(inside ?? '', moved.id)
    const preview = await anna.send('POST', at(`unit/${moved.id}/preview`), { parent_id: to.id })
    expect(preview.json<UnitMovePreview>()).toEqual({ members: 1, records: 1 })
    const question = { kind: 'unit', id: moved.id, change: { parent_id: to.id } }
    const { actions } = (await expected(200, anna.send('POST', at('impact'), question))).json<AccessImpact>()
    expect(actions).toEqual([
      { entity: { id: orders.id, name: 'orders' }, action: 'read', gaining: 1, losing: 1, opened: 1, closed: 1 },
    ])
    // It is what then happens.
    const found = async () =>
      (await Promise.all(people.map((each) => each.send('GET', `/api/odata/v1/${home.id}/orders/$count`)))).map(
        ({ text }) => text,
      )
    expect(await found()).toEqual(['1', '0', '1'])
    await expected(200, anna.send('PATCH', at(`unit/${moved.id}`), { parent_id: to.id }))
    expect(await found()).toEqual(['1', '1', '0'])
  })

  test('tell before they go who gains and loses which records, and that is what then happens', async () => {
    const [from, to] = [await newUnit('From here'), await newUnit('To there')]
    const gone = await newUnit('Goes', from.id)
    const unitary = await newRole(lintel.database, home, { privileges: { [orders.id]: { read: 'unit' } } })
    const people = await Promise.all(
      ['within', 'receiving', 'losing'].map((name) => newMember(lintel, home, `${name}@example.org`, [unitary])),
    )
    const [inside, receiving, losing] = people.map(({ id }) => id)
    for (const [id, unit_id] of [
      [inside, gone.id],
      [receiving, to.id],
      [losing, from.id],
    ])
      expect((await anna.send('PATCH', at(`member/${id}`), { unit_id })).status).toBe(200)
    await newOrder(inside ?? '', gone.id)
    await newOrder(receiving ?? '', to.id)
    const ask = (change: object) => anna.send('POST', at('impact'), { kind: 'unitDelete', id: gone.id, change })
    // As it would be refused itself.
    expect(refusalOf(await ask({}))).toEqual([409, 'unit.notEmpty'])
    expect(refusalOf(await ask({ move_to: gone.id }))).toEqual([409, 'unit.cycle'])
    const { actions, tests } = (await expected(200, ask({ move_to: to.id }))).json<AccessImpact>()
    expect(actions).toEqual([
      { entity: { id: orders.id, name: 'orders' }, action: 'read', gaining: 2, losing: 1, opened: 2, closed: 1 },
    ])
    expect(tests).toBeNull()
    // To the unit above it nobody but those who were in it gains anything.
    const upwards = (await expected(200, ask({ move_to: from.id }))).json<AccessImpact>()
    expect(upwards.actions).toMatchObject([{ gaining: 1, losing: 0, opened: 0, closed: 0 }])
    const found = async () =>
      (await Promise.all(people.map((each) => each.send('GET', `/api/odata/v1/${home.id}/orders/$count`)))).map(
        ({ text }) => text,
      )
    expect(await found(), 'asking changes nothing').toEqual(['1', '1', '1'])
    expect((await anna.send('DELETE', at(`unit/${gone.id}?move_to=${to.id}`))).status).toBe(204)
    expect(await found()).toEqual(['2', '2', '0'])
  })

  test('go only when they are empty, or with a place for what they hold', async () => {
    const [full, other] = [await newUnit('Full'), await newUnit('Other')]
    const below = await newUnit('Below', full.id)
    const member = await newMember(lintel, home, 'full@example.org', [])
    await anna.send('PATCH', at(`member/${member.id}`), { unit_id: full.id })
    const order = await newOrder(member.id, full.id)
    expect(refusalOf(await anna.send('DELETE', at(`unit/${full.id}`)))).toEqual([409, 'unit.notEmpty'])
    expect(refusalOf(await anna.send('DELETE', at(`unit/${full.id}?move_to=${below.id}`)))).toEqual([409, 'unit.cycle'])
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
  test('are changed and deleted on the version that was read', async () => {
    const team = await newTeam({ name: 'Versions', kind: 'access' })
    await expected(200, anna.send('PATCH', at(`team/${team.id}`), { name: 'Version two' }))
    const old = { 'if-match': '"1"' }
    const stale = [412, 'definition.stale']
    expect(refusalOf(await anna.send('PATCH', at(`team/${team.id}`), { name: 'Late' }, old))).toEqual(stale)
    expect(refusalOf(await anna.send('DELETE', at(`team/${team.id}`), undefined, old))).toEqual(stale)
    expect((await anna.send('GET', at(`team/${team.id}`))).json<TeamDetail>().name).toBe('Version two')
  })

  test('of owners hold roles, and their members have them', async () => {
    const member = await newMember(lintel, home, 'teamed@example.org', [])
    const team = await newTeam({ name: 'Sellers', kind: 'owner', role_ids: [reader], member_ids: [member.id] })
    expect(team).toMatchObject({ kind: 'owner', unit_id: root.id, roles: [{ name: 'Reader' }] })
    const self = (await member.send('GET', at('self'))).json<SelfRecord>()
    expect(self.teams.map(({ name }) => name)).toEqual(['Sellers'])
    expect(self.privileges[orders.id]).toMatchObject({ read: 'owned' })
    await anna.send('PATCH', at(`team/${team.id}`), { member_ids: [] })
    const after = (await member.send('GET', at('self'))).json<SelfRecord>()
    expect([after.teams, after.privileges[orders.id]]).toEqual([[], undefined])
    expect((await events('teamChanged')).at(-1)).toMatchObject({ after: { members: [] } })
  })

  test('are renamed by whoever may manage people, in the team or not, also where it owns records', async () => {
    const managing = await newRole(lintel.database, home, {
      privileges: { [orders.id]: 'owned' },
      activities: ['manage-users', 'manage-units'],
    })
    const manager = await newMember(lintel, home, 'manager@example.org', [managing])
    const team = await newTeam({ name: 'Renamed', kind: 'owner', role_ids: [reader] })
    await newOrder(team.id, root.id)
    const other = await newMember(lintel, home, 'gaining@example.org')
    const change = (draft: object) => manager.send('PATCH', at(`team/${team.id}`), draft)
    expect((await expected(200, change({ name: 'Renamed again' }))).json()).toMatchObject({ name: 'Renamed again' })
    // Who joins gets what the team owns: only those who are in it may let others in.
    expect(refusalOf(await change({ member_ids: [other.id] }))).toEqual([403, 'access.exceeds'])
  })

  test('of access hold none, and have names of their own', async () => {
    const draft = { name: 'Guests', kind: 'access' }
    expect((await anna.send('POST', at('team'), { ...draft, role_ids: [reader] })).status).toBe(422)
    await newTeam(draft)
    expect((await anna.send('POST', at('team'), { ...draft, name: 'GUESTS' })).status).toBe(422)
    expect(refusalOf(await anna.send('POST', at('team'), { ...draft, name: 'Else', unit_id: theirUnit }))[0]).toBe(404)
    const nobody = await anna.send('POST', at('team'), { ...draft, name: 'Else', member_ids: [randomUUID()] })
    expect(refusalOf(nobody)).toEqual([404, 'member.unknown'])
  })

  test('with records go only when those get a new owner who may read them', async () => {
    const team = await newTeam({ name: 'Leaving', kind: 'owner' })
    const order = await newOrder(team.id, root.id)
    expect((await anna.send('GET', at(`team/${team.id}`))).json<TeamDetail>().records).toBe(1)
    expect(refusalOf(await anna.send('DELETE', at(`team/${team.id}`)))).toEqual([409, 'team.ownsRecords'])
    const blind = await newMember(lintel, home, 'blind@example.org', [])
    const unfit = await anna.send('DELETE', at(`team/${team.id}?new_owner_id=${blind.id}`))
    expect(unfit.json()).toMatchObject({ error: { details: [{ code: 'access.unfitOwner' }] } })
    const access = await newTeam({ name: 'No owner', kind: 'access' })
    expect(refusalOf(await anna.send('DELETE', at(`team/${team.id}?new_owner_id=${access.id}`)))[0]).toBe(404)
    const heir = await newMember(lintel, home, 'heir@example.org', [reader])
    expect((await anna.send('DELETE', at(`team/${team.id}?new_owner_id=${heir.id}`))).status).toBe(204)
    expect(await orderOf(order)).toMatchObject({ owner_id: heir.id })
  })

  test('that are gone leave their records in the trash to whoever takes them back', async () => {
    const team = await newTeam({ name: 'Gone', kind: 'owner' })
    const order = await newOrder(team.id, root.id)
    const gone = await anna.send('DELETE', `/api/odata/v1/${home.id}/orders(${order})`)
    expect(gone.status).toBe(204)
    expect((await anna.send('DELETE', at(`team/${team.id}`))).status).toBe(204)
    const back = await anna.send('POST', `/api/trash/v1/${home.id}/${orders.id}/restore`, {
      ids: [order],
      unfit: 'left',
    })
    expect([back.status, back.text]).toEqual([200, expect.any(String)])
    expect(await orderOf(order)).toMatchObject({ owner_id: anna.id, owning_unit_id: root.id })
  })
})
