import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place
let customers: Named
let invoices: Named

beforeAll(async () => {
  house = await openApiOn('formulas')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  customers = await newEntity(maker, home, 'customers', [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Discount', uri: 'discount', type: 'decimal', scale: 4 },
  ])
  invoices = await newEntity(maker, home, 'invoices', [
    { name: 'Net', uri: 'net', type: 'decimal', scale: 4 },
    { name: 'Count', uri: 'count', type: 'number' },
    { name: 'Due', uri: 'due', type: 'date' },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  await expected(201, variable({ key: 'vat', type: 'number', value: '0.21' }))
})
afterAll(() => house.close())

type Row = Record<string, unknown>
type Failure = {
  error: { code: string; message: string; details: { code: string; target: string; position?: number }[] }
}

const variable = (body: object) => maker.send('POST', `/api/variable/v1/${home.id}`, body)
const attribute = (entity: Named, body: object) =>
  maker.send('POST', `/api/metadata/attribute/v1/${home.id}/${entity.id}`, body)
const formula = (entity: Named, uri: string, expression: string, more: object = {}) =>
  attribute(entity, { name: uri, uri, type: 'formula', expression, ...more })
const change = (entity: Named, id: string, body: object) =>
  maker.send('PATCH', `/api/metadata/attribute/v1/${home.id}/${entity.id}/${id}`, body)
const records = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
const made = async (set: string, body: object) =>
  (await expected(201, maker.send('POST', records(set), body))).json<Row & { id: string }>()
const listed = async (rest: string) =>
  (await expected(200, maker.send('GET', encodeURI(records(rest))))).json<{ value: Row[] }>().value
const idOf = async (answer: ReturnType<Maker['send']>) => (await expected(201, answer)).json<{ id: string }>().id

describe('a formula', () => {
  test('is computed when it is read, from the record, from what it links to and from variables', async () => {
    const id = await idOf(
      formula(invoices, 'gross', 'ROUND(net * (1 - COALESCE(customer.discount, 0)) * (1 + variable.vat), 2)'),
    )
    const { id: customer } = await made('customers', { name: 'Anna', city: 'Rīga', discount: '0.1' })
    const one = await made('invoices', { name: 'one', net: '100', customer_id: customer })
    expect(one['gross']).toBe(108.9)
    await made('invoices', { name: 'two', net: '50' })
    await made('invoices', { name: 'three' })
    expect(await listed('invoices?$select=name,gross&$orderby=gross desc')).toMatchObject([
      { name: 'one', gross: 108.9 },
      { name: 'two', gross: 60.5 },
      { name: 'three', gross: null },
    ])
    expect(await listed('invoices?$select=name&$filter=gross gt 100')).toMatchObject([{ name: 'one' }])
    expect(await listed('invoices?$apply=aggregate(gross with sum as all)')).toMatchObject([{ all: 169.4 }])
    expect(await listed('customers?$select=name&$expand=invoices($select=gross)')).toMatchObject([
      { name: 'Anna', invoices: [{ gross: 108.9 }] },
    ])
    expect((await maker.send('GET', records(`invoices(${one.id})/gross`))).json()).toMatchObject({ value: 108.9 })
    const { version } = (
      await maker.send('GET', `/api/metadata/attribute/v1/${home.id}/${invoices.id}/${id}`)
    ).json<Row>()
    expect(version).toBe(1)
  })
})
