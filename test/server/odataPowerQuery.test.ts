import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { challengeOf, openFeed, type Feed, type Row } from '../support/powerQuery.ts'
import { cities, invoiceCount, openSales, type Sales } from '../support/sales.ts'

let lintel: WholeLintel
let sales: Sales
let address: string
let feed: Feed

beforeAll(async () => {
  lintel = await openLintel('power_query')
  sales = await openSales(lintel.send, 'sales')
  address = (await lintel.app.listen({ port: 0, host: '127.0.0.1' })) + sales.root
  feed = await openFeed(address, sales.key)
})
afterAll(() => lintel?.close())

const numbersOf = (rows: readonly Row[]) => rows.map(({ number }) => number)

describe('Power Query (Excel, Power BI)', () => {
  test('is asked for Basic credentials first, and a key is the password', async () => {
    expect(await challengeOf(address)).toEqual({ status: 401, schemes: expect.stringMatching(/^Basic realm="/) })
    await expect(openFeed(address, 'something else')).rejects.toThrow('401')
  })

  test('shows the tables and their columns in its navigator', () => {
    expect(feed.tables).toEqual(expect.arrayContaining(['customer', 'invoice']))
    expect(Object.fromEntries(feed.columns('invoice'))).toMatchObject({
      id: 'Edm.Guid',
      number: 'Edm.String',
      total: 'Edm.Decimal',
      due: 'Edm.Date',
      seen: 'Edm.DateTimeOffset',
      paid: 'Edm.Boolean',
      version: 'Edm.Int64',
    })
  })

  test('previews the first rows and reads all of them, with their types', async () => {
    const preview = await feed.rows('invoice?$top=1000')
    expect(preview.rows).toHaveLength(invoiceCount)
    expect(preview.rows.find(({ number }) => number === 'A-01')).toMatchObject({
      total: 10.25,
      due: '2030-01-01',
      seen: new Date('2029-12-01T08:30:00.125Z'),
      paid: true,
    })
    expect((await feed.rows('invoice?$top=201')).rows).toHaveLength(invoiceCount)
    expect((await feed.rows('customer')).rows).toHaveLength(cities.length)
  })

  test('follows the pages of a large table by absolute links, and reads every row once', async () => {
    const { maker, place } = sales
    const values = Array.from({ length: 230 }, (_, at) => ({
      id: String(at),
      method: 'POST',
      url: 'customer',
      body: { name: `Many ${at}`, city: 'Many' },
    }))
    const made = await maker.send('POST', `/api/odata/v1/${place.id}/$batch`, { requests: values })
    expect(made.status).toBe(200)
    const { rows, requests } = await feed.rows(`customer?$filter=city%20eq%20%27Many%27&$orderby=name`)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(230)
    expect([rows.length, requests]).toEqual([230, 3])
  })

  test.each([
    ['kept rows', `$filter=paid eq true and total gt 150.00 and total le 190.25`, ['A-16', 'A-19']],
    ['kept texts', `$filter=contains(number,'-0') and endswith(number,'3')`, ['A-03']],
    ['texts that do not contain something', `$filter=not(contains(number,'A-')) or not(total gt 10.25)`, ['A-01']],
    ['kept dates', `$filter=due ge 2030-01-02 and due lt 2030-01-04`, ['A-02', 'A-03']],
    ['kept moments', `$filter=seen gt 2029-12-23T08:30:00Z`, ['A-23', 'A-24']],
    ['removed empty ones', `$filter=customer_id eq null`, ['A-24']],
    ['rows of a lookup', `$filter=customer/city eq 'Rīga' and total gt 200`, ['A-22']],
    ['last rows', `$orderby=number desc&$top=2`, ['A-24', 'A-23']],
    ['a range of rows', `$orderby=number&$skip=2&$top=2`, ['A-03', 'A-04']],
    ['chosen columns', `$filter=number eq 'A-05'&$select=number,total`, ['A-05']],
  ])('folds %s: %s', async (_what, query, numbers) => {
    // It encodes whatever may be encoded, the dollar too.
    const encoded = new URLSearchParams(query).toString()
    const { rows } = await feed.rows(`invoice?${encoded}`)
    expect(numbersOf(rows).toSorted()).toEqual(numbers.toSorted())
    const spaced = await feed.rows(`invoice?${encoded.replaceAll('+', '%20').replaceAll('%24', '$')}`)
    expect(numbersOf(spaced.rows)).toEqual(numbersOf(rows))
  })

  test('expands a lookup, whole and by its chosen columns', async () => {
    const whole = await feed.rows('invoice?$expand=customer&$orderby=number%20desc&$top=2')
    expect(whole.rows).toMatchObject([
      { number: 'A-24', customer: null },
      { number: 'A-23', customer: { city: cities[1], created_on: expect.any(Date) } },
    ])
    const chosen = await feed.rows('invoice?$select=number&$expand=customer($select=city)&$orderby=number&$top=1')
    expect(chosen.rows).toMatchObject([{ number: 'A-01', customer: { city: cities[0] } }])
    expect(Object.keys(Object(chosen.rows[0]?.['customer']))).not.toContain('created_on')
  })

  test('counts rows', async () => {
    expect(await feed.count('invoice/$count')).toBe(invoiceCount)
    expect(await feed.count('invoice/$count?$filter=paid%20eq%20true')).toBe(8)
  })

  test('groups rows', async () => {
    const { rows } = await feed.rows(
      `invoice?$apply=filter(customer_id%20ne%20null)/groupby((customer/city),aggregate(total%20with%20sum%20as%20Sum,$count%20as%20Count))&$orderby=Sum`,
    )
    expect(rows).toMatchObject([
      { customer: { city: cities[2] }, Count: 7 },
      { customer: { city: cities[0] }, Sum: 922, Count: 8 },
      { customer: { city: cities[1] }, Sum: 1002, Count: 8 },
    ])
  })

  test('knows the types of what it groups', async () => {
    const { rows } = await feed.rows(
      'invoice?$apply=aggregate(seen%20with%20max%20as%20Last,due%20with%20min%20as%20First)',
    )
    expect(rows).toEqual([{ Last: new Date('2029-12-24T08:30:00.125Z'), First: '2030-01-01' }])
  })

  test('reads the service by the own host of the environment too', async () => {
    const root = 'http://sales.localhost:3000/api/odata/v1/'
    const answer = await sales.maker.send('GET', '/api/odata/v1/invoice?$top=1', undefined, {
      host: 'sales.localhost:3000',
      'odata-maxversion': '4.0',
      prefer: 'maxpagesize=1',
    })
    expect(answer.json()).toMatchObject({ '@odata.context': `${root}$metadata#invoice` })
    const page = await sales.maker.send('GET', '/api/odata/v1/invoice', undefined, {
      host: 'sales.localhost:3000',
      'odata-maxversion': '4.0',
      prefer: 'maxpagesize=1',
    })
    expect(page.json<Row>()['@odata.nextLink']).toMatch(`${root}invoice?$skiptoken=`)
  })
})

describe('Tableau', () => {
  test('signs in at once, reads the description and all rows', async () => {
    const authorization = `Basic ${Buffer.from(`tableau:${sales.key}`).toString('base64')}`
    const get = (path: string, accept: string) => fetch(address + path, { headers: { accept, authorization } })
    const description = await get('$metadata', 'application/xml')
    expect([description.status, description.headers.get('content-type')]).toEqual([
      200,
      'application/xml;charset=utf-8',
    ])
    expect(await description.text()).toContain('<EntitySet Name="invoice"')
    const list = await get('invoice?$select=number,total&$top=10000', 'application/json')
    expect((await list.json()) as object).toMatchObject({ value: { length: invoiceCount } })
  })
})
