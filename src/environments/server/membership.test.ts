import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activities } from '#environments/activity.ts'
import type { EnvironmentRecord } from '#environments/environment.ts'
import { post, signedIn, type House } from '../../../test/support/people.ts'
import { environmentOf, openTenants, type Headers } from '../../../test/support/tenants.ts'

let house: House
let ilze: Headers
let eve: Headers
let acme: EnvironmentRecord
let evil: EnvironmentRecord
beforeAll(async () => {
  house = await openTenants('membership')
  ilze = await signedIn(house, 'ilze@example.org')
  eve = await signedIn(house, 'eve@example.org')
  acme = await environmentOf(house, ilze, { uri: 'acme' })
  evil = await environmentOf(house, eve, { uri: 'evil' })
})
afterAll(() => house.close())

const read = (envid: string, headers: Headers) => house.app.inject({ url: `/api/odata/v1/${envid}`, headers })
const create = (envid: string, headers: Headers) => post(house, `/metadata/entity/v1/${envid}`, {}, headers)
const code = (answer: { json: <T>() => T }) => answer.json<{ error: { code: string } }>().error.code
const forgetMembers = () => house.clock.pass(1010)

test('a member gets environment, member and cause with the request', async () => {
  const context = (await read(acme.id, ilze)).json()
  const me = (await house.app.inject({ url: '/api/user/v1/me', headers: ilze })).json<{ id: string }>()
  const schema = `e_${acme.id.replaceAll('-', '')}`
  expect(context).toEqual({
    environment: {
      id: acme.id,
      uri: 'acme',
      name: 'Acme',
      region: 'eu',
      cluster: 'main',
      schema,
      state: 'active',
      placementEpoch: 1,
      collation: `"${schema}"."_text"`,
      createdById: me.id,
      role: schema,
    },
    member: {
      id: me.id,
      unitId: expect.any(String),
      roles: [expect.any(String)],
      administrator: true,
      developerMode: true,
      heldRights: {
        principals: [me.id],
        units: [expect.any(String)],
        unitChain: [expect.any(String)],
        held: [{ roleId: expect.any(String), principalId: me.id }],
        privileges: [],
        fieldRules: [],
        activities: [...activities],
      },
      accessVersion: 1,
    },
    cause: { kind: 'request', id: expect.any(String) },
  })
})

test('another tenant’s id, a foreign id and nonsense get the same 404 on every route', async () => {
  const bare = (answer: { statusCode: number; body: string }) => [
    answer.statusCode,
    answer.body.replace(/"requestId":"[^"]*"/, ''),
  ]
  const nothing = bare(await read('0190a4c2-7a3b-7c4d-8e5f-0123456789ab', eve))
  expect(nothing[0]).toBe(404)
  for (const envid of [acme.id, acme.id.toUpperCase(), 'nonsense', 'lintel', 'host', '%27%20or%201%3D1']) {
    expect(bare(await read(envid, eve)), envid).toEqual(nothing)
    expect(bare(await create(envid, eve)), envid).toEqual(nothing)
  }
  const single = { url: `/api/env/v1/${acme.id}`, headers: eve }
  expect(bare(await house.app.inject(single))).toEqual(nothing)
  expect(bare(await house.app.inject({ ...single, method: 'PATCH', payload: { name: 'Mine' } }))).toEqual(nothing)
  expect(bare(await house.app.inject({ ...single, method: 'DELETE', payload: { name: 'Acme' } }))).toEqual(nothing)
})

test('[R133] the uri is the sub-domain: there the environment comes from the host, and must match the path', async () => {
  const at = (host: string, headers: Headers) => ({ ...headers, host })
  expect((await read('host', at('acme.localhost:3000', ilze))).json()).toMatchObject({ environment: { id: acme.id } })
  expect((await read(acme.id, at('acme.localhost:3000', ilze))).statusCode).toBe(200)
  expect((await read(evil.id, at('acme.localhost:3000', eve))).statusCode).toBe(404)
  expect((await read('host', at('acme.localhost:3000', eve))).statusCode).toBe(404)
  expect((await read(acme.id, at('nobody.localhost:3000', ilze))).statusCode).toBe(404)
})

test('[R405] definitions are changed by administrators, and only with developer mode on', async () => {
  expect((await create(acme.id, ilze)).statusCode).toBe(200)
  const developermode = (on: boolean) =>
    house.app.inject({ method: 'PATCH', url: '/api/user/v1/me', headers: ilze, payload: { developermode: on } })
  await developermode(false)
  const off = await create(acme.id, ilze)
  expect([off.statusCode, code(off)]).toEqual([403, 'developerMode.needed'])
  await developermode(true)
  expect((await create(acme.id, ilze)).statusCode).toBe(200)
})

test('a member without the Administrator role reads, and changes neither definitions nor the environment', async () => {
  await join('eve@example.org')
  forgetMembers()
  expect((await read(acme.id, eve)).json()).toMatchObject({ member: { administrator: false, developerMode: false } })
  expect(code(await create(acme.id, eve))).toBe('request.forbidden')
  const single = { url: `/api/env/v1/${acme.id}`, headers: eve }
  expect(code(await house.app.inject({ ...single, method: 'PATCH', payload: { name: 'Mine' } }))).toBe(
    'request.forbidden',
  )
  expect(code(await house.app.inject({ ...single, method: 'DELETE', payload: { name: 'Acme' } }))).toBe(
    'request.forbidden',
  )
  const names = (await house.app.inject({ url: '/api/env/v1', headers: eve })).json<{ value: EnvironmentRecord[] }>()
    .value
  expect(names.map(({ uri, role, createdbyme }) => [uri, role, createdbyme])).toEqual([
    ['acme', 'Member', false],
    ['evil', 'Administrator', true],
  ])
})

test('a person who changes names is called so in every environment', async () => {
  await house.app.inject({ method: 'PATCH', url: '/api/user/v1/me', headers: ilze, payload: { lastname: 'Ozola' } })
  const [name] = await house.database.query({
    text: `select principal.name, firstname, lastname from ${table('_member')} member
      join ${table('_principal')} principal using (id) where lastname = 'Ozola'`,
  })
  expect(name).toEqual({ name: 'Ilze Ozola', firstname: 'Ilze', lastname: 'Ozola' })
})

test('what a member holds comes from units, teams and roles; access teams bring none of their roles', async () => {
  const [north, owners, access, entity, attribute] = Array.from({ length: 5 }, () => randomUUID())
  const eveId = (
    await house.database.query<{ id: string }>({ text: `select id from ${table('_member')} where firstname = 'Eve'` })
  )[0]?.id
  const [root] = await house.database.query<{ id: string }>({ text: `select id from ${table('_unit')}` })
  const [role] = await house.database.query<{ id: string }>({
    text: `select id from ${table('_role')} where name = 'Member'`,
  })
  const roles = { owners: randomUUID(), access: randomUUID() }
  for (const text of [
    `insert into ${table('_unit')} (id, parent_id, name, created_on) values ('${north}', '${root?.id}', 'North', now())`,
    `insert into ${table('_principal')} values ('${north}', 'unit', 'North', '${north}'),
      ('${owners}', 'team', 'Owners', '${root?.id}'), ('${access}', 'team', 'Access', '${root?.id}')`,
    `insert into ${table('_team')} (id, name, kind) values ('${owners}', 'Owners', 'owner'), ('${access}', 'Access', 'access')`,
    `insert into ${table('_team_member')} values ('${owners}', '${eveId}'), ('${access}', '${eveId}')`,
    `insert into ${table('_role')} (id, name, created_on) values ('${roles.owners}', 'Own', now()), ('${roles.access}', 'Shared', now())`,
    `insert into ${table('_role_member')} values ('${roles.owners}', '${owners}'), ('${roles.access}', '${access}')`,
    `insert into ${table('_privilege')} values ('${roles.owners}', '${entity}', 'read', 'unit'),
      ('${roles.owners}', '${entity}', 'delete', 'none'), ('${roles.access}', '${entity}', 'read', 'all')`,
    `insert into ${table('_field_rule')} values ('${role?.id}', '${attribute}', true, false)`,
    `insert into ${table('_activity')} values ('${role?.id}', 'export'), ('${roles.access}', 'import')`,
  ])
    await house.database.execute({ text })
  forgetMembers()
  const { member } = (await read(acme.id, eve)).json<{
    member: { roles: string[]; heldRights: Record<string, string[]> }
  }>()
  expect(member.roles.toSorted()).toEqual([role?.id, roles.owners].toSorted())
  expect(member.heldRights).toMatchObject({
    unitChain: [root?.id],
    privileges: [{ roleId: roles.owners, entityId: entity, action: 'read', scope: 'unit' }],
    fieldRules: [{ roleId: role?.id, attributeId: attribute, mayRead: true, mayUpdate: false }],
    activities: ['export'],
  })
  expect(member.heldRights['units']?.toSorted()).toEqual([root?.id, north].toSorted())
  expect(member.heldRights['principals']?.[0]).toBe(eveId)
  expect(member.heldRights['principals']?.toSorted()).toEqual([eveId, owners, access].toSorted())
  await house.database.execute({ text: `update ${table('_principal')} set unit_id = '${north}' where id = '${eveId}'` })
  forgetMembers()
  const moved = (await read(acme.id, eve)).json<{ member: { heldRights: Record<string, string[]> } }>().member
    .heldRights
  expect([moved['units'], moved['unitChain']?.toSorted()]).toEqual([[north], [root?.id, north].toSorted()])
})

test('a disabled member is out within a second; within it, asking again costs no statement', async () => {
  await read(acme.id, eve)
  const before = house.statements()
  await read(acme.id, eve)
  expect(house.statements()).toBe(before)
  await house.database.execute({ text: `update ${table('_member')} set status = 'disabled' where firstname = 'Eve'` })
  forgetMembers()
  expect((await read(acme.id, eve)).statusCode).toBe(404)
})

function table(name: string): string {
  return `"e_${acme.id.replaceAll('-', '')}".${name}`
}

async function join(email: string): Promise<void> {
  const statements = [
    `insert into lintel.environment_member select '${acme.id}', id, 'active', 'Member', false from lintel."user" where email = '${email}'`,
    `insert into ${table('_principal')} (id, kind, name, unit_id) select person.id, 'member', 'Eve', unit.id from lintel."user" person, ${table('_unit')} unit where email = '${email}'`,
    `insert into ${table('_member')} (id, firstname, lastname, status, joined_on) select id, 'Eve', '', 'active', now() from lintel."user" where email = '${email}'`,
    `insert into ${table('_role_member')} select role.id, person.id from ${table('_role')} role, lintel."user" person where role.name = 'Member' and email = '${email}'`,
  ]
  for (const text of statements) await house.database.execute({ text })
}
