import fc from 'fast-check'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '#odata/engine.ts'
import { model } from '../support/odataModel.ts'
import { guardedAliases, isOwn, ownCopy, ownGuards } from '../support/odataOwn.ts'
import { readingOf, type Read, type Reading } from '../support/odataReading.ts'
import { expression } from '../support/odataFilters.ts'
import { drawRows, type Row } from '../support/odataRows.ts'
import { engine, openShop, sign, type Shop } from '../support/odataShop.ts'

const rows = drawRows()
let shop: Shop
let client: Client
let get: Reading
let copy: Engine

beforeAll(async () => {
  shop = await openShop('odatatrails')
  client = shop.client
  copy = await ownCopy(client, sign)
  get = readingOf({ client, model, engine })
})

afterAll(() => shop?.close())

const ids = (list: readonly Record<string, unknown>[]) => list.map((row) => String(row['id']))
// Own rows more often than others, or most paths would lead to nothing.
const idIn = (set: readonly Row[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids(set.filter(isOwn))) },
    { weight: 1, arbitrary: fc.constantFrom(...ids(set)) },
  )
const keys = fc.record({ I: idIn(rows.invoices), C: idIn(rows.customers), K: idIn(rows.countries) })

describe('paths as a member', () => {
  const templates = [
    'customers(C)/invoices?$filter=F&$count=true&$top=50',
    'customers(C)/invoices/$filter(F)?$orderby=customer/country/name,name&$select=id,name',
    'customers(C)/invoices/$filter(F)/$count?$filter=rank%20ge%200%20or%20F',
    'customers(C)/invoices(I)?$expand=customer($expand=country)',
    'customers(C)/invoices/I/total',
    'invoices(I)/customer',
    'invoices(I)/customer/country?$expand=customers($select=id)',
    'invoices(I)/customer/country/name',
    'invoices(I)/customer/name/$value',
    'invoices(I)/tags/$count',
    'invoices(I)/customer/country/customers(C)/invoices?$filter=F&$select=id',
    'invoices(I)/customer/invoices?$apply=filter(F)/groupby((customer/country/name),aggregate($count%20as%20n))',
    'invoices/$filter(F)/I/customer/$ref',
    'countries(K)/customers/$ref?$orderby=name',
    'countries(K)/customers?$expand=*',
    '$entity?$id=invoices(I)&$expand=customer/$ref',
    'customers?$expand=invoices($filter=N;$select=name)',
    'countries(K)?$expand=customers($expand=invoices/$ref($filter=N),country)',
  ]

  test('answer as over a copy that holds only the rows of that member, and so do their next pages', async () => {
    const statements: string[] = []
    const asMember = readingOf({ client, model, engine, guards: ownGuards, seen: (text) => statements.push(text) })
    const mine = readingOf({ client, model, engine: copy })
    const headers = { prefer: 'maxpagesize=2' }
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...templates), keys, expression, async (template, { I, C, K }, filter) => {
        const fill = (text: string) =>
          text
            .replaceAll(/\b[ICK]\b/g, (name) => ({ I, C, K })[name] ?? name)
            .replaceAll(/\bF\b/g, () => encodeURIComponent(filter))
            // Within $expand the row of the whole query is not in reach.
            .replaceAll(/\bN\b/g, () => encodeURIComponent(filter.replaceAll('$it/', '$this/')))
        for (let address: string | undefined = fill(template), pages = 0; address && pages < 4; pages += 1) {
          const own = await asMember(address, headers)
          const expected = await mine(address, headers)
          expect(own).toEqual(expected)
          statuses.set(own.status, (statuses.get(own.status) ?? 0) + 1)
          address = /nextLink":"(.*?)(?<!\\)"/.exec(own.text)?.[1]
        }
        for (const statement of statements.splice(0)) {
          const { read, guarded } = guardedAliases(statement)
          expect(guarded).toEqual(read)
        }
      }),
      { numRuns: 300 },
    )
    for (const status of [200, 204, 404]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(5)
    expect([...statuses.keys()].every((status) => status < 500)).toBe(true)
  }, 120_000)
})

describe('conditions in the path', () => {
  test('find what the same conditions find in $filter, wherever keys and other literals stand', async () => {
    await fc.assert(
      fc.asyncProperty(expression, expression, keys, async (one, two, { C }) => {
        const [F, G] = [encodeURIComponent(`(${one})`), encodeURIComponent(`(${two})`)]
        const both = `$filter=${F}%20and%20${G}&$select=id&$top=5000`
        const plain = await get(`invoices?${both}`)
        expect(plain.status, plain.code).toBe(200)
        const whole = ids(plain.value)
        const rest = "$select=id&$top=5000&$compute=concat('x',name)%20as%20y"
        const paths = [`invoices/$filter(${F})?$filter=${G}`, `invoices/$filter(${F})/$filter(${G})?${rest}`]
        for (const path of paths) {
          const found = await get(path.includes(rest) ? path : `${path}&${rest}`)
          expect(ids(found.value), path).toEqual(whole)
        }
        const aliased = await get(`invoices/$filter(@f)?@f=${F}&$filter=@g&@g=${G}&${rest}`)
        expect(ids(aliased.value)).toEqual(whole)
        const related = ids((await get(`customers(${C})/invoices?${both}`)).value)
        for (const customer of [`customers(${C})`, `customers/${C}`, 'customers(@k)']) {
          const found = await get(`${customer}/invoices/$filter(${F})?$filter=${G}&${rest}&@k=${C}`)
          expect(ids(found.value), customer).toEqual(related)
        }
      }),
      { numRuns: 100 },
    )
  }, 120_000)
})

describe('next links while rows come and go', () => {
  const column = fc.constantFrom('name', 'total', 'units', 'due', 'done', 'created_on', 'customer/country/name', 'id')
  const order = fc
    .array(fc.tuple(column, fc.constantFrom(' asc', ' desc')), { maxLength: 2 })
    .map((items) => encodeURIComponent(items.map((item) => item.join('')).join(',') || 'id'))
  const crowded = rows.customers.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 4)
  const change = fc.record({
    remove: fc.array(fc.nat(), { maxLength: 3 }),
    insert: fc.array(fc.nat(), { maxLength: 3 }),
  })

  // What an address shows at first, and what its rows are to be followed through.
  const first: Record<string, (key: string, order: string) => string> = {
    list: (_, order) => `invoices?$select=id&$orderby=${order}`,
    related: (key, order) => `customers(${key})/invoices?$select=id&$orderby=${order}`,
    nested: (key, order) => `customers(${key})?$expand=invoices($select=id;$orderby=${order})`,
    deep: (key, order) =>
      `customers(${key})?$expand=country($expand=customers($expand=invoices($select=id;$orderby=${order})))`,
  }
  const pageOf = (read: Read, key: string): { readonly shown: readonly string[]; readonly next: unknown } => {
    const holder = holderOf(read.body, key)
    const nested = holder?.['invoices'] as Row[] | undefined
    return nested
      ? { shown: ids(nested), next: holder?.['invoices@odata.nextLink'] }
      : { shown: ids(read.value), next: read.body['@odata.nextLink'] }
  }

  test('show every row that stood throughout once, and none twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(first)),
        fc.constantFrom(...crowded),
        order,
        fc.integer({ min: 2, max: 20 }),
        fc.array(change, { minLength: 1, maxLength: 30 }),
        async (kind, customer, order, size, changes) => {
          const key = String(customer['id'])
          await client.query('begin')
          try {
            const standing = new Set(ids(kind === 'list' ? rows.invoices : invoicesOf(customer)))
            const seen: string[] = []
            let address: unknown = first[kind]?.(key, order)
            for (let turn = 0; typeof address === 'string'; turn += 1) {
              const page = await get(address, { prefer: `maxpagesize=${size}` })
              expect(page.status, page.code).toBe(200)
              // A deep answer may not show the customer on its first page.
              if (kind === 'deep' && turn === 0 && !holderOf(page.body, key)) return
              const { shown, next } = pageOf(page, key)
              expect(shown.length).toBeLessThanOrEqual(size)
              seen.push(...shown)
              address = next
              for (const id of await changed(changes[turn % changes.length], customer, seen)) standing.delete(id)
            }
            expect(new Set(seen).size).toBe(seen.length)
            expect([...standing].filter((id) => !seen.includes(id))).toEqual([])
          } finally {
            await client.query('rollback')
          }
        },
      ),
      { numRuns: 60 },
    )
  }, 120_000)

  // Rows are removed where the last page ended, among others, and come as copies of others under new keys.
  async function changed(change: { remove: number[]; insert: number[] } | undefined, customer: Row, seen: string[]) {
    const pick = (list: readonly string[], at: number) => list[at % Math.max(list.length, 1)]
    const own = ids(invoicesOf(customer))
    const gone = (change?.remove ?? []).flatMap((at, index) => pick(index === 0 ? seen.slice(-1) : own, at) ?? [])
    await client.query('delete from shop.invoices where id = any($1)', [gone])
    for (const at of change?.insert ?? [])
      await client.query(
        `insert into shop.invoices (id, name, total, units, due, done, created_on, customer_id)
         select gen_random_uuid(), name, total, units, due, done, created_on, $1 from shop.invoices order by id offset $2 limit 1`,
        [customer['id'], at % 200],
      )
    return gone
  }
})

function invoicesOf(customer: Row): readonly Row[] {
  return rows.invoices.filter((row) => row['customer_id'] === customer['id'])
}

function sizeOf(customer: Row): number {
  return invoicesOf(customer).length
}

// The customer of that key, wherever in the answer it stands.
function holderOf(value: unknown, key: string): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const own = value as Record<string, unknown>
  if (own['id'] === key && Array.isArray(own['invoices'])) return own
  for (const part of Object.values(own)) {
    const found = holderOf(part, key)
    if (found) return found
  }
  return undefined
}
