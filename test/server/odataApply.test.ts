import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '#faults/fault.ts'
import { appliedRows, pipeline, textOfSteps } from '../support/odataApplied.ts'
import { guardedAliases, ownCopy, ownGuards } from '../support/odataOwn.ts'
import { drawRows, type Row } from '../support/odataRows.ts'
import { answersOf, engine, openAsked, openShop, type Answer, type Shop } from '../support/odataShop.ts'

const rows = drawRows()
let shop: Shop
const run = async (raw: string) => (await shop.run(encodeURI(raw))).value
const apply = (text: string, more = '') => run(`$apply=${text}${more}`)
const refusal = async (raw: string) => (await shop.run(encodeURI(raw)).catch((error: unknown) => error)) as Fault

beforeAll(async () => {
  shop = await openShop('odataapply')
})

afterAll(() => shop?.close())

describe('steps of $apply', () => {
  test('random sequences give what the same steps in JavaScript give', async () => {
    await fc.assert(
      fc.asyncProperty(pipeline, async (steps) => {
        const found = await apply(textOfSteps(steps))
        const plain = found.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => !name.includes('@'))),
        )
        expect(plain, textOfSteps(steps)).toEqual(appliedRows(rows.invoices, steps))
      }),
      { numRuns: 150 },
    )
  })

  test('a ranking by sum or percent goes on until its limit is reached', async () => {
    const groups = 'filter(rank ne null)/groupby((rank),aggregate($count as n))'
    const all = await apply(`${groups}/orderby(n desc,rank)`)
    const [most, next, ...others] = all.map((row) => [row['rank'], Number(row['n'])] as const)
    const limit = Number(most?.[1]) + 1
    const ranks = async (step: string) =>
      (await apply(`${groups}/${step}/orderby(n desc,rank)`)).map((row) => row['rank'])
    expect(await ranks(`topsum(${limit},n)`)).toEqual([most?.[0], next?.[0]])
    expect(await ranks(`topsum(${limit - 1},n)`)).toEqual([most?.[0]])
    expect(await ranks('topsum(0,n)')).toEqual([])
    expect(await ranks('toppercent(100,n)')).toEqual(all.map((row) => row['rank']))
    expect(await ranks('bottompercent(0.1,n)')).toEqual([others.at(-1)?.[0]])
    expect(await ranks('bottomsum(1,n)')).toEqual([others.at(-1)?.[0]])
    for (const step of [
      'topsum(5,name)',
      "topsum('5',n)",
      'topcount(1.5,n)',
      'toppercent(rank,n)',
      'topcount(1,tags)',
    ]) {
      expect(await refusal(`$apply=${step}`), step).toBeInstanceOf(Fault)
    }
  })

  test('groups follow each other in the same way on each page', async () => {
    const grouped = '$apply=groupby((rank,done,colour),aggregate($count as n))'
    const whole = await run(`${grouped}&$top=1000&$orderby=n`)
    const pages: Row[] = []
    for (let skip = 0; skip < whole.length; skip += 7)
      pages.push(...(await run(`${grouped}&$orderby=n&$skip=${skip}&$top=7`)))
    expect(pages).toEqual(whole)
    expect(await run(`${grouped}&$skip=3&$top=5`)).toEqual((await run(`${grouped}&$top=8`)).slice(3))
  })

  test('a concatenation has one part behind the other, each in its order', async () => {
    const both = await apply(
      'concat(groupby((rank),aggregate($count as n))/orderby(rank desc)/top(3),aggregate($count as n),concat(top(2),identity)/groupby((done)))',
    )
    const ranks = (await apply('groupby((rank))/orderby(rank desc)/top(3)')).map((row) => row['rank'])
    expect(both.slice(0, 3).map((row) => row['rank'])).toEqual(ranks)
    expect(both[3]).toMatchObject({ n: '240' })
    const texts = await apply(
      "concat(groupby((name)),aggregate(name with max as name))/filter(name gt '')/topcount(3,name)",
    )
    expect(texts).toHaveLength(3)
  })

  test('what is put together again and again is refused before it grows', async () => {
    const twice = 'concat(identity,identity)'
    expect(await apply(`aggregate($count as n)/${twice}/${twice}/${twice}`)).toHaveLength(8)
    const grown = await refusal(`$apply=${Array.from({ length: 60 }, () => twice).join('/')}`)
    expect(grown).toMatchObject({ code: 'query.limit', parameters: { limit: 'concats' } })
    const nested = (depth: number): string =>
      depth === 0 ? 'identity' : `concat(${nested(depth - 1)},${nested(depth - 1)})`
    expect(await refusal(`$apply=${nested(7)}`)).toMatchObject({ code: 'query.limit' })
  })

  test('a table with totals and groups, as OpenUI5 asks for it', async () => {
    const level = 'groupby((rank),aggregate(units with sum as units,$count as n))/orderby(n desc,rank)'
    const [total, count, ...groups] = await apply(
      `filter(rank ne null)/concat(aggregate(units with sum as UI5grand__units),${level}/concat(aggregate($count as UI5__count),top(3)))`,
    )
    const expected = await apply(`filter(rank ne null)/${level}`)
    expect(total).toMatchObject({
      UI5grand__units: (await apply('filter(rank ne null)/aggregate(units with sum as u)'))[0]?.['u'],
    })
    expect(count).toMatchObject({ UI5__count: String(expected.length), rank: null })
    expect(groups.map(({ rank, units }) => [rank, units])).toEqual(
      expected.slice(0, 3).map(({ rank, units }) => [rank, units]),
    )
  })

  test('related rows are counted', async () => {
    const shopOf = (raw: string) =>
      answersOf<Answer>(shop.client, engine.list('customers', encodeURI(raw), openAsked).statement)
    const [answer] = await shopOf(
      '$apply=groupby((country/name),aggregate(invoices/$count as n,$count as m))&$orderby=country/name',
    )
    const groups = JSON.parse(answer?.value ?? '') as Row[]
    const customers = new Set(rows.customers.map((row) => row['id']))
    const owned = rows.invoices.filter((row) => customers.has(row['customer_id'] ?? null)).length
    expect(groups.reduce((sum, row) => sum + Number(row['n']), 0)).toBe(owned)
    expect(groups.reduce((sum, row) => sum + Number(row['m']), 0)).toBe(rows.customers.length)
    const [none] = await shopOf('$apply=filter(name eq null and name ne null)/aggregate(invoices/$count as n)')
    expect(JSON.parse(none?.value ?? '')).toMatchObject([{ n: '0' }])
  })
})

describe('values of lookups', () => {
  test('a row that several rows lead to counts once, an expression once for each', async () => {
    const known = rows.customers.filter(({ id }) => rows.invoices.some((row) => row['customer_id'] === id))
    const each = rows.invoices.filter((row) => known.some(({ id }) => id === row['customer_id']))
    const [all] = await apply(
      'aggregate(customer/version with sum as once,customer/version add 0 with sum as each,customer/version with average as same,customer/$count as n,customer with countdistinct as m)',
    )
    const [one, many] = [String(known.length), String(each.length)]
    expect(all).toMatchObject({ once: one, each: many, n: one, m: one })
    expect(Number(all?.['same'])).toBe(1)
    const countries = new Set(known.map((row) => row['country_id']).filter((id) => id !== null))
    const groups = await apply(
      'groupby((done),aggregate(customer/country/version with sum as once,customer/country/$count as n,customer/version with sum from rank with max as most))',
    )
    expect(groups.length).toBeGreaterThan(1)
    for (const { done, once, n, most } of groups) {
      const own = each.filter((row) => row['done'] === done)
      const ids = own.map((row) => known.find(({ id }) => id === row['customer_id'])?.['country_id'] ?? null)
      const found = new Set(ids.filter((id) => id !== null && countries.has(id))).size
      expect([once, n]).toEqual([found === 0 ? null : String(found), String(found)])
      const byRank = Map.groupBy(own, (row) => row['rank']).values()
      expect(most).toBe(
        String(Math.max(...[...byRank].map((those) => new Set(those.map((row) => row['customer_id'])).size))),
      )
    }
  })
})

describe('from', () => {
  test('says what groups within groups come to', async () => {
    const nested =
      'aggregate(units with sum from rank with max as most,units with min as least,$count from rank with average as each)'
    const [all] = await apply(nested)
    const [most] = await apply('groupby((rank),aggregate(units with sum as s))/aggregate(s with max as most)')
    const [each] = await apply('groupby((rank),aggregate($count as s))/aggregate(s with average as each)')
    const [least] = await apply('aggregate(units with min as least)')
    expect(all).toMatchObject({ most: most?.['most'], least: least?.['least'], each: each?.['each'] })
    const groups = await apply(
      'groupby((done),aggregate(weight with sum from rank with max as w,took with average from rank,colour with max as t))',
      '&$orderby=done',
    )
    const known = await apply(
      'groupby((done,rank),aggregate(weight with sum as w))/groupby((done),aggregate(w with max as w))',
      '&$orderby=done',
    )
    expect(groups.map((row) => row['w'])).toEqual(known.map((row) => row['w']))
    const [deep] = await apply('aggregate(units with sum from rank with max from done with sum as x,$count as n)')
    const [flat] = await apply(
      'groupby((rank,done),aggregate(units with sum as a))/groupby((done),aggregate(a with max as b))/aggregate(b with sum as x)',
    )
    expect(deep).toMatchObject({ x: flat?.['x'], n: '240' })
    const refused = await refusal('$apply=aggregate(name with countdistinct from rank with max as x)')
    expect(refused).toMatchObject({ code: 'server.unsupported' })
  })
})

describe('options behind $apply', () => {
  test('$select shows values and paths of the result', async () => {
    const groups =
      '$apply=groupby((rank,customer/name,customer/country/name),aggregate($count as n))&$orderby=rank&$top=3'
    const names = async (select: string) => Object.keys((await run(`${groups}&$select=${select}`))[0] ?? {})
    expect(await names('n')).toEqual(['n@odata.type', 'n'])
    expect(await names('rank,customer')).toEqual(['rank', 'customer'])
    const [row] = await run(`${groups}&$select=customer/country`)
    expect(Object.keys(row?.['customer'] as unknown as Row)).toEqual(['country'])
    expect(await names('*')).toEqual(['n@odata.type', 'rank', 'customer', 'n'])
    expect(await refusal(`${groups}&$select=total`)).toMatchObject({ code: 'query.unknownName', target: '$select' })
    for (const option of ['$filter=total gt 1', '$orderby=total', '$compute=total add 1 as x']) {
      const name = option.slice(0, option.indexOf('='))
      expect(await refusal(`$apply=groupby((rank))&${option}`)).toMatchObject({
        code: 'query.notQueryable',
        target: name,
      })
    }
    for (const option of ['$expand=customer', '$search=a']) {
      expect(await refusal(`${groups}&${option}`)).toMatchObject({ code: 'server.unsupported' })
    }
  })

  test('rows that are only found stay rows: with addresses, pages and every option', async () => {
    const found = '$apply=filter(rank ge 1)/compute(rank mul 2 as twice)/filter(twice ge 4)'
    const options =
      '$filter=customer ne null&$select=rank,twice&$expand=customer($select=name)&$orderby=twice desc&$count=true'
    const { answer, tokens, value } = await shop.run(encodeURI(`${found}&${options}`), { maxPageSize: 5 })
    const plain = encodeURI(
      `$compute=rank mul 2 as twice&${options.replace('$filter=', '$filter=rank ge 1 and rank mul 2 ge 4 and ')}`,
    )
    const same = await shop.run(plain, { maxPageSize: 5 })
    expect([value, answer.count]).toEqual([same.value, same.answer.count])
    expect(Object.keys(value[0] ?? {})).toContain('@odata.etag')
    const second = await shop.run(`${encodeURI(`${found}&${options}`)}&$skiptoken=${tokens.next}`, { maxPageSize: 5 })
    expect(second.value).toEqual((await shop.run(`${plain}&$skiptoken=${same.tokens.next}`, { maxPageSize: 5 })).value)
    expect(await refusal('$apply=filter(nothing eq 1)')).toMatchObject({ target: '$apply' })
    expect(await refusal('$apply=compute(rank as total)')).toMatchObject({ target: '$apply' })
  })
})

describe('$apply of expanded rows', () => {
  test('gives their groups beside each row', async () => {
    const raw =
      '$filter=customer ne null&$top=20&$select=id&$expand=customer($select=id;$expand=invoices($apply=filter(rank ne null)/groupby((rank),aggregate($count as n,units with sum as s));$orderby=rank desc;$filter=n gt 0;$count=true;$top=2;$skip=1;$select=rank,n))'
    for (const row of await run(raw)) {
      const customer = row['customer'] as unknown as { id: string; invoices: Row[] }
      const own = rows.invoices.filter((each) => each['customer_id'] === customer.id && each['rank'] !== null)
      const ranks = Map.groupBy(own, (each) => Number(each['rank']))
      const expected = [...ranks]
        .map(([rank, those]) => ({ rank, n: String(those.length) }))
        .toSorted((a, b) => b.rank - a.rank)
      expect(customer.invoices.map(({ rank, n }) => ({ rank, n }))).toEqual(expected.slice(1, 3))
      expect(Object.keys(customer.invoices[0] ?? { rank: 0, n: 0 }).filter((name) => !name.includes('@'))).toEqual([
        'rank',
        'n',
      ])
    }
  })

  test('may speak of the row around, and keeps rows where it only finds them', async () => {
    const raw = (inner: string) =>
      `$filter=customer ne null&$top=20&$select=rank&$expand=customer($select=id;$expand=invoices(${inner}))`
    const beside = await run(raw('$apply=filter(rank gt $it/rank)/aggregate($count as n)'))
    for (const row of beside) {
      const customer = row['customer'] as unknown as { id: string; invoices: Row[] }
      const own = rows.invoices.filter(
        (each) =>
          each['customer_id'] === customer.id &&
          row['rank'] !== null &&
          each['rank'] !== null &&
          Number(each['rank']) > Number(row['rank']),
      )
      expect(customer.invoices).toMatchObject([{ n: String(own.length) }])
    }
    expect(await run(raw('$apply=filter(rank gt 0)/compute(rank add 1 as more);$select=rank,more;$top=2'))).toEqual(
      await run(raw('$filter=rank gt 0;$compute=rank add 1 as more;$select=rank,more;$top=2')),
    )
    expect(await refusal('$expand=customer($apply=aggregate($count as n))')).toMatchObject({ code: 'query.syntax' })
    expect(await refusal(raw('$apply=aggregate($count as n);$expand=customer'))).toMatchObject({
      code: 'server.unsupported',
    })
  })

  test('reads only what the asker may read', async () => {
    const mine = await ownCopy(shop.client)
    for (const inner of [
      '$apply=groupby((customer/country/name),aggregate($count as n))',
      '$apply=filter(customer/invoices/any(i:i/rank gt 0))/aggregate(units with sum from rank with max as m)',
      '$apply=compute(customer/invoices/$count as k)/aggregate(k with sum as s)',
    ]) {
      const raw = encodeURI(`$select=id&$expand=customer($select=id;$expand=invoices(${inner}))&$top=100`)
      const asMember = await shop.run(raw, { guards: ownGuards })
      const [copy] = await answersOf<Answer>(shop.client, mine.list('invoices', raw, openAsked).statement)
      expect(asMember.answer.value).toBe(copy?.value)
      const guarded = engine.list('invoices', raw, { ...openAsked, guards: ownGuards }).statement.text
      const aliases = guardedAliases(guarded)
      expect(aliases.guarded).toEqual(aliases.read)
    }
  })
})
