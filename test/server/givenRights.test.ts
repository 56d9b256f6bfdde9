import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MemberDetail } from '#security/member.ts'
import type { UnitRecord } from '#security/unit.ts'
import { newMember, newRole } from '../support/access.ts'
import { openAdministration, refusalOf, type Administration } from '../support/administration.ts'
import type { Maker } from '../support/maker.ts'

let lintel: Administration['lintel']
let anna: Administration['anna']
let home: Administration['home']
let orders: Administration['orders']
let root: Administration['root']
let at: Administration['at']
let administratorRole: Administration['administratorRole']
let newUnit: Administration['newUnit']
let newTeam: Administration['newTeam']
let orderOf: Administration['orderOf']
let reader: Administration['reader']
let newOrder: Administration['newOrder']

beforeAll(async () => {
  const ground = await openAdministration('rights')
  ;({ lintel, anna, home, orders, root, at, administratorRole, newUnit, newTeam, newOrder, orderOf, reader } = ground)
})
afterAll(() => lintel.close())

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
    expect(refusalOf(await give(strong))).toEqual([403, 'access.exceeds'])
    expect(refusalOf(await give(await administratorRole()))).toEqual([403, 'access.exceeds'])
    const own = await manager.send('PATCH', at(`member/${manager.id}`), { role_ids: [strong] })
    expect(refusalOf(own)).toEqual([403, 'access.exceeds'])
    const bulk = { member_ids: [clerk.id], add: [strong] }
    expect(refusalOf(await manager.send('POST', at('member/role'), bulk))).toEqual([403, 'access.exceeds'])
    const team = { name: 'Way round', kind: 'owner', role_ids: [strong], member_ids: [clerk.id] }
    expect(refusalOf(await manager.send('POST', at('team'), team))).toEqual([403, 'access.exceeds'])
  })

  test('moves nobody out of their own branch, nor themselves upwards', async () => {
    for (const id of [clerk.id, manager.id])
      expect(refusalOf(await manager.send('PATCH', at(`member/${id}`), { unit_id: root.id }))).toEqual([
        403,
        'access.exceeds',
      ])
    const far = await newUnit('Far away')
    expect(refusalOf(await manager.send('PATCH', at(`unit/${far.id}`), { parent_id: north.id }))).toEqual([
      403,
      'access.exceeds',
    ])
    expect(refusalOf(await manager.send('POST', at('unit'), { name: 'Mine', parent_id: root.id }))[0]).toBe(403)
    expect((await manager.send('POST', at('unit'), { name: 'Mine', parent_id: north.id })).status).toBe(201)
  })

  test('touches nobody who holds more, and lets nobody into a team with records that is not theirs', async () => {
    for (const change of [
      { status: 'disabled' },
      { role_ids: [] },
      { unit_id: north.id },
      { new_owner_id: manager.id },
    ])
      expect(refusalOf(await manager.send('PATCH', at(`member/${anna.id}`), change))).toEqual([403, 'access.exceeds'])
    expect(refusalOf(await manager.send('DELETE', at(`member/${anna.id}`)))[0]).toBe(403)
    const team = await newTeam({ name: 'Rich team', kind: 'owner', unit_id: north.id })
    await newOrder(team.id, north.id)
    const into = { member_ids: [manager.id] }
    expect(refusalOf(await manager.send('PATCH', at(`team/${team.id}`), into))).toEqual([403, 'access.exceeds'])
    await anna.send('PATCH', at(`team/${team.id}`), into)
    const both = { member_ids: [manager.id, clerk.id] }
    expect((await manager.send('PATCH', at(`team/${team.id}`), both)).status).toBe(200)
  })

  test('changes and deletes no team that holds more than they', async () => {
    const role_ids = [await administratorRole()]
    const { id } = await newTeam({ name: 'Heads', kind: 'owner', unit_id: north.id, role_ids, member_ids: [clerk.id] })
    for (const wish of [{ role_ids: [] }, { member_ids: [] }, { name: 'Beheaded' }])
      expect(refusalOf(await manager.send('PATCH', at(`team/${id}`), wish))).toEqual([403, 'access.exceeds'])
    expect(refusalOf(await manager.send('DELETE', at(`team/${id}`)))).toEqual([403, 'access.exceeds'])
    expect((await anna.send('DELETE', at(`team/${id}`))).status).toBe(204)
  })

  test('makes nobody’s records theirs that they may not change themselves', async () => {
    const owner = await newMember(lintel, home, 'owner@example.org', [reader])
    await anna.send('PATCH', at(`member/${owner.id}`), { unit_id: north.id })
    const order = await newOrder(owner.id, north.id)
    const path = at(`member/${owner.id}`)
    const grab = () => manager.send('PATCH', path, { new_owner_id: manager.id })
    expect(refusalOf(await grab())).toEqual([403, 'access.exceeds'])
    expect(refusalOf(await manager.send('DELETE', `${path}?new_owner_id=${manager.id}`))[0]).toBe(403)
    const wide = await newRole(lintel.database, home, { privileges: { [orders.id]: 'unit' } })
    const roles = (await anna.send('GET', at(`member/${manager.id}`))).json<MemberDetail>().roles.map(({ id }) => id)
    await anna.send('PATCH', at(`member/${manager.id}`), { role_ids: [...roles, wide] })
    const far = await newOrder(owner.id, root.id)
    expect(refusalOf(await grab())).toEqual([403, 'access.exceeds'])
    const here = await manager.send('POST', at('unit'), { name: 'Near', parent_id: north.id })
    const along = { unit_id: here.json<UnitRecord>().id, move_records: true }
    expect(refusalOf(await manager.send('PATCH', path, along))).toEqual([403, 'access.exceeds'])
    await lintel.database.execute({ text: `delete from "${home.schema}".orders where id = $1`, values: [far] })
    expect((await grab()).status).toBe(200)
    expect(await orderOf(order)).toMatchObject({ owner_id: manager.id })
  })
})
