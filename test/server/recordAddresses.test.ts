import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker } from '../support/maker.ts'

type Row = Record<string, unknown> & { id: string }

let house: TestApi
let ilze: Maker
let root: string
let customer: Row
let lines: Row[]

beforeAll(async () => {
  house = await openApiOn('recordaddresses')
  ilze = await newMaker(house.send, 'ilze@example.org')
  const acme = await newEnvironment(ilze, 'acme')
  root = `/api/odata/v1/${acme.id}`
  const code = { name: 'Code', uri: 'code', type: 'text', unique: true }
  const customers = await newEntity(ilze, acme, 'customers', [code])
  await newEntity(ilze, acme, 'invoices', [
    { name: 'Total', uri: 'total', type: 'decimal' },
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customers.id },
  ])
  const made = async (set: string, body: object) => (await ilze.send('POST', `${root}/${set}`, body)).json<Row>()
  customer = await made('customers', { name: 'Ambra', code: 'A/1' })
  lines = []
  for (let total = 1; total <= 5; total += 1) lines.push(await made('invoices', { total, customer_id: customer.id }))
  await made('invoices', { total: 6 })
})

afterAll(() => house.close())

const get = (path: string, headers = {}) => ilze.send('GET', `${root}/${path}`, undefined, headers)

describe('addresses of records', () => {
  test('records that point to a record, and the one that a lookup points to', async () => {
    const list = await get(`customers(${customer.id})/invoices?$orderby=total%20desc&$top=2&$select=total`)
    expect(list.json<{ value: Row[] }>().value.map(({ total }) => total)).toEqual([5, 4])
    expect((await get(`customers(${customer.id})/invoices/$count`)).text).toBe('5')
    const back = await get(`invoices(${lines[0]?.id})/customer/owner/name/$value`)
    expect([back.status, back.text.length > 0]).toEqual([200, true])
    expect((await get(`invoices(${lines[0]?.id})/customer/code/$value`)).text).toBe('A/1')
    expect((await get("customers(code='A%2F1')")).json<Row>().id).toBe(customer.id)
    expect((await get("customers(code='A%2F1')/invoices/$ref?$top=1")).text).toContain('"@odata.id":"invoices(')
    const id = encodeURIComponent(`https://api.example.org${root}/customers(${customer.id})`)
    expect((await get(`$entity?$id=${id}`)).json<Row>()['name']).toBe('Ambra')
  })

  test('pages of expanded records continue where they ended', async () => {
    type Customer = Row & { invoices: Row[]; 'invoices@odata.nextLink': string }
    const first = await get(`customers(${customer.id})?$expand=invoices($orderby=total;$select=total)`, {
      prefer: 'maxpagesize=3',
    })
    const { invoices, 'invoices@odata.nextLink': next } = first.json<Customer>()
    expect(next.startsWith(`${root}/customers(${customer.id})/invoices?`)).toBe(true)
    const rest = (await ilze.send('GET', next)).json<{ value: Row[] }>().value
    expect([...invoices, ...rest].map(({ total }) => total)).toEqual([1, 2, 3, 4, 5])
  })

  test('a query that is too long for an address comes in the body', async () => {
    const ids = Array.from({ length: 400 }, () => customer.id)
    const body = `$filter=customer_id%20in%20(${ids.join(',')})&$count=true&$top=1`
    const headers = { 'content-type': 'text/plain' }
    const found = await ilze.send('POST', `${root}/invoices/$query`, body, headers)
    expect([found.status, found.json<Record<string, unknown>>()['@odata.count']]).toEqual([200, 5])
  })

  test('what is not there for the asker is 404 wherever it stands in the path', async () => {
    const nothing = '0190a4c2-7a3b-7c4d-8e5f-0123456789ab'
    for (const path of [
      'nothings',
      `customers(${nothing})`,
      `customers(${nothing})/invoices`,
      `customers(${nothing})/invoices/$count`,
      `invoices(${nothing})/customer`,
      `customers(${customer.id})/invoices(${nothing})`,
      `customers(${customer.id})/nothing`,
      "customers(code='B')/invoices",
      '_audit',
    ])
      expect((await get(path)).status, path).toBe(404)
    const eve = await newMaker(house.send, 'eve@example.org')
    expect((await eve.send('GET', `${root}/customers(${customer.id})/invoices`)).status).toBe(404)
    const without = (await get('invoices?$filter=customer%20eq%20null')).json<{ value: Row[] }>().value[0]
    expect((await get(`invoices(${without?.id})/customer`)).status).toBe(204)
  })
})
