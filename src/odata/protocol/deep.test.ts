import { describe, expect, test } from 'vitest'
import { Fault } from '#faults/fault.ts'
import { byName, type EntitySet, type Navigation, type ODataModel, type Property } from '#odata/model.ts'
import { expandOf, isFlat, isReference, planRow } from '#odata/protocol/deep.ts'
import { settableOf, replacementOf } from '#odata/protocol/replace.ts'

const orders: EntitySet = {
  ...set('orders', ['total', 'Address/City', 'Address/Geo/Lat', 'Address/Geo/Lon']),
  navigations: byName([{ name: 'customer', target: 'customers', via: 'customer_id' }]),
  collections: byName([{ name: 'lines', target: 'lines', via: 'order_id' }]),
  complexes: byName([
    { name: 'Address', type: 'Address', nullable: true },
    { name: 'Address/Geo', type: 'Geo', nullable: true },
  ]),
}
const model: ODataModel = {
  entitySets: byName([
    orders,
    set('lines', ['amount', 'order_id', 'product_id'], [{ name: 'product', target: 'products', via: 'product_id' }]),
    set('products', ['price']),
    { ...set('customers', []), collections: byName([{ name: 'orders', target: 'orders', via: 'customer_id' }]) },
  ]),
}
const plan = (body: Record<string, unknown>) => planRow(model, orders, body)

describe('a body', () => {
  test('says values, lookups and related rows, each at its place', () => {
    const found = plan({
      total: 1,
      note: 'unknown',
      'customer@odata.bind': 'customers(1)',
      lines: [{ amount: 2, product: { price: 3 } }],
    })
    expect(found.values).toEqual({ total: 1, note: 'unknown' })
    expect(found.lookups).toMatchObject([{ at: 'customer@odata.bind', to: { id: 'customers(1)' } }])
    expect(found.related).toMatchObject([
      {
        kind: 'all',
        via: { name: 'order_id' },
        rows: [{ at: 'lines[0]', values: { amount: 2 }, lookups: [{ to: { at: 'lines[0].product' } }] }],
      },
    ])
    expect([isFlat(found), isFlat(plan({ customer: null })), isFlat(plan({ 'customer@bind': 'x' }))]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('the parts of a complex value have paths, also those of one within', () => {
    const address = { City: 'Riga', '@odata.type': '#Address', Geo: { Lat: 1 } }
    expect(plan({ Address: address }).values).toEqual({ 'Address/City': 'Riga', 'Address/Geo/Lat': 1 })
    expect(plan({ Address: null }).values).toEqual({
      'Address/City': null,
      'Address/Geo/Lat': null,
      'Address/Geo/Lon': null,
    })
  })

  test('annotations in either form; an address alone is a reference', () => {
    const { lookups } = plan({
      '@odata.context': 'x',
      'total@odata.type': 'y',
      customer: { '@odata.id': 'customers(1)' },
    })
    expect(lookups.map(({ to }) => to && isReference(to))).toEqual([true])
    expect(plan({ '@etag': 'W/"1"' }).etag).toBe('W/"1"')
  })

  test('a delta tells what comes and what goes', () => {
    const [related] = plan({ 'lines@delta': [{ amount: 1 }, { '@removed': { reason: 'deleted' }, id: '2' }] }).related
    expect(related).toMatchObject({
      kind: 'delta',
      rows: [{ at: 'lines@delta[0]' }],
      gone: [{ deleted: true, row: { at: 'lines@delta[1]', values: { id: '2' } } }],
    })
  })

  test('is shown as it was sent: what only one of the rows has is shown too', () => {
    const lines = [{ amount: 1 }, { product: { price: 1 } }]
    expect(expandOf(plan({ lines, customer: { orders: [{ lines: [] }] } }))).toBe(
      'customer($expand=orders($expand=lines)),lines($expand=product)',
    )
    expect(expandOf(plan({ customer: null, 'lines@bind': ['lines(1)'] }))).toBe('lines')
  })

  test.each([
    [{ lines: {} }, 'validation.type', 'lines'],
    [{ lines: [[]] }, 'validation.type', 'lines[0]'],
    [{ customer: 'customers(1)' }, 'validation.type', 'customer'],
    [{ Address: 'Riga' }, 'validation.type', 'Address'],
    [{ 'lines@delta': [{ '@removed': true }] }, 'validation.type', 'lines@delta[0].@removed'],
    [{ 'nobody@bind': 'x' }, 'validation.unknown', 'nobody@bind'],
    [{ 'customer@delta': [] }, 'validation.unknown', 'customer@delta'],
    [{ customer: null, 'customer@bind': 'x' }, 'request.malformed', 'customer@bind'],
    [{ lines: [], 'lines@delta': [] }, 'request.malformed', 'lines@delta'],
    [{ lines: Array.from({ length: 1000 }, () => ({})) }, 'query.limit', 'lines[999]'],
  ])('%j is refused', (body, code, target) => {
    expect(refusal(() => plan(body))).toMatchObject({ code, target })
  })
})

describe('a row as a whole', () => {
  const readonly = byName<Property>([
    property('id', { computed: true }),
    property('made', { computed: true }),
    property('code', { immutable: true }),
    property('units', { default: 7 }),
    property('tags', { collection: true }),
    property('photo', { type: 'Edm.Stream' }),
    property('name'),
    property('owner_id'),
  ])
  const things: EntitySet = {
    ...orders,
    properties: readonly,
    navigations: byName([{ name: 'owner', target: 'customers', via: 'owner_id' }]),
  }

  test('has defaults or nothing where nothing is given; keys, lookups and what is set once stay', () => {
    expect(replacementOf(things, { name: 'x' })).toEqual({ units: 7, tags: [], name: 'x' })
    expect(replacementOf(things, { owner_id: '1', units: null })).toEqual({
      units: null,
      tags: [],
      name: null,
      owner_id: '1',
    })
  })

  test('what only the server sets is left out, what is not known is not', () => {
    expect(settableOf(things, { id: '1', made: 'now', code: 'c', name: 'x', other: 1 })).toEqual({
      name: 'x',
      other: 1,
    })
  })
})

function set(name: string, names: readonly string[], navigations: readonly Navigation[] = []): EntitySet {
  return {
    name,
    key: 'id',
    properties: byName(['id', 'customer_id', ...names].map((each) => property(each))),
    navigations: byName(navigations),
  }
}

function property(name: string, more: Partial<Property> = {}): Property {
  return { name, type: 'Edm.String', nullable: true, filterable: true, sortable: true, ...more }
}

function refusal(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, target: error.target }
    throw error
  }
}
