import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EdmV4, OData } from '@odata/client'
import { o, type OdataConfig } from 'odata'
import odataQuery, { guid } from 'odata-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { cities, openSales, type Invoice, type Sales } from '../support/sales.ts'
import { startServer, type ServerProcess } from '../support/serverProcess.ts'

// Its types are those of CommonJS, its code is a module.
const buildQuery = odataQuery as unknown as typeof odataQuery.default

let folder: string
let server: ServerProcess
let sales: Sales
let root: string

beforeAll(async () => {
  const { connectionString } = await testDatabase('odata_clients')
  folder = await mkdtemp(join(tmpdir(), 'lintel-clients-'))
  server = await startServer({ dataFolder: folder, databaseUrl: connectionString })
  sales = await openSales(server.send, 'sales')
  root = `http://127.0.0.1:${server.port}${sales.root}`
}, 120_000)
afterAll(async () => {
  await server?.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const numbersOf = (rows: readonly { number: string }[]) => rows.map(({ number }) => number)

describe('@odata/client', () => {
  const client = () => OData.New4({ serviceEndpoint: root, credential: { username: 'anyone', password: sales.key } })
  const invoices = () => client().getEntitySet<Invoice>('invoice')
  const keyOf = (id: string | undefined) => EdmV4.Guid.from(id ?? '')

  test('lists, filters, sorts, expands and counts', async () => {
    const set = invoices()
    const wanted = client().newFilter().property('total').gt(200).property('customer/city').eqString(cities[0])
    const options = client().newOptions().filter(wanted).expand('customer').orderby('total', 'desc').top(2)
    const found = (await set.query(options)) as unknown as (Invoice & { customer: object })[]
    expect(numbersOf(found)).toEqual(['A-22'])
    expect(found[0]?.customer).toMatchObject({ city: cities[0] })
    expect(numbersOf(await set.find({ number: 'A-05' }))).toEqual(['A-05'])
    expect(await set.count()).toBe((await sales.held()).length)
    expect(await set.count(client().newFilter().property('paid').eq(true))).toBe(8)
  })

  test('creates, reads, updates and deletes', async () => {
    const set = invoices()
    const { id } = await set.create({ number: 'C-1', total: 12.5, customer_id: sales.customers[0] ?? null })
    expect(await set.retrieve(keyOf(id))).toMatchObject({ number: 'C-1', total: 12.5 })
    await set.update(keyOf(id), { total: 13 })
    expect(await sales.held(`$filter=number eq 'C-1'`)).toMatchObject([{ id, total: 13 }])
    await expect(set.update(keyOf(id), { total: 'many' as unknown as number })).rejects.toThrow(
      'One value needs your attention.',
    )
    await set.delete(keyOf(id))
    expect(await sales.held(`$filter=number eq 'C-1'`)).toEqual([])
  })

  test.each(['multipart', 'JSON'])('sends a batch as %s', async (form) => {
    const own = client()
    const collection = 'invoice'
    const [first] = await sales.held(`$filter=number eq 'A-02'`)
    const options = own.newOptions().filter(`number eq '${form}'`)
    const requests = [
      own.newBatchRequest({ collection, method: 'POST', entity: { number: form, total: 4 } }),
      own.newBatchRequest({ collection, method: 'PATCH', id: keyOf(first?.id), entity: { total: 21 } }),
      own.newBatchRequest({ collection, params: options }),
    ]
    const answers = form === 'JSON' ? own.execBatchRequestsJson(requests) : own.execBatchRequests(requests)
    const [made, changed, read] = await answers
    expect([made?.status, changed?.status, read?.status]).toEqual([201, 200, 200])
    expect(await read?.json()).toMatchObject({ value: [{ number: form, total: 4 }] })
    expect(await sales.held(`$filter=number in ('A-02','${form}')&$orderby=number`)).toMatchObject([
      { total: 21 },
      { total: 4 },
    ])
    await sales.maker.send('PATCH', `${sales.root}invoice(${first?.id})`, { total: 20.25 })
    await sales.maker.send('DELETE', `${sales.root}invoice(number='${form}')`)
  })
})

describe('odata-query', () => {
  const list = async (options: Parameters<typeof buildQuery>[0]) => {
    const answer = await server.send('GET', `${sales.root}invoice${buildQuery(options)}`, undefined, {
      authorization: `Bearer ${sales.key}`,
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.json<{ '@odata.count'?: number; value: (Invoice & { customer: object })[] }>()
  }

  test('builds filters of every kind of value', async () => {
    const found = async (filter: object) => numbersOf((await list({ filter, orderBy: ['number'] })).value)
    expect(await found({ total: { ge: 20.25, lt: 41 }, paid: false })).toEqual(['A-02', 'A-03'])
    expect(await found({ or: [{ number: 'A-01' }, { number: { endswith: '09' } }] })).toEqual(['A-01', 'A-09'])
    expect(await found({ number: { in: ['A-03', 'A-04'] } })).toEqual(['A-03', 'A-04'])
    expect(await found({ seen: { lt: new Date('2029-12-02T08:30:00.126Z') } })).toEqual(['A-01', 'A-02'])
    expect(await found({ 'day(due)': 7, not: { paid: false } })).toEqual(['A-07'])
    expect(await found({ customer_id: guid(sales.customers[1] ?? ''), total: { lt: 60 } })).toEqual(['A-02', 'A-05'])
    expect(await found({ customer: { city: "Rī'ga" } })).toEqual([])
    expect(await found({ customer_id: null })).toEqual(['A-24'])
    expect(await found({ 'tolower(customer/city)': { startswith: 'rī' }, total: { gt: 200 } })).toEqual(['A-22'])
  })

  test('builds pages, counts, selections, expansions and groups', async () => {
    const page = await list({
      select: ['number', 'total'],
      expand: { customer: { select: ['city'] } },
      orderBy: ['total desc'],
      top: 2,
      skip: 1,
      count: true,
    })
    expect(page['@odata.count']).toBe(24)
    expect(page.value).toMatchObject([
      { number: 'A-23', customer: { city: cities[1] } },
      { number: 'A-22', customer: { city: cities[0] } },
    ])
    const groups = await list({
      transform: [
        {
          filter: { paid: true },
          groupBy: { properties: ['customer/city'], transform: { aggregate: { total: { with: 'sum', as: 'sum' } } } },
        },
      ],
    })
    expect(groups.value).toMatchObject([{ customer: { city: cities[0] }, sum: 922 }])
    const of = buildQuery({ key: guid(sales.invoices[0] ?? ''), expand: 'customer' })
    const one = await sales.maker.send('GET', `${sales.root}invoice${of}`)
    expect(one.json()).toMatchObject({ number: 'A-01', customer: { city: cities[0] } })
  })
})

describe('o.js', () => {
  const handler = (batch: object = {}) => {
    const authorization = `Bearer ${sales.key}`
    const config = {
      headers: new Headers({ authorization, 'content-type': 'application/json' }),
      batch: {
        boundaryPrefix: 'batch_',
        changsetBoundaryPrefix: 'changset_',
        endpoint: '$batch',
        headers: new Headers({ authorization }),
        ...batch,
      },
    }
    return o(root, config as Partial<OdataConfig>)
  }
  type Part = { readonly contentId: number; readonly status: number; readonly body: Invoice & readonly Invoice[] }

  test('lists, filters, expands, creates, updates and deletes', async () => {
    const query = { $filter: `customer/city eq '${cities[2]}' and total lt 70`, $expand: 'customer', $orderby: 'total' }
    expect(await handler().get('invoice').query(query)).toMatchObject([
      { number: 'A-03', customer: { city: cities[2] } },
      { number: 'A-06' },
    ])
    const { id } = (await handler().post('invoice', { number: 'O-1', total: 7 }).query()) as Invoice
    await handler().patch(`invoice(${id})`, { total: 8 }).query()
    expect(await sales.held(`$filter=number eq 'O-1'`)).toMatchObject([{ id, total: 8 }])
    await handler().delete(`invoice(${id})`).query()
    expect(await sales.held(`$filter=number eq 'O-1'`)).toEqual([])
    await expect(handler().get(`invoice(${id})`).query()).rejects.toMatchObject({ status: 404 })
  })

  test('sends reads of absolute addresses as a batch', async () => {
    const [first, list] = (await handler()
      .get(`invoice(${sales.invoices[0]})`)
      .get('invoice?$top=2&$orderby=number')
      .batch()) as Part[]
    expect(first).toMatchObject({ status: 200, body: { number: 'A-01' } })
    expect(numbersOf(list?.body ?? [])).toEqual(['A-01', 'A-02'])
  })

  test('sends a change set and reads, which count their Content-ID anew', async () => {
    const send = () =>
      handler({ useChangset: true, useRelativeURLs: true })
        .post('invoice', { number: 'O-2', total: 1 })
        .patch(`invoice(${sales.invoices[1]})`, { total: 20.25 })
        .get(`invoice(${sales.invoices[1]})`)
        .batch() as Promise<Part[]>
    expect(await send()).toMatchObject([
      { contentId: 1, status: 201, body: { number: 'O-2' } },
      { contentId: 2, status: 200 },
    ])
    expect(await send()).toMatchObject({ length: 1, 0: { status: 422 } })
    expect(await sales.held(`$filter=number eq 'O-2'`)).toHaveLength(1)
    await sales.maker.send('DELETE', `${sales.root}invoice(number='O-2')`)
  })
})
