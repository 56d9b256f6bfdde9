import fc from 'fast-check'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EngineRequest } from '#odata/engine.ts'
import { Fault } from '#faults/fault.ts'
import { guardedAliases, ownCopy, ownGuards } from '../support/odataOwn.ts'
import { expression } from '../support/odataFilters.ts'
import { drawRows, type Row } from '../support/odataRows.ts'
import { answersOf, engine, openAsked, openShop, type Answer, type Shop } from '../support/odataShop.ts'

const rows = drawRows()
const asked = openAsked
let shop: Shop
let client: Client
const run = (raw: string, more: Partial<EngineRequest> = {}) => shop.run(raw, more)

beforeAll(async () => {
  shop = await openShop('odatadepth')
  client = shop.client
})

afterAll(() => shop?.close())

const ids = (list: readonly Row[]) => list.map((row) => String(row['id']))

describe('nested options', () => {
  test('a collection is expanded with its own filter, order, limit, count and values, each guarded', async () => {
    const raw = encodeURI(
      "$filter=customer ne null&$select=name,size&$top=40&$compute=length(name) add 1 as size&$expand=customer($select=name;$expand=invoices($filter=rank ge 1;$orderby=total desc;$top=2;$count=true;$select=total),country($filter=name ne 'a'))",
    )
    const { value } = await run(raw)
    const sortable = (row: Row) => (row['total'] === null ? -Infinity : Number(row['total']))
    for (const row of value) {
      const customer = row['customer'] as unknown as { id: string; invoices: Row[]; 'invoices@odata.count': string }
      const own = rows.invoices.filter((each) => each['customer_id'] === customer.id && Number(each['rank'] ?? 0) >= 1)
      expect(customer['invoices@odata.count']).toBe(String(own.length))
      expect(customer.invoices.map(sortable)).toEqual(
        own
          .map(sortable)
          .toSorted((a, b) => b - a)
          .slice(0, 2),
      )
      const name = rows.invoices.find((each) => each['id'] === row['id'])?.['name']
      expect(row['size']).toBe(name === null || name === undefined ? null : String([...String(name)].length + 1))
    }
    expect(value.length).toBeGreaterThan(5)
  })

  test('a list is ordered by computed values and by counts, page by page', async () => {
    const raw = encodeURI('$select=id&$orderby=customer/invoices/$count desc,length(name) mul -2,round(total)')
    const whole = ids((await run(`${raw}&$top=5000`)).value)
    const pages: string[] = []
    let page = await run(raw, { maxPageSize: 37 })
    for (; ; page = await run(`${raw}&$skiptoken=${page.tokens.next}`, { maxPageSize: 37 })) {
      pages.push(...ids(page.value))
      if (!page.tokens.next) break
    }
    expect(pages).toEqual(whole)
  })

  test('a search takes AND, OR and NOT', async () => {
    const found = async (search: string) => {
      const { value } = await run(`$search=${encodeURIComponent(search)}&$top=5000&$select=name`)
      return value.map((row) => String(row['name']).toLowerCase())
    }
    expect((await found('ķēde OR ß')).every((name) => name.includes('ķēde') || name.includes('ß'))).toBe(true)
    expect((await found('NOT a')).every((name) => !name.includes('a'))).toBe(true)
    const some = await found('a AND NOT (b OR "100%")')
    expect(some).toContain('a')
    expect(some.every((name) => name.includes('a') && !name.includes('b'))).toBe(true)
  })
})

describe('$apply', () => {
  const apply = async (text: string, more: Partial<EngineRequest> = {}) =>
    (await run(`$apply=${encodeURIComponent(text)}`, more)).value

  test('sums, counts and averages are exact and by group, also of a lookup', async () => {
    const [all] = await apply('aggregate($count as n,total with max as most,name with countdistinct as names)')
    const names = rows.invoices.map((row) => row['name']).filter((name) => name !== null)
    expect(all).toMatchObject({ n: '240', most: '12345678901234567890.1234', names: String(new Set(names).size) })
    const groups = await apply(
      'filter(rank ge 0)/groupby((rank,customer/name),aggregate($count as n,units with sum as sum))',
    )
    for (const group of groups) {
      const customer = group['customer'] as unknown as { name: string | null }
      const own = rows.invoices.filter((row) => {
        const name = rows.customers.find((each) => each['id'] === row['customer_id'])?.['name'] ?? null
        return row['rank'] === String(group['rank']) && name === customer.name
      })
      const known = own.map((row) => row['units']).filter((units) => units !== null)
      const sum = known.reduce((sum, units) => sum + BigInt(String(units)), 0n)
      expect([group['n'], group['sum']]).toEqual([String(own.length), known.length === 0 ? null : String(sum)])
    }
    expect(groups.reduce((sum, group) => sum + Number(group['n']), 0)).toBe(
      rows.invoices.filter((row) => row['rank'] !== null).length,
    )
  })

  test('steps follow each other: compute, concat, topcount, orderby, skip, top, and the options behind them', async () => {
    const top = await apply(
      'groupby((rank),aggregate($count as n))/compute(n mul 2 as twice)/filter(rank ne null)/topcount(2,n)',
    )
    expect(top).toHaveLength(2)
    expect(top.every((row) => Number(row['twice']) === 2 * Number(row['n']))).toBe(true)
    const both = await apply('concat(groupby((done),aggregate($count as n)),aggregate($count as n))')
    expect(both.at(-1)).toMatchObject({ done: null, n: '240' })
    const raw =
      '$apply=groupby((rank),aggregate($count as n))/orderby(rank desc)/skip(1)/top(3)&$filter=n gt 0&$orderby=rank&$count=true&$top=2'
    const { value, answer } = await run(encodeURI(raw))
    expect([value.map((row) => row['rank']), answer.count]).toEqual([[0, 1], '3'])
    expect((await apply('top(3)/skip(1)')).map((row) => Object.keys(row).length > 5)).toEqual([true, true])
  })

  test('tells the types of its values, where the asker wants metadata', async () => {
    const text = 'aggregate($count as n,due with max as last,weight with sum as w,name with min as first)'
    const [told] = await apply(text)
    const types = Object.entries(told ?? {}).filter(([name]) => name.includes('@'))
    expect(Object.fromEntries(types)).toEqual({ 'n@odata.type': '#Int64', 'last@odata.type': '#Date' })
    const [bare] = await apply(text, { wire: { numbersAsText: true, metadata: 'none' } })
    expect(Object.keys(bare ?? {})).toEqual(['n', 'last', 'w', 'first'])
  })

  test.each(['groupby((rollup(rank,name)))', 'nest(identity as x)', 'aggregate(Forecast)', 'toppercent(rank,total)'])(
    '%s is refused, not failed',
    async (text) => {
      const refused = await apply(text).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(Fault)
    },
  )
})

describe('names that a request makes up', () => {
  test.each(['r', 's', 'p', 't', 'x', 'select', 'ķēde', 'a'.repeat(63)])(
    '%s stands in the answer as it is',
    async (name) => {
      const computed = await run(
        `$compute=${encodeURIComponent(`rank add 1 as ${name}`)}&$top=1&$select=${encodeURIComponent(name)}`,
      )
      const shown = Object.keys(computed.value[0] ?? {}).filter((each) => !each.includes('@'))
      expect(shown).toEqual(['id', name])
      const { value } = await run(`$apply=${encodeURIComponent(`aggregate($count as ${name})`)}`)
      expect(value).toMatchObject([{ [name]: '240' }])
    },
  )

  test('one that is too long is refused', async () => {
    const refused = await run(`$apply=aggregate($count as ${'a'.repeat(64)})`).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'query.limit' })
  })
})

describe('guards', () => {
  test('a query as a member answers as over a copy that holds only the rows of that member', async () => {
    const mine = await ownCopy(client)
    const guards = ownGuards
    const templates = [
      '$filter=F&$count=true&$top=5000',
      '$filter=F&$orderby=customer/invoices/$count($filter=F) desc,customer/country/name',
      '$expand=customer($filter=name ne null;$expand=country,invoices($filter=F;$count=true;$top=3)),customer($select=id)&$top=50',
      '$expand=customer($expand=invoices/$count($filter=F),country($expand=customers($expand=invoices($filter=F;$select=id))))&$top=30',
      '$search=a OR NOT ab&$filter=customer/invoices/any(i:i/rank gt 0)',
      '$apply=filter(F)/groupby((customer/name),aggregate($count as n,units with sum as s))&$orderby=customer/name',
      '$apply=compute(customer/invoices/$count as k)/filter(F)/aggregate(k with sum as s)',
      '$compute=customer/invoices/$count($filter=F) as k&$select=id,k&$orderby=k,name',
      '$filter=F&$orderby=colour desc,took,address/city&$select=address,tags,colours,weight,seal&$top=5000',
      '$apply=filter(F)/groupby((colour,address/city),aggregate(took with sum as t,weight with max as w))&$orderby=colour,address/city',
      '$compute=took mul 2 as twice,case(F:customer/name) as who&$select=id,twice,who&$orderby=who desc,twice&$top=200',
    ].map((template) => template.replace(',customer($select=id)', ''))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...templates), expression, async (template, filter) => {
        const raw = template.replaceAll('F', () => encodeURIComponent(filter))
        const asMember = await run(raw, { guards })
        const { statement } = mine.list('invoices', raw, asked)
        const [copy] = await answersOf<Answer>(client, statement)
        expect(asMember.answer.value).toBe(copy?.value)
        expect(asMember.answer.count).toBe(copy?.count)
        const guarded = engine.list('invoices', raw, { ...asked, guards }).statement.text
        const aliases = guardedAliases(guarded)
        expect(aliases.guarded).toEqual(aliases.read)
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})
