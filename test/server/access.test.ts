import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  newEntity,
  newEnvironment,
  newKey,
  newMaker,
  expected,
  type Answer,
  type Maker,
  type Named,
  type Place,
} from '../support/maker.ts'
import { newMember, newRole, setScopes, bumpAccess } from '../support/access.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { migrationsOfEnvironment } from '../../src/main/migrations.ts'
import { migrate } from '../../src/platform/server/database/migrations.ts'

let lintel: WholeLintel
let anna: Maker
let home: Place
let orders: Named
let notes: Named
let role = ''
let bob: Maker
let eve: Maker
beforeAll(async () => {
  lintel = await openLintel('access')
  anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [
    { name: 'City', uri: 'city', type: 'text', searchable: true },
    { name: 'Amount', uri: 'amount', type: 'number' },
  ])
  notes = await newEntity(anna, home, 'notes', [{ name: 'Secret', uri: 'secret', type: 'text' }])
  role = await newRole(lintel.database, home, { name: 'Clerk' })
  bob = await newMember(lintel, home, 'bob@example.org', [role])
  eve = await newMember(lintel, home, 'eve@example.org', [role])
})
afterAll(() => lintel.close())

const at = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const refusal = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code]
const names = async ({ send }: Maker, rest = 'orders') =>
  (await expected(200, send('GET', at(rest))))
    .json<{ value: { name: string }[] }>()
    .value.map(({ name }) => name)
    .toSorted()
const made = async ({ send }: Maker, values: object) =>
  (await expected(201, send('POST', at('orders'), values))).json<{ id: string }>().id

describe('a new role allows nothing', () => {
  test('an entity without rights is unknown everywhere, and its absence looks as that of any other', async () => {
    expect(refusal(await bob.send('GET', at('orders')))).toEqual([404, 'resource.unknown'])
    expect(refusal(await bob.send('POST', at('orders'), {}))).toEqual(
      refusal(await bob.send('POST', at('nothing'), {})),
    )
    const { text } = await expected(200, bob.send('GET', at('$metadata')))
    expect(text).not.toContain('orders')
    const definitions = (await bob.send('GET', `/api/metadata/v1/${home.id}`)).json<{
      entities: object[]
      views: object[]
    }>()
    expect([definitions.entities, definitions.views]).toEqual([[], []])
    expect(refusal(await bob.send('GET', `/api/export/v1/${home.id}/${orders.id}?format=csv`))[0]).toBe(403)
    expect(refusal(await bob.send('GET', `/api/trash/v1/${home.id}/${orders.id}`))).toEqual([404, 'definition.unknown'])
    expect(refusal(await bob.send('GET', `/api/metadata/entity/v1/${home.id}/${orders.id}`))).toEqual([
      404,
      'definition.unknown',
    ])
  })

  test('what a role gets counts at the next request, and what it loses too', async () => {
    await setScopes(lintel.database, home.schema, role, orders.id, 'user')
    const id = await made(bob, { name: 'Mine' })
    expect(await names(bob)).toEqual(['Mine'])
    await setScopes(lintel.database, home.schema, role, orders.id, 'none')
    expect((await bob.send('GET', at(`orders(${id})`))).status).toBe(404)
    expect((await bob.send('PATCH', at(`orders(${id})`), { city: 'Riga' })).status).toBe(404)
    await setScopes(lintel.database, home.schema, role, orders.id, 'user')
    expect((await bob.send('GET', at(`orders(${id})`))).status).toBe(200)
    await expected(204, bob.send('DELETE', at(`orders(${id})`)))
  })
})

describe('scopes', () => {
  test('[R406] user: one’s own records alone; what is not read is not found, what is read and not allowed is forbidden', async () => {
    const [own, hers] = [await made(bob, { name: 'Bob’s' }), await made(eve, { name: 'Eve’s' })]
    expect(await names(bob)).toEqual(['Bob’s'])
    expect((await bob.send('GET', at(`orders(${hers})`))).status).toBe(404)
    for (const [method, body] of [
      ['PATCH', { city: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect(refusal(await bob.send(method, at(`orders(${hers})`), body))).toEqual([404, 'record.unknown'])
    await setScopes(lintel.database, home.schema, role, orders.id, { read: 'all' })
    expect(await names(bob)).toEqual(['Bob’s', 'Eve’s'])
    expect(refusal(await bob.send('PATCH', at(`orders(${hers})`), { city: 'x' }))).toEqual([403, 'request.forbidden'])
    expect(refusal(await bob.send('DELETE', at(`orders(${hers})`)))).toEqual([403, 'record.deleteForbidden'])
    await expected(200, bob.send('PATCH', at(`orders(${own})`), { city: 'x' }, { prefer: 'return=representation' }))
    await setScopes(lintel.database, home.schema, role, orders.id, { read: 'user' })
  })

  test('how much a table holds is told to who reads all of it', async () => {
    const sizes = async ({ send }: Maker) =>
      (await expected(200, send('GET', `/api/metadata/entity/v1/${home.id}/sizes`))).json<{ value: Named[] }>().value
    expect((await sizes(anna)).map(({ id }) => id)).toContain(orders.id)
    expect(await sizes(bob)).toEqual([])
    await setScopes(lintel.database, home.schema, role, orders.id, 'all')
    expect((await sizes(bob)).map(({ id }) => id)).toEqual([orders.id])
    await setScopes(lintel.database, home.schema, role, orders.id, 'user')
  })

  test('a new owner must be within the scope of create, and able to read', async () => {
    expect(refusal(await bob.send('POST', at('orders'), { name: 'For Eve', owner_id: eve.id }))).toEqual([
      403,
      'request.forbidden',
    ])
    const own = await made(bob, { name: 'To give' })
    expect(refusal(await bob.send('PATCH', at(`orders(${own})`), { owner_id: eve.id }))).toEqual([
      403,
      'request.forbidden',
    ])
    await setScopes(lintel.database, home.schema, role, orders.id, { create: 'all' })
    const outsider = await newMember(lintel, home, 'out@example.org')
    expect(refusal(await bob.send('PATCH', at(`orders(${own})`), { owner_id: outsider.id }))).toEqual([
      400,
      'record.ownerUnfit',
    ])
    await expected(
      204,
      bob.send('PATCH', at(`orders(${own})`), { owner_id: bob.id, city: 'Same' }, { prefer: 'return=minimal' }),
    )
    await expected(204, bob.send('PATCH', at(`orders(${own})`), { owner_id: eve.id }, { prefer: 'return=minimal' }))
    expect((await bob.send('GET', at(`orders(${own})`))).status).toBe(404)
    expect(await names(eve)).toContain('To give')
    await setScopes(lintel.database, home.schema, role, orders.id, { create: 'user' })
  })

  test('a share counts for its action, until it ends, and only for who has a scope at all', async () => {
    const hers = await made(eve, { name: 'Shared' })
    const share = (may: string, expires = 'null') =>
      lintel.database.execute({
        text: `insert into "${home.schema}"._share (entity_id, record_id, principal_id, may_read, may_update, granted_by_id, expires_on, created_on)
          values ($1, $2, $3, true, ${may === 'update'}, $4, ${expires}, now())
          on conflict (entity_id, record_id, principal_id) do update set may_update = excluded.may_update, expires_on = excluded.expires_on`,
        values: [orders.id, hers, bob.id, eve.id],
      })
    await share('read')
    expect(await names(bob)).toContain('Shared')
    expect(refusal(await bob.send('PATCH', at(`orders(${hers})`), { city: 'x' }))).toEqual([403, 'request.forbidden'])
    await share('update')
    await expected(204, bob.send('PATCH', at(`orders(${hers})`), { city: 'x' }, { prefer: 'return=minimal' }))
    await share('update', `now() - interval '1 second'`)
    expect(await names(bob)).not.toContain('Shared')
    await share('update')
    await setScopes(lintel.database, home.schema, role, orders.id, { update: 'none' })
    expect(refusal(await bob.send('PATCH', at(`orders(${hers})`), { city: 'y' }))).toEqual([403, 'request.forbidden'])
    await setScopes(lintel.database, home.schema, role, orders.id, { update: 'user' })
  })
})

describe('field rules', () => {
  const rule = async (mayRead: boolean, mayUpdate: boolean) => {
    const { attributes } = (await anna.send('GET', `/api/metadata/entity/v1/${home.id}/${orders.id}`)).json<{
      attributes: Named[]
    }>()
    await lintel.database.execute({
      text: `insert into "${home.schema}"._field_rule values ($1, $2, $3, $4)
        on conflict (role_id, attribute_id) do update set may_read = excluded.may_read, may_update = excluded.may_update`,
      values: [role, attributes.find(({ uri }) => uri === 'amount')?.id, mayRead, mayUpdate],
    })
    await bumpAccess(lintel.database, home.schema)
  }

  test('an attribute that may not be read is unknown wherever it is named', async () => {
    const id = await made(bob, { name: 'Fields', amount: 5 })
    await rule(false, false)
    expect((await bob.send('GET', at(`orders(${id})`))).json()).not.toHaveProperty('amount')
    for (const rest of [
      '$filter=amount eq 5',
      '$orderby=amount',
      '$select=amount',
      '$apply=aggregate(amount with sum as x)',
      '$compute=amount add 1 as x',
    ])
      expect(refusal(await bob.send('GET', at(`orders?${rest.replaceAll(' ', '%20')}`))), rest).toEqual([
        400,
        'query.unknownName',
      ])
    expect((await bob.send('GET', at(`orders(${id})/amount`))).status).toBe(404)
    expect((await expected(200, bob.send('GET', at('$metadata')))).text).not.toContain('amount')
    expect((await bob.send('GET', `/api/metadata/v1/${home.id}`)).text).not.toContain('amount')
    expect(refusal(await bob.send('PATCH', at(`orders(${id})`), { amount: 6 }))).toEqual(
      refusal(await bob.send('PATCH', at(`orders(${id})`), { nonsense: 6 })),
    )
    expect((await expected(200, bob.send('PATCH', at(`orders(${id})`), { city: 'Riga' }))).text).not.toContain('amount')
    const history = (await expected(200, bob.send('GET', `/api/history/v1/${home.id}/${orders.id}/${id}`))).text
    expect(history).not.toContain('amount')
    expect((await anna.send('GET', at(`orders(${id})`))).json()).toMatchObject({ amount: 5 })
  })

  test('a formula that reads it is hidden like it, and neither read nor filtered by', async () => {
    const draft = { name: 'Double', uri: 'double', type: 'formula', expression: 'amount * 2' }
    await expected(201, anna.send('POST', `/api/metadata/attribute/v1/${home.id}/${orders.id}`, draft))
    const id = await made(anna, { name: 'Reckoned', amount: 21, owner_id: bob.id })
    await rule(false, false)
    const record = (await expected(200, bob.send('GET', at(`orders(${id})`)))).json<Record<string, unknown>>()
    expect(record).not.toHaveProperty('double')
    expect(record).not.toHaveProperty('amount')
    expect(refusal(await bob.send('GET', at('orders?$filter=double%20eq%2042')))).toEqual([400, 'query.unknownName'])
    expect(await names(anna, 'orders?$filter=double%20eq%2042')).toEqual(['Reckoned'])
    await rule(true, true)
  })

  test('one that may only be read is refused by its name', async () => {
    const id = await made(bob, { name: 'Read only' })
    await rule(true, false)
    const answer = await bob.send('PATCH', at(`orders(${id})`), { amount: 6 })
    expect(refusal(answer)).toEqual([403, 'field.forbidden'])
    expect(answer.text).toContain('Amount')
    await rule(true, true)
    await expected(200, bob.send('PATCH', at(`orders(${id})`), { amount: 6 }))
  })
})

test('putting a record out of use takes the activity, and so does taking it back', async () => {
  const id = await made(bob, { name: 'Status' })
  const disabled = { name: 'Never used', status: 'disabled' }
  expect(refusal(await bob.send('POST', at('orders'), disabled))).toEqual([403, 'request.forbidden'])
  await expected(201, anna.send('POST', at('orders'), disabled))
  expect(refusal(await bob.send('PATCH', at(`orders(${id})`), { status: 'disabled' }))).toEqual([
    403,
    'request.forbidden',
  ])
  await expected(200, bob.send('PATCH', at(`orders(${id})`), { status: 'inactive' }))
  await expected(200, anna.send('PATCH', at(`orders(${id})`), { status: 'disabled' }))
  expect(refusal(await bob.send('PATCH', at(`orders(${id})`), { status: 'active' }))).toEqual([
    403,
    'request.forbidden',
  ])
})

test('what one role hides another one of the same member shows', async () => {
  expect(await names(anna, 'notes')).toEqual([])
  expect((await bob.send('GET', at('notes'))).status).toBe(404)
  const reader = await newRole(lintel.database, home, { privileges: { [notes.id]: { read: 'all' } } })
  await lintel.database.execute({
    text: `insert into "${home.schema}"._role_member values ($1, $2)`,
    values: [reader, bob.id],
  })
  await bumpAccess(lintel.database, home.schema)
  expect(await names(bob, 'notes')).toEqual([])
})

test('members of an environment from before there were roles keep what they had', async () => {
  const old = await newEnvironment(anna, 'before')
  const entity = await newEntity(anna, old, 'orders', [{ name: 'City', uri: 'city', type: 'text' }])
  const [everyone] = await lintel.database.query<{ id: string }>({
    text: `select id from "${old.schema}"._role where not administrator`,
  })
  const carl = await newMember(lintel, old, 'carl@example.org', [everyone?.id ?? ''])
  expect((await carl.send('GET', `/api/odata/v1/${old.id}/orders`)).status).toBe(404)
  await lintel.database.execute({
    text: `delete from "${old.schema}"._migration where id = 'security-002-former-rights'`,
  })
  await migrate(lintel.database, old.schema, migrationsOfEnvironment(old.schema))
  await expected(201, carl.send('POST', `/api/odata/v1/${old.id}/orders`, { name: 'His' }))
  const rights = await lintel.database.query<{ action: string }>({
    text: `select action from "${old.schema}"._privilege where role_id = $1 and entity_id = $2 and scope = 'all' order by 1`,
    values: [everyone?.id, entity.id],
  })
  expect(rights.map(({ action }) => action)).toEqual(['create', 'delete', 'read', 'update'])
})

test('only programs of who may write as the system write where people do not', async () => {
  await expected(200, anna.send('PATCH', `/api/metadata/entity/v1/${home.id}/${notes.id}`, { editable: false }))
  const key = await newKey(anna, { name: 'Robot', envid: home.id })
  const draft = { name: 'By a program' }
  expect(refusal(await anna.send('POST', at('notes'), draft))).toEqual([423, 'managed.create'])
  await expected(201, lintel.send('POST', at('notes'), draft, { authorization: `Bearer ${key}` }))
})
