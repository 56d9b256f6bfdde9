import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  country,
  customer,
  customerOf,
  ids,
  invoice,
  invoicesOf,
  parent,
  rows,
  unknown,
  withCustomer,
  without,
} from '../support/odataKnown.ts'
import { readingOf, type Reading } from '../support/odataReading.ts'
import type { Row } from '../support/odataRows.ts'
import { model } from '../support/odataModel.ts'
import { engine, openShop, type Shop } from '../support/odataShop.ts'

let shop: Shop
let client: Client
let get: Reading

beforeAll(async () => {
  shop = await openShop('odataaddresses')
  client = shop.client
  get = readingOf({ client, model, engine })
})

afterAll(() => shop?.close())

describe('navigation in the path', () => {
  test('leads from a row to its collection, with every option of a list', async () => {
    const all = await get(`${parent}/invoices?$count=true&$top=5000`)
    expect([all.status, all.body['@odata.context']]).toEqual([200, '/r/$metadata#invoices'])
    expect(ids(all.value)).toEqual(ids(invoicesOf(customer)))
    const some = await get(
      `${parent}/invoices?$filter=rank%20ge%201&$orderby=total%20desc&$top=2&$count=true&$select=total`,
    )
    const own = invoicesOf(customer).filter((row) => Number(row['rank'] ?? 0) >= 1)
    expect([some.body['@odata.count'], some.value.length]).toEqual([own.length, Math.min(2, own.length)])
    expect((await get(`${parent}/invoices/$count?$filter=rank%20ge%201`)).text).toBe(String(own.length))
    expect((await get(`${parent}/invoices/$filter(rank%20ge%201)/$count`)).text).toBe(String(own.length))
    const sum = await get(`${parent}/invoices?$apply=aggregate($count%20as%20n)`)
    expect(sum.value).toMatchObject([{ n: invoicesOf(customer).length }])
  })

  test('counts what a filter and a search find, whatever is cut off', async () => {
    const found = rows.invoices.filter((row) => String(row['name']).toLowerCase().includes('a') && row['done'] === true)
    const query = '$filter=done%20eq%20true&$search=a'
    expect((await get(`invoices/$count?${query}&$top=1&$skip=2&$orderby=name`)).text).toBe(String(found.length))
    const cut = await get(`invoices?${query}&$count=true&$skip=2&$top=1`)
    expect([cut.body['@odata.count'], ids(cut.value)]).toEqual([found.length, ids(found.slice(2, 3))])
    const none = await get(`invoices?${query}&$count=true&$top=0`)
    expect([none.body['@odata.count'], none.value, none.body['@odata.nextLink']]).toEqual([found.length, [], undefined])
    const beyond = await get(`${parent}/invoices?$count=true&$skip=100000`)
    expect([beyond.body['@odata.count'], beyond.value]).toEqual([invoicesOf(customer).length, []])
  })

  test('leads to the row behind a lookup, at any depth, and on to its values', async () => {
    expect((await get(`${invoice}/customer`)).body).toMatchObject({
      '@odata.context': '/r/$metadata#customers/$entity',
      id: customer['id'],
    })
    expect((await get(`${invoice}/customer/country?$select=name`)).body).toMatchObject({ id: country['id'] })
    const name = await get(`${invoice}/customer/name`)
    expect(name.body).toEqual({ '@odata.context': `/r/$metadata#${parent}/name`, value: customer['name'] })
    const back = await get(`${invoice}/customer/country/customers(${String(customer['id'])})/invoices?$top=5000`)
    expect(ids(back.value)).toEqual(ids(invoicesOf(customer)))
  })

  test('a row of a collection is there only through its own parent', async () => {
    const id = String(withCustomer['id'])
    expect((await get(`${parent}/invoices(${id})`)).body['id']).toBe(id)
    const context = `/r/$metadata#${invoice}/total`
    expect((await get(`${parent}/invoices/${id}/total`)).body['@odata.context']).toBe(context)
    const other = rows.customers.find((row) => row['id'] !== customer['id']) as Row
    expect(await get(`customers(${String(other['id'])})/invoices(${id})`)).toMatchObject({
      status: 404,
      code: 'record.unknown',
    })
  })

  test('a parent that is not there is 404, an empty collection an empty list, a lookup to nothing 204', async () => {
    const lonely = '00000000-0000-7000-8200-000000000099'
    await client.query("insert into shop.customers (id, name) values ($1, 'lonely')", [lonely])
    const empty = `customers(${lonely})`
    expect(await get(`${empty}/invoices?$count=true`)).toMatchObject({ status: 200, value: [] })
    for (const path of [
      'invoices',
      'invoices/$count',
      'invoices/$ref',
      'country',
      'name',
      'country/name',
      'name/$value',
    ])
      expect(await get(`customers(${unknown})/${path}`), path).toMatchObject({ status: 404, code: 'record.unknown' })
    expect(await get(`invoices(${String(without['id'])})/customer`)).toMatchObject({ status: 204, text: '' })
    expect(await get(`invoices(${String(without['id'])})/customer/$ref`)).toMatchObject({ status: 204 })
    // Behind nothing there is nothing to be asked for.
    expect(await get(`invoices(${String(without['id'])})/customer/country`)).toMatchObject({ status: 404 })
    expect(await get(`invoices(${String(without['id'])})/customer/name`)).toMatchObject({ status: 404 })
    expect((await get(`${empty}/invoices?$apply=aggregate($count%20as%20n)`)).value).toMatchObject([{ n: 0 }])
    expect((await get(`customers(${unknown})/invoices?$apply=aggregate($count%20as%20n)`)).status).toBe(404)
  })

  test('conditions in the path limit rows, one after the other, also before a key', async () => {
    const named = rows.invoices.filter((row) => row['name'] === 'a' && row['done'] === true)
    const path = "invoices/$filter(name%20eq%20'a')/$filter($it/done%20eq%20true)"
    expect(ids((await get(`${path}?$top=5000&$filter=id%20ne%20null`)).value)).toEqual(ids(named))
    expect((await get(`${path}/$count`)).text).toBe(String(named.length))
    expect((await get(`invoices/$filter(@f)?@f=customer/name%20eq%20'a'&$select=id&$top=5000`)).value.length).toBe(
      rows.invoices.filter((row) => customerOf(row)?.['name'] === 'a').length,
    )
    const outside = rows.invoices.find((row) => row['name'] !== 'a') as Row
    expect((await get(`${path}/${String(outside['id'])}`)).status).toBe(404)
    const inside = rows.invoices.find((row) => row['name'] === 'a') as Row
    expect((await get(`invoices/$filter(name%20eq%20'a')/${String(inside['id'])}/name/$value`)).text).toBe('a')
    // The same condition after a key in parentheses and after one in a segment: the literals stand at other places.
    const condition = "/invoices/$filter(name%20eq%20'a')/$count"
    const expected = String(invoicesOf(customer).filter((row) => row['name'] === 'a').length)
    for (const start of [parent, `customers/${String(customer['id'])}`, parent])
      expect((await get(start + condition)).text).toBe(expected)
  })

  test('next links lead through a collection of a row and fit no other', async () => {
    const size = { prefer: 'odata.maxpagesize=7' }
    const seen: string[] = []
    let page = await get(`${parent}/invoices?$orderby=due%20desc&$select=id`, size)
    const first = page
    for (;;) {
      seen.push(...ids(page.value))
      const next = page.body['@odata.nextLink']
      if (next === undefined) break
      page = await get(String(next), size)
    }
    const whole = await get(`${parent}/invoices?$orderby=due%20desc&$select=id&$top=5000`)
    expect(seen).toEqual(ids(whole.value))
    const other = rows.customers.find((row) => row['id'] !== customer['id']) as Row
    const moved = String(first.body['@odata.nextLink']).replace(String(customer['id']), String(other['id']))
    expect(await get(moved)).toMatchObject({ status: 400, code: 'query.skipTokenInvalid' })
  })
})

describe('a property', () => {
  test('is answered with its context, raw as text, and as no content where it is null', async () => {
    const total = await get(`${invoice}/total`, { accept: 'application/json;IEEE754Compatible=true' })
    expect(total.body).toEqual({ '@odata.context': `/r/$metadata#${invoice}/total`, value: withCustomer['total'] })
    expect(total.headers['etag']).toBe('W/"1"')
    const raw = await get(`${invoice}/total/$value`)
    expect([raw.text, raw.headers['content-type']]).toEqual([withCustomer['total'], 'text/plain;charset=utf-8'])
    const none = rows.invoices.find((row) => row['total'] === null) as Row
    for (const path of ['total', 'total/$value'])
      expect(await get(`invoices(${String(none['id'])})/${path}`)).toMatchObject({ status: 204, text: '' })
    expect((await get(`${invoice}/created_on/$value`)).text).toMatch(/^\d{4}-/)
  })

  test('of several values, with parts, or of bytes', async () => {
    const tagged = rows.invoices.find((row) => Array.isArray(row['tags']) && row['tags'].length > 1) as Row
    const start = `invoices(${String(tagged['id'])})`
    expect((await get(`${start}/tags`)).value).toEqual(tagged['tags'])
    expect((await get(`${start}/tags/$count`)).text).toBe(String((tagged['tags'] as unknown as unknown[]).length))
    expect(await get(`${start}/tags?$filter=true`)).toMatchObject({ status: 501 })
    const housed = rows.invoices.find((row) => row['address/city'] !== null && row['address/zip'] !== null) as Row
    const address = await get(`invoices(${String(housed['id'])})/address`)
    expect(address.body).toEqual({
      '@odata.context': `/r/$metadata#invoices(${String(housed['id'])})/address`,
      city: housed['address/city'],
      zip: Number(housed['address/zip']),
    })
    expect((await get(`invoices(${String(housed['id'])})/address/city/$value`)).text).toBe(housed['address/city'])
    const sealed = rows.invoices.find((row) => typeof row['seal'] === 'string' && row['seal'] !== '') as Row
    const seal = await get(`invoices(${String(sealed['id'])})/seal/$value`)
    expect(seal.headers['content-type']).toBe('application/octet-stream')
    expect(seal.text).toBe(`\\x${Buffer.from(String(sealed['seal']), 'base64url').toString('hex')}`)
  })

  test('takes no option of a list', async () => {
    for (const path of ['total?$top=1', 'total/$value?$filter=true', 'name?$select=name'])
      expect(await get(`${invoice}/${path}`), path).toMatchObject({ status: 400, code: 'query.unknownName' })
    expect((await get(`${invoice}/total?$nothing=1`)).status).toBe(400)
    expect((await get(`${invoice}/total?$format=json&custom=1`)).status).toBe(200)
  })

  test('what a row does not have is 404 with the nearest name that is known', async () => {
    for (const [path, name, hint] of [
      [`${invoice}/totl`, 'totl', 'total'],
      [`${invoice}/custmer/name`, 'custmer', 'customer'],
      ['invoces', 'invoces', 'invoices'],
      [`${parent}/invoices/nothing`, 'nothing', 'none'],
      [`${invoice}/$count`, '$count', 'none'],
      [`${invoice}/total/$count`, '$count', 'none'],
      ['__proto__', '__proto__', 'none'],
    ])
      expect(await get(path ?? ''), path).toMatchObject({ status: 404, code: 'resource.unknown', body: { name, hint } })
    expect(await get('invoices(5)')).toMatchObject({ status: 400, code: 'request.idInvalid' })
    expect(await get(`${parent}/invoices('x')`)).toMatchObject({ status: 400, code: 'request.idInvalid' })
  })
})

describe('references', () => {
  test('to the rows of a collection, and to the row behind a lookup', async () => {
    const list = await get(`${parent}/invoices/$ref?$top=3&$orderby=id`)
    expect(list.body).toMatchObject({
      '@odata.context': '/r/$metadata#Collection($ref)',
      value: invoicesOf(customer)
        .slice(0, 3)
        .map((row) => ({ '@odata.id': `invoices(${String(row['id'])})` })),
    })
    expect((await get(`${invoice}/customer/$ref`)).body).toEqual({
      '@odata.context': '/r/$metadata#$ref',
      '@odata.id': parent,
    })
    expect((await get(`${parent}/invoices/$ref?$select=name`)).code).toBe('query.unknownName')
  })
})

describe('a row by its id', () => {
  test('relative, from the host or absolute, with what may be shown of a row', async () => {
    for (const start of ['', '/r/', 'https://example.org/r/']) {
      const { body } = await get(`$entity?$id=${start}${parent}&$select=name&$expand=country($select=name)`)
      expect(body).toMatchObject({ id: customer['id'], name: customer['name'], country: { name: country['name'] } })
    }
    expect((await get(`$entity/Model.customers?$id=${parent}`)).status).toBe(200)
    expect((await get(`$entity/Model.invoices?$id=${parent}`)).status).toBe(404)
    expect((await get(`$entity?$id=customers(${unknown})`)).code).toBe('record.unknown')
    const refused = [
      ['customers', 404],
      ['/other/customers', 404],
      ['$metadata', 404],
      [`${invoice}/total`, 404],
      ['%25', 400],
    ] as const
    const found = await Promise.all(refused.map(async ([id]) => [id, (await get(`$entity?$id=${id}`)).status]))
    expect(found).toEqual(refused)
    expect((await get('$entity')).status).toBe(400)
  })
})

describe('a query in the body', () => {
  const plain = { 'content-type': 'text/plain' }
  const many = Array.from({ length: 300 }, () => unknown)

  test('may be longer than an address, and goes with what the address says', async () => {
    const list = [...many, ...ids(rows.invoices)].join(',')
    const body = `$filter=id%20in%20(${list})&$select=id&$count=true\r\n`
    expect(body.length).toBeGreaterThan(8192)
    const found = await get('invoices/$query?$top=5', plain, body)
    expect([found.body['@odata.count'], ids(found.value)]).toEqual([240, ids(rows.invoices).slice(0, 5)])
    expect((await get(`invoices?${body.trim()}`)).code).toBe('query.limit')
    expect((await get('invoices/$count/$query', plain, body)).text).toBe('240')
    const large = await get('invoices/$query', plain, `$filter=name%20eq%20'${'x'.repeat(66_000)}'`)
    expect([large.code, large.body['max']]).toEqual(['query.limit', 65_536])
    expect((await get('invoices/$query', {}, '$top=1')).code).toBe('request.mediaType')
    expect((await get('invoices/$query')).code).toBe('request.method')
  })

  test('has links to its next pages that are posted with the same body where they would be too long', async () => {
    const body = `$filter=id%20in%20(${[...many, ...ids(rows.invoices)].join(',')})&$select=id&$skip=0`
    const seen: string[] = []
    for (let link = 'invoices/$query'; ;) {
      const page = await get(link, plain, body)
      seen.push(...ids(page.value))
      const next = page.body['@odata.nextLink']
      if (next === undefined) break
      link = String(next)
    }
    expect(seen).toEqual(ids(rows.invoices))
    const short = await get('invoices/$query', { ...plain, prefer: 'maxpagesize=100' }, '$select=id')
    expect((await get(String(short.body['@odata.nextLink']))).status).toBe(200)
  })
})

describe('what is not done', () => {
  test.each(['$all', '$crossjoin(invoices,customers)', 'invoices/$each', 'invoices?$index=1'])(
    '%s says so',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 501, code: 'server.unsupported' })
    },
  )
})
