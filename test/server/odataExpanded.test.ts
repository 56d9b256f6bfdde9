import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { country, customer, ids, invoice, invoicesOf, parent, rows } from '../support/odataKnown.ts'
import { readingOf, type Reading } from '../support/odataReading.ts'
import { compareComparables } from '#odata/compare.ts'
import type { Row } from '../support/odataRows.ts'
import { model } from '../support/odataModel.ts'
import { engine, openShop, type Shop } from '../support/odataShop.ts'

let shop: Shop
let client: Client
let get: Reading

beforeAll(async () => {
  shop = await openShop('odataexpanded')
  client = shop.client
  get = readingOf({ client, model, engine })
})

afterAll(() => shop?.close())

describe('expanded rows', () => {
  const size = { prefer: 'maxpagesize=3' }
  type Shown = { id: string; name: string; invoices: Row[]; 'invoices@odata.nextLink'?: string }
  const rest = async (customer: Shown) => {
    const found = [...customer.invoices]
    for (let next: unknown = customer['invoices@odata.nextLink']; next !== undefined;) {
      const page = await get(String(next), size)
      expect(page.status, page.code).toBe(200)
      found.push(...(page.value as Row[]))
      next = page.body['@odata.nextLink']
    }
    return found
  }

  test('of a collection larger than its page continue by a link with their own options, at any depth', async () => {
    const options =
      "$filter=rank%20ge%20@p%20or%20name%20eq%20'a%26;b'%20or%20true;$orderby=due%20desc,total;$select=due,total"
    const whole = new Map<unknown, string[]>()
    for (const { id } of rows.customers) {
      const all = await get(`customers(${String(id)})/invoices?$orderby=due%20desc,total&$select=id&$top=5000`)
      whole.set(id, ids(all.value))
    }
    const list = await get(`customers?$top=3&$expand=invoices(${options})&@p=0`, size)
    expect(list.body['@odata.context']).toBe('/r/$metadata#customers(invoices(due,total))')
    for (const each of list.value as Shown[]) {
      expect(each.invoices.length).toBeLessThanOrEqual(3)
      expect(ids(await rest(each)), each.name).toEqual(whole.get(each.id))
    }
    const one = await get(`${invoice}?$expand=customer($expand=invoices($expand=customer;${options}))&@p=0`, size)
    const inner = one.body['customer'] as Shown
    expect(inner['invoices@odata.nextLink']).toContain(`/r/${parent}/invoices?`)
    const found = await rest(inner)
    expect(ids(found)).toEqual(whole.get(customer['id']))
    expect(found.every((row) => (row['customer'] as unknown as Row)['id'] === customer['id'])).toBe(true)
  })

  test('are limited and sorted by what the row of the whole query is: $it', async () => {
    const nameOf = ({ country_id }: Row) => rows.countries.find(({ id }) => id === country_id)?.['name'] ?? null
    const filter = encodeURIComponent('name lt $it/name or $it/country/name ne name and $it/invoices/$count gt 20')
    const expected = (customer: Row) => {
      const all = invoicesOf(customer)
      const [own, land] = [customer['name'], nameOf(customer)]
      const found = all.filter(({ name }) => {
        const isLess =
          typeof name === 'string' && typeof own === 'string' && compareComparables('Edm.String', name, own) < 0
        return isLess || (name !== land && all.length > 20)
      })
      return ids(found).toSorted()
    }
    const list = await get(`customers?$expand=invoices($filter=${filter};$select=id)`, size)
    const whole = await get(
      `customers?$top=100&$orderby=name%20desc&$expand=invoices($filter=${filter};$orderby=$it/name,id)`,
    )
    for (const answer of [list, whole]) {
      for (const each of answer.value as Shown[]) {
        const customer = rows.customers.find(({ id }) => id === each.id)
        expect(ids(each.invoices).toSorted()).toEqual(customer && expected(customer))
      }
    }
    expect(list.value.length + whole.value.length).toBe(3 + rows.customers.length)
    const one = await get(`${parent}?$expand=invoices($filter=${filter})`)
    expect(ids(one.value ?? (one.body['invoices'] as Row[])).toSorted()).toEqual(expected(customer))
    // At any depth it is the row of the whole query, and back from there a page is read as its rows are.
    const inner = `customer($expand=invoices($filter=id%20eq%20$it/id;$select=id))`
    const deep = await get(`invoices?$filter=customer/name%20ne%20null&$expand=${inner}&$select=id`, size)
    const next = await get(String(deep.body['@odata.nextLink']), size)
    for (const { id, customer } of [...deep.value, ...next.value] as { id: string; customer: Shown }[]) {
      expect(ids(customer.invoices)).toEqual([id])
    }
    expect((await get(`customers?$expand=invoices/$count($filter=$it/name%20eq%20null)`)).status).toBe(200)
  })

  test('have no link where $top or their number ends them, and continue up to a greater $top', async () => {
    const short = await get('customers?$expand=invoices($top=2;$skip=1)', size)
    expect(short.text).not.toContain('invoices@odata.nextLink')
    const exact = {
      accept: 'application/json;metadata=full;IEEE754Compatible=true',
      prefer: 'maxpagesize=1,omit-values=nulls',
    }
    const marked = await get(`${parent}?$expand=invoices($orderby=total,due)`, exact)
    const follower = await get(String(marked.body['invoices@odata.nextLink']), exact)
    const ordered = await get(`${parent}/invoices?$orderby=total,due&$top=2`)
    expect(ids([...(marked.body['invoices'] as Row[]), ...follower.value])).toEqual(ids(ordered.value))
    const full = await get('customers?$expand=invoices')
    expect(full.text).not.toContain('nextLink')
    const list = await get('customers?$top=3&$expand=invoices($top=5;$skip=2;$select=id)', size)
    for (const each of list.value as Shown[]) {
      const all = rows.invoices.filter((row) => row['customer_id'] === each.id)
      expect(ids(await rest(each))).toEqual(ids(all.slice(2, 7)))
    }
  })

  test('continue in orders of every kind: computed, by lookups, by counts, and found by a search', async () => {
    const compute = '$compute=length(name)%20add%201%20as%20size'
    for (const [inner, outer] of [
      [`${compute};$orderby=size%20desc;$select=size`, `${compute}&$orderby=size%20desc&$select=size`],
      [
        '$orderby=customer/invoices/$count,round(total)%20desc',
        '$orderby=customer/invoices/$count,round(total)%20desc',
      ],
      ['$search=a%20OR%20NOT%20b;$orderby=name', '$search=a%20OR%20NOT%20b&$orderby=name'],
      ['$filter=$this/rank%20ge%200;$orderby=rank', '$filter=rank%20ge%200&$orderby=rank'],
    ]) {
      const whole = await get(`${parent}/invoices?${outer}&$top=5000`)
      const nested = await get(`${parent}?$expand=invoices(${inner})`, size)
      expect(ids(await rest(nested.body as Shown)), inner).toEqual(ids(whole.value))
    }
  })

  test('all at once by a star, as references, and as numbers', async () => {
    const star = await get(`${parent}?$expand=*`, size)
    expect(star.body['country']).toMatchObject({ id: country['id'] })
    expect(ids(await rest(star.body as Shown))).toEqual(ids(invoicesOf(customer)))
    const references = await get(`${parent}?$expand=invoices/$ref($orderby=id%20desc),country/$ref`, size)
    expect(references.body['country']).toEqual({ '@odata.id': `countries(${String(country['id'])})` })
    const own = invoicesOf(customer)
      .map(({ id }) => ({ '@odata.id': `invoices(${String(id)})` }))
      .toReversed()
    expect(await rest(references.body as Shown)).toEqual(own)
    const both = await get(`${parent}?$expand=invoices/$count,invoices($top=1)`)
    expect(both.body['invoices@odata.count']).toBe(own.length)
    expect((await get(`${parent}?$expand=invoices,invoices/$ref`)).code).toBe('query.syntax')
    expect((await get(`${parent}?$expand=invoices($levels=2)`)).status).toBe(501)
    expect(await get(`${invoice}?$select=customer/name`)).toMatchObject({ status: 400, code: 'query.unknownName' })
  })

  test('what a text holds is never taken for a mark of ours', async () => {
    const name = ',{"@next":["invoices","x",["y"]]}]'
    await client.query('update shop.countries set name = $1 where id = $2', [name, country['id']])
    const { body } = await get(`countries(${String(country['id'])})?$expand=customers`, size)
    expect(body['name']).toBe(name)
    await client.query('update shop.countries set name = $1 where id = $2', [country['name'], country['id']])
  })

  test('of all rows of an answer together are counted before they are too many to hold', async () => {
    await client.query('begin')
    const many = (count: number, text: string) => `insert into shop.${text} from generate_series(1, ${count}) n`
    const id = (kind: string) => `('00000000-0000-7000-8${kind}-' || lpad(n::text, 12, '0'))::uuid`
    await client.query(many(260, `countries (id, name) select ${id('a00')}, 'heavy'`))
    await client.query(
      many(260_000, `customers (id, name, country_id) select ${id('b00')}, 'x', ('00000000-0000-7000-8a00-' || lpad((n % 260 + 1)::text, 12, '0'))::uuid`), // prettier-ignore
    )
    await client.query('create index on shop.customers (country_id)')
    await client.query('analyze shop.customers')
    const heavy = (top: number, options: string) =>
      get(`countries?$filter=name%20eq%20'heavy'&$select=id&$top=${top}&$expand=customers(${options})`)
    for (const options of ['$select=id', '$select=id;$expand=country']) {
      const refused = await heavy(260, options)
      expect([refused.status, refused.code]).toEqual([400, 'query.limit'])
      expect(refused.body).toMatchObject({ limit: 'expandedRows', max: 250_000 })
    }
    const within = await heavy(260, '$select=id;$filter=id%20lt%2000000000-0000-7000-8b00-000000001000')
    expect(within.value.flatMap((row) => row['customers'])).toHaveLength(999)
    expect((await heavy(3, '$select=id')).status).toBe(200)
    const one = `countries(00000000-0000-7000-8a00-000000000001)?$expand=customers($expand=country($expand=customers($top=300)))`
    expect(await get(one)).toMatchObject({ status: 400, code: 'query.limit' })
    expect((await get(one.replace('300', '2'))).status).toBe(200)
    await client.query('rollback')
  }, 60_000)
})
