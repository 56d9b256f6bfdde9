import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activities } from '#environments/activity.ts'
import type { EntityRoleRecord, RoleDetail, RoleRecord, SelfRecord } from '#security/role.ts'
import { newMember, newRole } from '../support/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import {
  expected,
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
let foreign: Place
let theirs: Named
let theirRole: string

beforeAll(async () => {
  lintel = await openLintel('roles')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [{ name: 'Total', uri: 'total', type: 'number' }])
  const berta = await newMaker(lintel.send, 'berta@example.org')
  foreign = await newEnvironment(berta, 'foreign')
  theirs = await newEntity(berta, foreign, 'theirs', [])
  theirRole = await newRole(lintel.database, foreign, { name: 'Theirs' })
})
afterAll(() => lintel.close())

const at = (path: string) => `/api/security/v1/${home.id}/${path}`
const codeOf = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code]
const roles = async () => (await anna.send('GET', at('role'))).json<{ value: RoleRecord[] }>().value
const made = async (draft: object) => {
  const answer = await anna.send('POST', at('role'), draft)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json<RoleDetail>()
}
const events = (kind: string) =>
  lintel.database.query<{ by_id: string; subject: { name: string }; before: unknown; after: unknown }>({
    text: `select by_id, changes->'subject' as subject, nullif(changes->'before', 'null') as before, nullif(changes->'after', 'null') as after
      from "${home.schema}"._audit where area = 'security' and kind = $1 order by seq`,
    values: [kind],
  })

describe('a role', () => {
  test('[R007] [R290] [R400] [R403] allows what is said for each entity and action, and nothing else', async () => {
    const role = await made({
      name: 'Clerk',
      privileges: [
        { entity_id: orders.id, action: 'read', scope: 'unit' },
        { entity_id: orders.id, action: 'update', scope: 'owned' },
      ],
      activities: ['export'],
    })
    expect(role).toMatchObject({ administrator: false, managed: false, default: false, version: 1, entities: 1 })
    const cells = [{ role_id: role.id, action: 'delete', scope: 'user' }]
    const matrix = await anna.send('PUT', at(`entity/${orders.id}`), { value: cells })
    const row = matrix.json<{ value: EntityRoleRecord[] }>().value.find(({ role_id }) => role_id === role.id)
    expect(row).toMatchObject({ create: 'none', read: 'unit', update: 'owned', delete: 'user' })
    expect(row?.fields).toEqual([])
    const off = { privileges: [{ entity_id: orders.id, action: 'delete', scope: 'none' }] }
    const changed = (await anna.send('PATCH', at(`role/${role.id}`), off)).json<RoleDetail>()
    expect(changed.privileges.map(({ action }) => action)).toEqual(['read', 'update'])
    expect(changed.version).toBe(3)
    const [event] = await events('roleCreated')
    expect(event).toMatchObject({
      by_id: anna.id,
      subject: { name: 'Clerk' },
      before: null,
      after: { privileges: { orders: { read: 'unit', update: 'owned' } }, activities: ['export'] },
    })
    expect((await events('roleChanged')).at(-1)).toMatchObject({
      before: { privileges: { orders: { delete: 'user' } } },
      after: { privileges: { orders: { read: 'unit', update: 'owned' } } },
    })
  })

  test('has rules for fields; one that allows everything is none', async () => {
    const entity = await anna.send('GET', `/api/metadata/attribute/v1/${home.id}/${orders.id}`)
    const [attribute] = entity.json<{ value: { id: string }[] }>().value
    const rule = (may_read: boolean, may_update: boolean) => ({
      fields: [{ attribute_id: attribute?.id, may_read, may_update }],
    })
    const role = await made({ name: 'Blind', ...rule(false, false) })
    expect(role.fields).toEqual([{ attribute_id: attribute?.id, may_read: false, may_update: false }])
    expect(codeOf(await anna.send('PATCH', at(`role/${role.id}`), rule(false, true)))[0]).toBe(422)
    const open = await anna.send('PATCH', at(`role/${role.id}`), rule(true, true))
    expect(open.json<RoleDetail>().fields).toEqual([])
  })

  test('[R437] gets rules for the fields of a table also from the side of the table, all or none', async () => {
    const [one, other] = [await made({ name: 'Fielder' }), await made({ name: 'Other fielder' })]
    const [total] = (await anna.send('GET', `/api/metadata/attribute/v1/${home.id}/${orders.id}`)).json<{
      value: { id: string }[]
    }>().value
    const rule = (role: RoleDetail, change: object = {}) => ({
      role_id: role.id,
      attribute_id: total?.id,
      may_read: false,
      may_update: false,
      ...change,
    })
    const put = (fields: object[]) => anna.send('PUT', at(`entity/${orders.id}`), { fields })
    const rows = (await expected(200, put([rule(one), rule(other, { may_read: true })]))).json<{
      value: EntityRoleRecord[]
    }>().value
    const fieldsOf = (role: RoleDetail) => rows.find(({ role_id }) => role_id === role.id)?.fields
    expect(fieldsOf(one)).toEqual([{ attribute_id: total?.id, may_read: false, may_update: false }])
    expect(fieldsOf(other)).toEqual([{ attribute_id: total?.id, may_read: true, may_update: false }])
    const unknown = await put([
      rule(one, { may_read: true, may_update: true }),
      rule(other, { attribute_id: randomUUID() }),
    ])
    expect(codeOf(unknown)).toEqual([404, 'definition.unknown'])
    expect(codeOf(await put([rule(one, { may_update: true })]))).toEqual([422, 'validation.failed'])
    expect(codeOf(await put([]))).toEqual([422, 'validation.failed'])
    expect((await anna.send('GET', at(`role/${one.id}`))).json<RoleDetail>().fields).toHaveLength(1)
    const administrator = (await roles()).find((role) => role.administrator)
    expect(codeOf(await put([{ ...rule(one), role_id: administrator?.id }]))).toEqual([423, 'managed.update'])
  })

  test('is changed on the version that was read', async () => {
    const role = await made({ name: 'Twice' })
    const patch = (tag: string, name: string) =>
      anna.send('PATCH', at(`role/${role.id}`), { name }, { 'if-match': tag })
    const both = await Promise.all([patch('"1"', 'Twice A'), patch('"1"', 'Twice B')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const old = await anna.send('DELETE', at(`role/${role.id}`), undefined, { 'if-match': '"1"' })
    expect(codeOf(old)).toEqual([412, 'definition.stale'])
  })

  test('has a name of its own, also when two are made at once', async () => {
    const same = await Promise.all([1, 2, 3].map(() => anna.send('POST', at('role'), { name: 'Same' })))
    expect(same.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    const other = await anna.send('POST', at('role'), { name: 'sAME' })
    expect(other.json()).toMatchObject({ error: { details: [{ code: 'validation.taken', target: 'name' }] } })
  })

  test('can be copied with all that it allows', async () => {
    const source = await made({
      name: 'Original',
      privileges: [{ entity_id: orders.id, action: 'create', scope: 'all' }],
      activities: ['import'],
    })
    const copy = (await anna.send('POST', at(`role/${source.id}/copy`), { name: 'Copy' })).json<RoleDetail>()
    expect(copy).toMatchObject({ name: 'Copy', privileges: source.privileges, activities: ['import'], managed: false })
  })

  test('of an entity that belongs to the organisation knows only none and all', async () => {
    const draft = { name: 'World', collectionname: 'Worlds', uri: 'world', ownership: 'organisation' }
    const world = (await anna.send('POST', `/api/metadata/entity/v1/${home.id}`, draft)).json<Named>()
    const role = await made({ name: 'Worldly' })
    const set = (scope: string) =>
      anna.send('PUT', at(`entity/${world.id}`), { value: [{ role_id: role.id, action: 'read', scope }] })
    expect((await set('all')).status).toBe(200)
    expect((await set('unit')).status).toBe(422)
  })

  test('that goes gives its members the default role', async () => {
    const role = await made({ name: 'Short lived' })
    const member = await newMember(lintel, home, 'short@example.org', [role.id])
    const [fallback] = (await roles()).filter((each) => each.default)
    expect(codeOf(await anna.send('DELETE', at(`role/${fallback?.id}`)))).toEqual([409, 'role.default'])
    expect((await anna.send('DELETE', at(`role/${role.id}`))).status).toBe(204)
    const self = (await member.send('GET', at('self'))).json<SelfRecord>()
    expect(self.roles).toEqual([{ id: fallback?.id, name: fallback?.name }])
  })
})

describe('the Administrator role', () => {
  test('[R397] [R402] [R435] [R436] has everything, as self says, and is neither changed, deleted nor the default', async () => {
    const [administrator] = (await roles()).filter((each) => each.administrator)
    const path = at(`role/${administrator?.id}`)
    expect(administrator).toMatchObject({ managed: true, members: 1 })
    expect(codeOf(await anna.send('PATCH', path, { name: 'Root' }))).toEqual([423, 'managed.update'])
    expect(codeOf(await anna.send('PATCH', path, { default: true }))).toEqual([423, 'managed.update'])
    expect(codeOf(await anna.send('DELETE', path))).toEqual([423, 'managed.delete'])
    const cells = [{ role_id: administrator?.id, action: 'read', scope: 'none' }]
    expect(codeOf(await anna.send('PUT', at(`entity/${orders.id}`), { value: cells }))).toEqual([423, 'managed.update'])
    const self = (await anna.send('GET', at('self'))).json<SelfRecord>()
    expect(self.privileges[orders.id]).toEqual({ create: 'all', read: 'all', update: 'all', delete: 'all' })
    expect(self.activities.toSorted()).toEqual([...activities].toSorted())
    const { value } = (await anna.send('GET', '/api/security/v1')).json<{ value: string[] }>()
    expect(value).toEqual(expect.arrayContaining(['self', 'role', 'entity', 'activity']))
  })

  test('[R404] [R438] keeps every activity, whichever roles are named', async () => {
    const role = await made({ name: 'Exporter', activities: ['export'] })
    const answer = await anna.send('PUT', at('activity/bulk-delete'), { role_ids: [role.id] })
    const names = answer.json<{ roles: { name: string }[] }>().roles.map(({ name }) => name)
    expect(names).toEqual(['Administrator', 'Exporter'])
    const none = await anna.send('PUT', at('activity/export'), { role_ids: [] })
    expect(none.json<{ roles: object[] }>().roles).toHaveLength(1)
    expect(codeOf(await anna.send('GET', at('activity/nothing')))).toEqual([404, 'definition.unknown'])
  })
})

test('[R399] the default role can be chosen; it is that of new members', async () => {
  const role = await made({ name: 'Newcomer', default: true })
  expect((await roles()).filter((each) => each.default).map(({ id }) => id)).toEqual([role.id])
  expect((await events('defaultRoleChanged')).at(-1)).toMatchObject({ after: { name: 'Newcomer' } })
})

describe('attacks', () => {
  test('a body that says more than it may is refused', async () => {
    const role = await made({ name: 'Plain' })
    for (const more of [{ administrator: true }, { managed: false }, { id: randomUUID() }, { envid: foreign.id }]) {
      expect((await anna.send('PATCH', at(`role/${role.id}`), more)).status, JSON.stringify(more)).toBe(422)
      expect((await anna.send('POST', at('role'), { name: 'More', ...more })).status).toBe(422)
    }
    expect((await roles()).filter((each) => each.administrator)).toHaveLength(1)
  })

  test('ids of another environment are nothing that exists', async () => {
    const role = await made({ name: 'Here' })
    expect(codeOf(await anna.send('GET', at(`role/${theirRole}`)))).toEqual([404, 'role.unknown'])
    expect(codeOf(await anna.send('PATCH', at(`role/${theirRole}`), { name: 'Ours' }))).toEqual([404, 'role.unknown'])
    expect(codeOf(await anna.send('DELETE', at(`role/${theirRole}`)))).toEqual([404, 'role.unknown'])
    expect(codeOf(await anna.send('PUT', at('activity/export'), { role_ids: [theirRole] }))[0]).toBe(404)
    expect(codeOf(await anna.send('GET', at(`entity/${theirs.id}`)))).toEqual([404, 'definition.unknown'])
    const cells = [{ entity_id: theirs.id, action: 'read', scope: 'all' }]
    expect(codeOf(await anna.send('PATCH', at(`role/${role.id}`), { privileges: cells }))[0]).toBe(404)
    const rules = [{ attribute_id: randomUUID(), may_read: false, may_update: false }]
    expect(codeOf(await anna.send('PATCH', at(`role/${role.id}`), { fields: rules }))[0]).toBe(404)
  })

  test('nobody gives a role more than they hold, and a member without the activity changes none', async () => {
    const manager = await newRole(lintel.database, home, {
      privileges: { [orders.id]: { read: 'unit', update: 'owned' } },
      activities: ['manage-roles', 'export'],
    })
    const max = await newMember(lintel, home, 'max@example.org', [manager])
    const target = await made({ name: 'Target' })
    const set = (body: object) => max.send('PATCH', at(`role/${target.id}`), body)
    const cell = (action: string, scope: string) => ({ privileges: [{ entity_id: orders.id, action, scope }] })
    expect((await set(cell('read', 'unit'))).status).toBe(200)
    expect(codeOf(await set(cell('read', 'all')))).toEqual([403, 'access.exceeds'])
    expect(codeOf(await set(cell('delete', 'user')))).toEqual([403, 'access.exceeds'])
    expect(codeOf(await set({ activities: ['use-secrets'] }))).toEqual([403, 'access.exceeds'])
    expect((await set({ activities: ['export'] })).status).toBe(200)
    // Taking away is no giving, also where the role allows more than the one who takes.
    const rich = await made({ name: 'Rich', ...cell('read', 'all'), activities: ['billing'] })
    expect((await max.send('PATCH', at(`role/${rich.id}`), cell('read', 'unit'))).status).toBe(200)
    expect(codeOf(await max.send('POST', at(`role/${rich.id}/copy`), { name: 'Mine' }))[0]).toBe(403)
    expect(codeOf(await max.send('PATCH', at(`role/${rich.id}`), { default: true }))[0]).toBe(403)
    const own = await newMember(lintel, home, 'plain@example.org', [])
    const named = (await expected(200, own.send('GET', at('role')))).json<{ value: object[] }>().value
    expect(named[0]).toMatchObject({ name: expect.any(String) })
    for (const counted of ['members', 'teams', 'entities']) expect(named[0]).not.toHaveProperty(counted)
    const units = (await expected(200, own.send('GET', at('unit')))).json<{ value: object[] }>().value
    expect(units[0]).toMatchObject({ name: expect.any(String) })
    expect(units[0]).not.toHaveProperty('members')
    expect(codeOf(await own.send('GET', at(`role/${target.id}`)))).toEqual([403, 'request.forbidden'])
    expect(codeOf(await own.send('GET', at('activity')))).toEqual([403, 'request.forbidden'])
    expect(codeOf(await own.send('POST', at('role'), { name: 'Own' }))).toEqual([403, 'request.forbidden'])
    expect((await own.send('GET', at('self'))).status).toBe(200)
  })

  test('who may not read a field gives nobody a role that may', async () => {
    const answer = await anna.send('GET', `/api/metadata/attribute/v1/${home.id}/${orders.id}`)
    const [attribute] = answer.json<{ value: { id: string }[] }>().value
    const cells = [{ entity_id: orders.id, action: 'read', scope: 'all' }]
    const limited = await made({
      name: 'Limited manager',
      privileges: cells,
      fields: [{ attribute_id: attribute?.id, may_read: false, may_update: false }],
      activities: ['manage-roles'],
    })
    const lea = await newMember(lintel, home, 'lea@example.org', [limited.id])
    expect(codeOf(await lea.send('POST', at('role'), { name: 'Open', privileges: cells }))).toEqual([
      403,
      'access.exceeds',
    ])
    const same = { name: 'As blind', privileges: cells, fields: limited.fields }
    expect((await lea.send('POST', at('role'), same)).status).toBe(201)
    expect((await lea.send('GET', at('self'))).json<SelfRecord>().fields).toEqual({
      [attribute?.id ?? '']: { read: false, update: false },
    })
  })

  test('rights count from the moment they change, in the transaction itself', async () => {
    const manager = await newRole(lintel.database, home, { activities: ['manage-roles'] })
    const former = await newMember(lintel, home, 'former@example.org', [manager])
    expect((await former.send('GET', at('activity'))).status).toBe(200)
    // Another process takes the role away: this one still holds the membership for a moment.
    await lintel.database.execute({
      text: `delete from "${home.schema}"._role_member where principal_id = $1`,
      values: [former.id],
    })
    expect(codeOf(await former.send('POST', at('role'), { name: 'Too late' }))).toEqual([403, 'request.forbidden'])
  })
})
