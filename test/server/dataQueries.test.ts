import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import {
  expected,
  newEntity,
  newEnvironment,
  newKey,
  newMaker,
  type Maker,
  type Named,
  type Place,
} from '../support/maker.ts'

type Row = Readonly<Record<string, unknown>>

let house: TestApi
let maker: Maker
let stranger: Maker
let place: Place
let customers: Named
let record: Row
let attributes: ReadonlyMap<string, string>

beforeAll(async () => {
  house = await openApiOn('dataqueries')
  maker = await newMaker(house.send, 'ilze@example.org')
  stranger = await newMaker(house.send, 'eve@example.org')
  place = await newEnvironment(maker, 'acme')
  customers = await newEntity(maker, place, 'customers', [])
  await newEntity(maker, place, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
    { name: 'Payer', uri: 'payer', type: 'text' },
  ])
  const asked = await Promise.all([
    query('count', 'invoices/$count?$filter=customer_id eq {id}', 'number'),
    query('sum', 'invoices?$apply=filter(customer_id eq {id})/aggregate(total with sum as value)', 'number'),
    query('rows', "invoices?$filter=payer eq {name} and payer ne 'A & B'&$select=total&$orderby=total desc", 'list'),
  ])
  attributes = new Map(asked)
  record = await made('customers', { name: "O'Hara" })
  const customer = { customer_id: record['id'] }
  await made('invoices', { ...customer, total: '1.5', payer: "O'Hara" })
  await made('invoices', { ...customer, total: '2', payer: "O'Hara" })
  await made('invoices', { total: '40' })
})
afterAll(() => house.close())

test('[R208:API] a number is counted or reckoned with the values of the record', async () => {
  expect(await answerOf('count')).toMatchObject({ show: 'number', set: 'invoices', value: '2' })
  expect(await answerOf('sum')).toMatchObject({ show: 'number', value: '3.50' })
})

test('[R208] a list has the rows that the query names; a quote in a value ends no text', async () => {
  expect(await answerOf('rows')).toMatchObject({ show: 'list', value: [{ total: '2.00' }, { total: '1.50' }] })
})

test('an answer is kept for a moment, unless one asks for a fresh one', async () => {
  const before = await answerOf('count')
  await made('invoices', { customer_id: record['id'] })
  expect(await answerOf('count')).toEqual(before)
  expect(await answerOf('count', { 'cache-control': 'no-cache' })).toMatchObject({ value: '3' })
})

test('strangers, unknown records and unknown attributes are answered alike', async () => {
  const path = (name: string, id: unknown) =>
    `/api/dataquery/v1/${place.id}/${attributes.get(name) ?? ''}/${String(id)}`
  expect((await stranger.send('GET', path('count', record['id']))).status).toBe(404)
  expect((await maker.send('GET', path('count', customers.id))).status).toBe(404)
  const foreign = `/api/dataquery/v1/${place.id}/${customers.id}/${String(record['id'])}`
  expect((await maker.send('GET', foreign)).status).toBe(404)
})

test('what is kept for one key of a person is told to no other key that reaches less', async () => {
  const answerFor = async (draft: object) => {
    const key = await newKey(maker, draft)
    const path = `/api/dataquery/v1/${place.id}/${attributes.get('count') ?? ''}/${String(record['id'])}`
    return house.send('GET', path, undefined, { authorization: `Bearer ${key}` })
  }
  expect((await answerFor({ name: 'Whole', envid: place.id })).status).toBe(200)
  const narrow = await answerFor({ name: 'Narrow', envid: place.id, entities: [customers.id] })
  expect([narrow.status, narrow.text]).toEqual([404, expect.stringContaining('resource.unknown')])
})

test('it is refused where it asks for anything but rows of a set, or names what the record does not have', async () => {
  const refusal = async (text: string, show = 'number') => {
    const draft = { name: 'Query', uri: 'query', type: 'dataquery', query: { text, show } }
    const answer = await maker.send('POST', `/api/metadata/attribute/v1/${place.id}/${customers.id}`, draft)
    type Problem = { code: string; target?: string }
    const { error } = answer.json<{ error: Problem & { details?: Problem[] } }>()
    const [first] = error.details ?? [error]
    return [answer.status, first?.target, first?.code]
  }
  expect(await refusal('$batch')).toEqual([422, 'query.text', 'attribute.queryForm'])
  expect(await refusal('invoices?$filter=total eq {secret}')).toEqual([422, 'query.text', 'validation.unknown'])
  expect(await refusal('invoices', 'chart')).toEqual([422, 'query.show', 'validation.option'])
})

async function query(uri: string, text: string, show: string): Promise<[string, string]> {
  const draft = { name: `Query ${uri}`, uri, type: 'dataquery', query: { text, show } }
  const url = `/api/metadata/attribute/v1/${place.id}/${customers.id}`
  return [uri, (await expected(201, maker.send('POST', url, draft))).json<{ id: string }>().id]
}

async function answerOf(name: string, headers = {}): Promise<Row> {
  const url = `/api/dataquery/v1/${place.id}/${attributes.get(name) ?? ''}/${String(record['id'])}`
  return (await expected(200, maker.send('GET', url, undefined, headers))).json()
}

async function made(set: string, body: object): Promise<Row> {
  return (await expected(201, maker.send('POST', `/api/odata/v1/${place.id}/${set}`, body))).json()
}
