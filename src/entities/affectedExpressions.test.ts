import { describe, expect, test } from 'vitest'
import { planChange } from '#changes/plan.ts'
import { affectedExpressions } from '#entities/affectedExpressions.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { entityOperations } from '#entities/operations.ts'

let last = 0
const newId = () => `01900000-0000-7000-8000-${String((last += 1)).padStart(12, '0')}`
const plan = (model: Model, ...operations: object[]) =>
  planChange(model, operations, { kinds: entityOperations, author: 'maker', changeId: newId(), newId })
const idOf = (model: Model, entity: string, attribute: string) =>
  model.entitiesByUri.get(entity)?.attributes.find(({ uri }) => uri === attribute)?.id

const entity = (uri: string, attributes: object[] = []) => {
  const id = newId()
  return { kind: 'entity.create', id, name: uri, collectionname: uri, uri, attributes }
}
const [customer, order] = [entity('customer'), entity('order')]
const formula = (uri: string, expression: string) => ({ name: uri, uri, type: 'formula', expression })
const add = (entity_id: string, attribute: object) => ({ kind: 'attribute.create', entity_id, ...attribute })
const { after: shop } = plan(
  emptyModel,
  customer,
  order,
  add(customer.id, { name: 'City', uri: 'city', type: 'text' }),
  add(order.id, { name: 'Total', uri: 'total', type: 'decimal' }),
  add(order.id, { name: 'Customer', uri: 'buyer', type: 'N:1', related_entity: customer.id }),
  add(order.id, formula('twice', 'total * 2')),
  add(order.id, formula('fourfold', 'twice * 2')),
  add(order.id, formula('place', 'upper(buyer.city)')),
  add(customer.id, {
    name: 'Orders',
    uri: 'orders',
    type: 'rollup',
    rollup: { path: ['order'], function: 'count', attribute: null, filter: null },
  }),
)
const concernedBy = (...operations: object[]) => {
  const { after, problems } = plan(shop, ...operations)
  expect(problems).toEqual([])
  return affectedExpressions(shop, after).map(({ uri }) => uri)
}

describe('which expressions a change can concern', () => {
  test('none that says nothing of what changed', () => {
    expect(concernedBy(add(order.id, { name: 'Note', uri: 'note', type: 'text' }))).toEqual([])
  })
  test('a formula that reads what changed, and what reads that in turn', () => {
    const id = idOf(shop, 'order', 'total')
    expect(concernedBy({ kind: 'attribute.update', id, name: 'Sum' })).toEqual(['twice', 'fourfold'])
  })
  test('one that reads it over a lookup', () => {
    const id = idOf(shop, 'customer', 'city')
    expect(concernedBy({ kind: 'attribute.update', id, name: 'Town' })).toEqual(['place'])
  })
  test('a rollup over the list behind a lookup, which is called after its table', () => {
    const id = idOf(shop, 'order', 'buyer')
    expect(concernedBy({ kind: 'attribute.update', id, name: 'Buyer' })).toContain('orders')
  })
  test('all of them when a variable or a whole table changes', () => {
    const all = ['orders', 'twice', 'fourfold', 'place']
    const variable = { kind: 'variable.create', key: 'rate', type: 'number', value: '2' }
    expect(concernedBy(variable)).toEqual(all)
    expect(concernedBy({ kind: 'entity.update', id: order.id, name: 'Sales' })).toEqual(all)
  })
})
