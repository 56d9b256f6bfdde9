import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadModel } from '../../src/entities/server/entities.ts'
import { reconcileTables } from '../../src/tables/server/reconcile.ts'
import { bumpAccess, newRole, setScopes } from '../support/access.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi & { connectionString: string }
let ilze: Maker
let acme: Place
let customers: Named
let invoices: Named
let lines: Named
let root: string
type Row = Record<string, unknown> & { id: string }
type Relationship = Record<string, unknown> & { id: string; version: number }

beforeAll(async () => {
  house = await openApiOn('relationships')
  ilze = await newMaker(house.send, 'ilze@example.org')
  acme = await newEnvironment(ilze, 'acme')
  customers = await newEntity(ilze, acme, 'customers', [])
  invoices = await newEntity(ilze, acme, 'invoices', [
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  lines = await newEntity(ilze, acme, 'lines', [
    { name: 'Invoice', uri: 'invoice', type: 'N:1', related_entity: invoices.id, required: true },
  ])
  root = `/api/odata/v1/${acme.id}`
})
afterAll(() => house.close())

const base = () => `/api/metadata/relationship/v1/${acme.id}`
const relationships = async () => (await ilze.send('GET', base())).json<{ value: Relationship[] }>().value
const relationshipFrom = async (entity: Named) => {
  const found = (await relationships()).find(({ from_entity }) => from_entity === entity.id)
  if (!found) throw new Error('no relationship')
  return found
}
const say = async (entity: Named, patch: object) => {
  const { id } = await relationshipFrom(entity)
  const answer = await ilze.send('PATCH', `${base()}/${id}`, patch)
  if (answer.status !== 200) throw new Error(answer.text)
}
const make = async (set: string, body: object): Promise<Row> => {
  const answer = await ilze.send('POST', `${root}/${set}`, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json()
}
const read = async (path: string) => (await ilze.send('GET', `${root}/${path}`)).json<Row & { value: Row[] }>()
const remove = (set: string, { id }: Row) => ilze.send('DELETE', `${root}/${set}(${id})`)
const notes = (table: string, id: string) =>
  house.database.query<Record<string, unknown>>({
    text: `select * from "${acme.schema}"."${table}" where ${table === '_trash' ? 'id = $1' : 'record_id = $1 order by seq'}`,
    values: [id],
  })

test('[R172] a relationship is a definition like any other: listed, read, changed with If-Match, in the metadata', async () => {
  const relationship = await relationshipFrom(invoices)
  expect(relationship).toMatchObject({
    name: 'Customer',
    to_entity: customers.id,
    cardinality: 'N:1',
    on_delete: 'clear',
    inverse_attribute: null,
  })
  const address = `${base()}/${relationship.id}`
  const one = await ilze.send('GET', address)
  expect([one.status, one.headers['etag']]).toEqual([200, `"${relationship.version}"`])
  const stale = await ilze.send('PATCH', address, { name: 'Buyer' }, { 'if-match': '"99"' })
  expect(stale.status).toBe(412)
  const batch = await ilze.send('POST', `${base()}/batch`, { value: [{ id: relationship.id, name: 'Buyer' }] })
  expect(batch.json()).toMatchObject({ value: [{ id: relationship.id, name: 'Buyer' }] })
  const metadata = await ilze.send('GET', `/api/metadata/v1/${acme.id}`)
  expect(metadata.json<{ relationships: unknown[] }>().relationships).toHaveLength(2)
  expect((await ilze.send('GET', `${base()}/${customers.id}`)).status).toBe(404)
})

describe('when a record is deleted', () => {
  let customer: Row
  let invoice: Row
  beforeEach(async () => {
    customer = await make('customers', { name: 'Ann' })
    invoice = await make('invoices', { name: 'First', customer_id: customer.id })
  })

  test('restrict: it stays while others need it, and who they are is said', async () => {
    await say(invoices, { on_delete: 'restrict' })
    await make('invoices', { name: 'Second', customer_id: customer.id })
    const answer = await remove('customers', customer)
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({
      error: {
        code: 'record.restricted',
        message: expect.stringContaining('2 other records') as string,
        innererror: { users: [{ entity: 'invoices', count: 2 }] },
      },
    })
    expect((await read(`customers(${customer.id})`))['name']).toBe('Ann')
    expect(await notes('_event', customer.id)).toHaveLength(1)
  })

  test('clear: the lookups are emptied with a version, an event and an audit row each', async () => {
    await say(invoices, { on_delete: 'clear' })
    expect((await remove('customers', customer)).status).toBe(204)
    expect(await read(`invoices(${invoice.id})`)).toMatchObject({ customer_id: null, version: 2 })
    const [, event] = await notes('_event', invoice.id)
    expect(event).toMatchObject({ kind: 'update', before: { customer_id: customer.id }, after: { customer_id: null } })
    const [gone] = (await notes('_event', customer.id)).slice(-1)
    expect(event?.['cause']).toEqual(gone?.['cause'])
    const [, audit] = await notes('_audit', invoice.id)
    expect(audit).toMatchObject({ changes: { before: { customer_id: customer.id }, after: { customer_id: null } } })
  })

  test('cascade: what depends goes to the trash with it, over several levels', async () => {
    await say(invoices, { on_delete: 'cascade' })
    await say(lines, { on_delete: 'cascade' })
    const line = await make('lines', { name: 'Line', invoice_id: invoice.id })
    expect((await remove('customers', customer)).status).toBe(204)
    for (const { id } of [customer, invoice, line]) {
      expect(await notes('_trash', id)).toHaveLength(1)
      expect((await notes('_event', id)).at(-1)).toMatchObject({ kind: 'delete', after: null })
    }
    expect((await ilze.send('GET', `${root}/lines(${line.id})`)).status).toBe(404)
  })

  test('a record that is needed by one that goes along is no hindrance; one deeper that is restricted is', async () => {
    await say(invoices, { on_delete: 'cascade' })
    await say(lines, { on_delete: 'restrict' })
    const line = await make('lines', { name: 'Line', invoice_id: invoice.id })
    expect((await remove('customers', customer)).json()).toMatchObject({ error: { code: 'record.restricted' } })
    expect((await read(`invoices(${invoice.id})`))['version']).toBe(1)
    expect((await remove('lines', line)).status).toBe(204)
    expect((await remove('customers', customer)).status).toBe(204)
  })

  test('what would happen is told before, and nothing of it happens', async () => {
    await say(invoices, { on_delete: 'cascade' })
    await say(lines, { on_delete: 'cascade' })
    const line = await make('lines', { name: 'Line', invoice_id: invoice.id })
    const foresee = (entity: Named, { id }: Row) => ilze.send('GET', `/api/dependant/v1/${acme.id}/${entity.id}/${id}`)
    expect((await foresee(customers, customer)).json()).toEqual({
      gone: [
        { entity: 'invoices', name: 'invoices', count: 1 },
        { entity: 'lines', name: 'lines', count: 1 },
      ],
      held: [],
      cleared: [],
    })
    await say(lines, { on_delete: 'restrict' })
    expect((await foresee(customers, customer)).json()).toMatchObject({ held: [{ entity: 'lines', count: 1 }] })
    expect((await read(`lines(${line.id})`))['version']).toBe(1)
    expect((await foresee(customers, line)).status).toBe(404)
    const stranger = await newMaker(house.send, 'stranger@example.org')
    const asked = `/api/dependant/v1/${acme.id}/${customers.id}/${customer.id}`
    expect((await stranger.send('GET', asked)).status).toBe(404)
  })

  test('a lookup that must have a value is not cleared', async () => {
    await say(lines, { on_delete: 'clear' })
    await make('lines', { name: 'Line', invoice_id: invoice.id })
    expect((await remove('invoices', invoice)).status).toBe(409)
  })

  test('in a batch the same holds: all of it happens, or nothing', async () => {
    await say(invoices, { on_delete: 'clear' })
    await say(lines, { on_delete: 'restrict' })
    await make('lines', { name: 'Line', invoice_id: invoice.id })
    const requests = [
      { id: '1', atomicityGroup: 'g', method: 'DELETE', url: `customers(${customer.id})` },
      { id: '2', atomicityGroup: 'g', method: 'DELETE', url: `invoices(${invoice.id})` },
    ]
    const refused = await ilze.send('POST', `${root}/$batch`, { requests })
    expect(JSON.stringify(refused.json())).toContain('record.restricted')
    expect(await read(`invoices(${invoice.id})`)).toMatchObject({ customer_id: customer.id, version: 1 })
    const done = await ilze.send('POST', `${root}/$batch`, { requests: requests.slice(0, 1) })
    expect(done.json<{ responses: { status: number }[] }>().responses.map(({ status }) => status)).toEqual([204])
    expect((await read(`invoices(${invoice.id})`))['customer_id']).toBe(null)
  })

  test('records that point at each other in a circle go together', async () => {
    const attributes = `/api/metadata/attribute/v1/${acme.id}/${customers.id}`
    const made = await ilze.send('POST', attributes, {
      name: 'Partner',
      uri: 'partner',
      type: 'N:1',
      related_entity: customers.id,
    })
    const id = made.json<{ relationship_id: string }>().relationship_id
    await ilze.send('PATCH', `${base()}/${id}`, { on_delete: 'cascade', on_assign: 'cascade' })
    const [one, two] = [await make('customers', { name: 'One' }), await make('customers', { name: 'Two' })]
    const point = (from: Row, to: Row) => ilze.send('PATCH', `${root}/customers(${from.id})`, { partner_id: to.id })
    await point(one, two)
    await point(two, one)
    expect((await remove('customers', one)).status).toBe(204)
    expect((await ilze.send('GET', `${root}/customers(${two.id})`)).status).toBe(404)
    await ilze.send('DELETE', `${attributes}/${made.json<{ id: string }>().id}`)
  })

  test('more than 10,000 records are not deleted at once', async () => {
    await say(invoices, { on_delete: 'cascade' })
    await house.database.execute({
      text: `insert into "${acme.schema}".invoices (id, created_on, created_by_id, updated_on, updated_by_id, owner_id,
          owning_unit_id, customer_id)
        select gen_random_uuid(), now(), $1, now(), $1, $1, $1, $2 from generate_series(1, 10000)`,
      values: [ilze.id, customer.id],
    })
    const answer = await remove('customers', customer)
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({ error: { code: 'record.tooManyDependants' } })
    await ilze.send('DELETE', `${root}/invoices(${invoice.id})`)
    expect((await remove('customers', customer)).status).toBe(204)
    expect((await read(`invoices?$filter=customer_id eq ${customer.id}&$count=true&$top=0`))['@odata.count']).toBe(0)
  })
})

test('a new owner becomes the owner of the records that go along, and of no others', async () => {
  await say(invoices, { on_assign: 'cascade' })
  const customer = await make('customers', { name: 'Ann' })
  const invoice = await make('invoices', { name: 'First', customer_id: customer.id })
  const line = await make('lines', { name: 'Line', invoice_id: invoice.id })
  const [root_unit] = await house.database.query<{ unit_id: string }>({
    text: `select unit_id from "${acme.schema}"._principal where id = $1`,
    values: [ilze.id],
  })
  const team = '01900000-0000-7000-8000-000000000001'
  await house.database.execute({
    text: `insert into "${acme.schema}"._principal (id, kind, name, unit_id) values ($1, 'team', 'North', $2)`,
    values: [team, root_unit?.unit_id],
  })
  await house.database.execute({
    text: `insert into "${acme.schema}"._team (id, name, kind) values ($1, 'North', 'owner')`,
    values: [team],
  })
  const assigned = () => ilze.send('PATCH', `${root}/customers(${customer.id})`, { owner_id: team })
  const northern = await newRole(house.database, acme, { privileges: { [customers.id]: { read: 'user' } } })
  await house.database.execute({
    text: `insert into "${acme.schema}"._role_member (role_id, principal_id) values ($1, $2)`,
    values: [northern, team],
  })
  await bumpAccess(house.database, acme.schema)
  // Product ruling 2.3: whoever becomes the owner of a record may read it, and so those that go along.
  const unfit = await assigned()
  expect(unfit.status).toBe(400)
  expect(unfit.json()).toMatchObject({ error: { code: 'record.ownerUnfit', target: 'owner_id' } })
  expect(await read(`customers(${customer.id})`)).toMatchObject({ owner_id: ilze.id, version: 1 })
  await setScopes(house.database, acme.schema, northern, invoices.id, { read: 'user' })
  const answer = await assigned()
  expect(answer.status).toBe(200)
  expect(await read(`invoices(${invoice.id})`)).toMatchObject({ owner_id: team, version: 2 })
  expect(await read(`lines(${line.id})`)).toMatchObject({ owner_id: ilze.id, version: 1 })
  expect((await notes('_event', invoice.id)).at(-1)).toMatchObject({ kind: 'update', after: { owner_id: team } })
})

test('a lookup from before there were relationships is cleared by its foreign key no more', async () => {
  const place = { schema: acme.schema, collation: `"${acme.schema}"."_text"` }
  const rule = async () => {
    const [key] = await house.database.query<{ rule: string; validated: boolean }>({
      text: `select confdeltype::text as rule, convalidated as validated from pg_constraint
        where conrelid = '"${acme.schema}".lines'::regclass and contype = 'f'`,
    })
    return key
  }
  const [{ conname } = { conname: '' }] = await house.database.query<{ conname: string }>({
    text: `select conname from pg_constraint where conrelid = '"${acme.schema}".lines'::regclass and contype = 'f'`,
  })
  await house.database.execute({
    text: `alter table "${acme.schema}".lines drop constraint ${conname}, add constraint ${conname}
      foreign key (invoice_id) references "${acme.schema}".invoices (id) on delete set null`,
  })
  expect(await rule()).toMatchObject({ rule: 'n' })
  await reconcileTables(house.database, place, await loadModel(house.database, acme.schema))
  expect(await rule()).toEqual({ rule: 'a', validated: true })
})
