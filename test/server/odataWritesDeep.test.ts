import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/server/newId.ts'
import { codeOf, openLedger, targetOf, type Ledger, type Row } from '../support/writes.ts'

let ledger: Ledger
type Tree = Row & { readonly lines: Row[]; readonly customer: Row & { country: Row } }

beforeAll(async () => {
  ledger = await openLedger('odatawritesdeep')
})
afterAll(() => ledger.close())

const send: Ledger['send'] = (...given) => ledger.send(...given)
const linesOf = async (invoice: string): Promise<Row[]> =>
  (await send('GET', `invoices(${invoice})/lines?$orderby=name`)).json<{ value: Row[] }>().value
const namesOf = async (invoice: string) => (await linesOf(invoice)).map(({ name }) => name)
const withLines = async (...names: string[]): Promise<Tree> => {
  const answer = await send('POST', 'invoices?$expand=lines($orderby=name)', {
    name: 'With lines',
    lines: names.map((name) => ({ name })),
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json()
}

describe('a tree of records is made', () => {
  test('lookups first, then the record, then what leads to it; the answer shows it as it was sent', async () => {
    const answer = await send('POST', 'invoices', {
      name: 'Tree',
      total: '12.5',
      customer: { name: 'Amber', country: { name: 'Latvia', code: 'LV' } },
      lines: [
        { name: 'One', amount: '5' },
        { name: 'Two', amount: '7.5' },
      ],
    })
    const tree = answer.json<Tree>()
    expect(answer.status).toBe(201)
    expect(tree).toMatchObject({
      name: 'Tree',
      total: 12.5,
      units: 7,
      customer: { name: 'Amber', country: { code: 'LV' } },
    })
    expect(tree.lines.map(({ name, amount, invoice_id }) => [name, amount, invoice_id]).toSorted()).toEqual([
      ['One', 5, tree.id],
      ['Two', 7.5, tree.id],
    ])
    expect(tree['customer_id']).toBe(tree.customer.id)
    expect(await ledger.read(`customers(${tree.customer.id})`)).toMatchObject({ country_id: tree.customer.country.id })
    for (const { id } of [tree, tree.customer, tree.customer.country, ...tree.lines]) {
      expect((await ledger.eventsOf(id)).map(({ kind }) => kind)).toEqual(['create'])
    }
  })

  test('with records that are there already, by their addresses', async () => {
    const amber = await ledger.made('customers', { name: 'Amber' })
    const loose = await ledger.made('invoices', { name: 'Loose' })
    const other = await ledger.made('invoices', { name: 'Other' })
    const answer = await send('POST', 'customers', {
      name: 'Keeper',
      'country@odata.bind': null,
      'invoices@odata.bind': [`invoices(${loose.id})`],
    })
    const keeper = answer.json<Row & { invoices: Row[] }>()
    expect([answer.status, keeper.invoices.map(({ id }) => id)]).toEqual([201, [loose.id]])
    const second = await send('POST', 'customers', {
      name: 'Second',
      invoices: [
        { '@id': `invoices(${other.id})`, total: '3' },
        { name: 'New', customer: { '@id': `customers(${amber.id})` } },
      ],
    })
    const { id, invoices } = second.json<Row & { invoices: Row[] }>()
    expect(invoices.map(({ name, total, customer_id }) => [name, total, customer_id]).toSorted()).toEqual([
      ['New', null, id],
      ['Other', 3, id],
    ])
  })

  test('a shape that is asked for goes before the one that was sent; with return=minimal there is none', async () => {
    const body = { name: 'Shaped', lines: [{ name: 'One' }] }
    const shaped = await send('POST', 'invoices?$select=name', body)
    expect(shaped.json()).not.toHaveProperty('lines')
    const bare = await send('POST', 'invoices', body, { prefer: 'return=minimal' })
    expect([bare.status, bare.text]).toEqual([204, ''])
    expect(await linesOf(/\((.+)\)/.exec(bare.headers['location'] ?? '')?.[1] ?? '')).toHaveLength(1)
  })

  test.each([
    [
      'a value that does not hold',
      { lines: [{}, {}, { amount: 'much' }] },
      422,
      'validation.decimal',
      'lines[2].amount',
    ],
    ['a name that is not known', { lines: [{ colour: 'red' }] }, 422, 'validation.unknown', 'lines[0].colour'],
    ['a key', { customer: { id: newId() } }, 422, 'validation.readonly', 'customer.id'],
    ['a lookup to nothing', { customer: { country_id: newId() } }, 422, 'validation.lookup', 'customer.country_id'],
    [
      'an address of nothing',
      { lines: [{ '@id': `lines(${newId()})`, name: 'x' }, {}] },
      422,
      'validation.lookup',
      'lines[0]',
    ],
    ['no records', { lines: { name: 'x' } }, 422, 'validation.type', 'lines'],
    ['no record', { lines: [5] }, 422, 'validation.type', 'lines[0]'],
    [
      'an address of another set',
      { customer: { country: { '@id': `customers(${newId()})` } } },
      400,
      'request.reference',
      'customer.country',
    ],
    [
      'too deep a tree',
      { customer: { invoices: [{ customer: { invoices: [{ customer: { name: 'x' } }] } }] } },
      400,
      'query.limit',
      'customer.invoices[0].customer.invoices[0].customer',
    ],
    ['too many records', { lines: Array.from({ length: 1001 }, () => ({})) }, 400, 'query.limit', 'lines[999]'],
    [
      'a part of a collection',
      { lines: [], 'lines@odata.nextLink': 'x' },
      400,
      'request.malformed',
      'lines@odata.nextLink',
    ],
  ])('%s within it is refused at its place, and nothing is written', async (_name, nested, status, code, target) => {
    const before = await ledger.counts()
    const answer = await send('POST', 'invoices', { name: 'Not', lines: [{ name: 'Kept?' }], ...nested })
    expect([answer.status, codeOf(answer), targetOf(answer)]).toEqual([status, code, target])
    expect(await ledger.counts()).toEqual(before)
  })
})

describe('a tree of records is changed', () => {
  test('the rows of a collection are those that are named: others are made, changed, brought in and left out', async () => {
    const invoice = await withLines('A', 'B', 'C')
    const elsewhere = await withLines('X')
    const [a, b, c] = invoice.lines.map(({ id }) => id)
    const x = elsewhere.lines[0]?.id
    const answer = await send('PATCH', `invoices(${invoice.id})`, {
      total: '9',
      lines: [
        { id: a, amount: '1' },
        { '@id': `lines(${b ?? ''})` },
        { '@odata.id': `lines(${x ?? ''})`, amount: '2' },
        { name: 'New' },
      ],
    })
    expect(answer.status).toBe(200)
    const tree = answer.json<Tree>()
    expect(tree).toMatchObject({ total: 9, version: 2 })
    expect(tree.lines.map(({ name, amount }) => [name, amount]).toSorted()).toEqual([
      ['A', 1],
      ['B', null],
      ['New', null],
      ['X', 2],
    ])
    // A line cannot be without its invoice: what is left out goes to the trash.
    expect((await send('GET', `lines(${c ?? ''})`)).status).toBe(404)
    expect((await ledger.eventsOf(c ?? '')).map(({ kind }) => kind)).toEqual(['create', 'delete'])
    expect((await ledger.eventsOf(b ?? '')).map(({ kind }) => kind)).toEqual(['create'])
  })

  test('what can be without the lookup is only let go', async () => {
    const keeper = (await send('POST', 'customers', { invoices: [{ name: 'A' }, { name: 'B' }] })).json<
      Row & { invoices: Row[] }
    >()
    const [a, b] = keeper.invoices.map(({ id }) => id)
    expect((await send('PATCH', `customers(${keeper.id})`, { invoices: [{ id: a }] })).status).toBe(200)
    expect(await ledger.read(`invoices(${b ?? ''})`)).toMatchObject({ customer_id: null, version: 2 })
    expect(await ledger.read(`invoices(${a ?? ''})`)).toMatchObject({ customer_id: keeper.id, version: 1 })
  })

  test('a delta says only what is other: added, changed, let go, deleted', async () => {
    const keeper = (await send('POST', 'customers', { invoices: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] })).json<
      Row & { invoices: Row[] }
    >()
    const named = (name: string) => keeper.invoices.find((each) => each['name'] === name)?.id ?? ''
    const answer = await send('PATCH', `customers(${keeper.id})`, {
      'invoices@delta': [
        { '@removed': { reason: 'deleted' }, '@id': `invoices(${named('A')})` },
        { '@odata.removed': { reason: 'changed' }, id: named('B') },
        { name: 'D' },
      ],
    })
    const { invoices } = answer.json<Row & { invoices: Row[] }>()
    expect([answer.status, invoices.map(({ name }) => name).toSorted()]).toEqual([200, ['C', 'D']])
    expect((await send('GET', `invoices(${named('A')})`)).status).toBe(404)
    expect(await ledger.read(`invoices(${named('B')})`)).toMatchObject({ customer_id: null })
  })

  test('what a lookup leads to is changed, made where there is nothing, and let go', async () => {
    const invoice = await ledger.made('invoices', { name: 'One' })
    const path = `invoices(${invoice.id})`
    const made = (await send('PATCH', path, { customer: { name: 'Made' } })).json<Tree>()
    expect(made.customer).toMatchObject({ name: 'Made', version: 1 })
    const changed = (await send('PATCH', path, { customer: { city: 'Riga' } })).json<Tree>()
    expect(changed.customer).toMatchObject({ id: made.customer.id, name: 'Made', city: 'Riga', version: 2 })
    const other = await ledger.made('customers', { name: 'Other' })
    const bound = (await send('PATCH', path, { customer: { id: other.id, city: 'Cesis' } })).json<Tree>()
    expect(bound.customer).toMatchObject({ id: other.id, name: 'Other', city: 'Cesis' })
    expect((await send('PATCH', path, { customer: null })).json()).toMatchObject({ customer_id: null })
    const key = newId()
    const keyed = (await send('PATCH', path, { customer: { id: key, name: 'Keyed' } })).json<Tree>()
    expect(keyed.customer).toMatchObject({ id: key, name: 'Keyed', version: 1 })
  })

  test('a replaced record replaces what is nested in it', async () => {
    const invoice = await withLines('A')
    const read = await ledger.read(`invoices(${invoice.id})?$expand=lines`)
    const line = (read as Tree).lines[0]
    await send('PATCH', `lines(${line?.id ?? ''})`, { amount: '4' })
    const stale = await send('PUT', `invoices(${invoice.id})`, read)
    expect([stale.status, codeOf(stale), targetOf(stale)]).toEqual([412, 'record.stale', 'lines[0]'])
    const again = await ledger.read(`invoices(${invoice.id})?$expand=lines`)
    expect((await send('PUT', `invoices(${invoice.id})`, again)).status).toBe(200)
    const plain = (await send('PUT', `invoices(${invoice.id})`, { lines: [{ id: line?.id, name: 'B' }] })).json<Tree>()
    expect(plain).toMatchObject({ name: null, lines: [{ name: 'B', amount: null }] })
  })

  test('a refusal within it leaves all as it was', async () => {
    const invoice = await withLines('A', 'B')
    const foreign = await withLines('Foreign')
    const before = await ledger.counts()
    const refused = [
      [{ total: '1', lines: [{ name: 'New' }, { id: invoice.lines[0]?.id, amount: 'much' }] }, 422, 'lines[1].amount'],
      [{ lines: [{ id: invoice.lines[0]?.id, '@etag': 'W/"9"', name: 'x' }] }, 412, 'lines[0]'],
      [{ 'lines@delta': [{ name: 'New' }, { '@removed': {}, id: newId() }] }, 422, 'lines@delta[1]'],
      [{ 'lines@delta': [{ '@removed': {}, id: foreign.lines[0]?.id }] }, 422, 'lines@delta[0]'],
      [{ 'lines@delta': [{ '@removed': {} }] }, 422, 'lines@delta[0].@id'],
      [{ customer: { country: { '@id': 'x' } }, lines: [] }, 400, 'customer.country'],
    ] as const
    for (const [body, status, target] of refused) {
      const answer = await send('PATCH', `invoices(${invoice.id})`, body)
      expect([answer.status, targetOf(answer)]).toEqual([status, target])
    }
    expect(await ledger.counts()).toEqual(before)
    expect(await namesOf(invoice.id)).toEqual(['A', 'B'])
  })

  test('of changes at once each is whole', async () => {
    const invoice = await withLines('A')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        send('PATCH', `invoices(${invoice.id})`, { lines: [{ name: `${index}a` }, { name: `${index}b` }] }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [first, second] = await namesOf(invoice.id)
    expect(await linesOf(invoice.id)).toHaveLength(2)
    expect(String(first).slice(0, 1)).toBe(String(second).slice(0, 1))
  })

  test('records that wait for each other are done one after the other', async () => {
    const [one, two] = [await ledger.made('invoices', {}), await ledger.made('invoices', {})]
    const shared = await ledger.made('customers', { name: 'Shared' })
    const change = (invoice: Row, other: Row, index: number) =>
      send('PATCH', `customers(${shared.id})`, {
        city: String(index),
        'invoices@delta': [
          { id: invoice.id, total: String(index) },
          { id: other.id, total: String(index) },
        ],
      })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? change(one, two, index) : change(two, one, index))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
