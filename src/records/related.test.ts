import { expect, test } from 'vitest'
import { cascadingKinds } from '#changes/cascade.ts'
import { planChange } from '#changes/plan.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { entityConcept, entityOperations } from '#entities/operations.ts'
import { hasConsequences, heldIn, holdersPage } from '#records/consequence.ts'
import { viewConcept } from '#views/operations.ts'
import { hasRelated, relatedFields, relatedOf, relatedQuery } from '#records/related.ts'

let counter = 0
const newId = () => `00000000-0000-7000-8000-${String(++counter).padStart(12, '0')}`
const [customer, order, tag] = [newId(), newId(), newId()]
const record = newId()
const entity = (id: string, name: string, uri: string) => ({
  kind: 'entity.create',
  id,
  name,
  collectionname: `${name}s`,
  uri,
})
const attribute = (of: string, name: string, rest: object) => ({
  kind: 'attribute.create',
  entity_id: of,
  name,
  uri: name.toLowerCase(),
  ...rest,
})
const planOn = (model: Model, ...operations: object[]) =>
  planChange(model, operations, { kinds: entityOperations, author: 'maker', changeId: newId(), newId }).after
const model = planOn(
  emptyModel,
  entity(customer, 'Customer', 'customers'),
  entity(order, 'Order', 'orders'),
  entity(tag, 'Tag', 'tags'),
  attribute(order, 'Number', { type: 'text' }),
  {
    kind: 'relationship.create',
    from_entity: order,
    to_entity: customer,
    cardinality: 'N:1',
    on_delete: 'restrict',
    attribute: { name: 'Customer', uri: 'customer' },
    inverse: { name: 'Purchases', uri: 'purchases' },
  },
  attribute(order, 'Payer', { type: 'N:1', related_entity: customer }),
  attribute(customer, 'Tags', { type: 'N:N', related_entity: tag }),
)
const known = (id: string, from = model) => {
  const found = from.entities.get(id)
  if (!found) throw new Error(id)
  return found
}

test('[R172] a record has what makers named, links, and lookups that nobody named; never the links themselves', () => {
  expect(relatedOf(model, known(customer)).map(({ title, kind, collection }) => [title, kind, collection])).toEqual([
    ['Purchases', 'pointing', 'purchases'],
    ['Tags', 'linked', 'tags'],
    ['Orders (Payer)', 'pointing', 'orders_payer'],
  ])
  expect(relatedOf(model, known(tag))).toEqual([])
  expect([customer, order, tag].map((id) => hasRelated(model, known(id)))).toEqual([true, false, false])
})

test('the fields of related records are the first of their own list, without what all of them have in common', () => {
  const [purchases, tags] = relatedOf(model, known(customer))
  if (!purchases || !tags) throw new Error('nothing')
  expect(relatedFields(model, purchases).map(({ uri }) => uri)).toEqual(['number', 'payer', 'status'])
  expect(decodeURIComponent(relatedQuery(model, purchases, relatedFields(model, purchases)))).toBe(
    '$select=id,name,status,version,number,payer_id&$expand=payer($select=id,name)&$count=true',
  )
  expect(relatedFields(model, tags).map(({ uri }) => uri)).toEqual(['status'])
})

test('[R175] an end that names a view shows what belongs to a record with its columns, in its order', () => {
  const [shown, ordered] = [known(order).attributes[0]?.id ?? '', newId()]
  const view = {
    kind: 'view.create',
    entity_id: order,
    id: ordered,
    view: { name: 'By number', columns: [{ attribute: shown }], sort: [{ attribute: shown, descending: true }] },
  }
  const end = known(customer).attributes.find(({ uri }) => uri === 'purchases')?.id
  const kinds = cascadingKinds([entityConcept, viewConcept])
  const operations = [view, { kind: 'attribute.update', id: end, related_view: ordered }]
  const { after } = planChange(model, operations, { kinds, author: 'maker', changeId: newId(), newId })
  const [purchases] = relatedOf(after, known(customer, after))
  if (!purchases) throw new Error('nothing')
  expect(relatedFields(after, purchases).map(({ uri }) => uri)).toEqual(['number'])
  expect(decodeURIComponent(relatedQuery(after, purchases, relatedFields(after, purchases)))).toBe(
    '$select=id,name,status,version,number&$orderby=number desc&$count=true',
  )
})

test('who keeps a record is shown as their list, or, of several tables, on its own page', () => {
  expect([customer, order].map((id) => hasConsequences(model, known(id)))).toEqual([true, false])
  const orders = { entity: 'orders', name: 'Orders', count: 2 }
  expect(decodeURIComponent(holdersPage(model, known(customer), record, [orders]))).toBe(
    `entity/${order}?filter=["or",["customer_id","eq","${record}"]]`,
  )
  const links = { entity: 'customers_tags', name: 'Tags', count: 1 }
  const ownPage = `entity/${customer}/${record}?tab=related`
  expect(holdersPage(model, known(customer), record, [orders, links])).toBe(ownPage)
  expect(holdersPage(model, known(customer), record, [links])).toBe(ownPage)
  expect(heldIn({ error: { code: 'record.restricted', innererror: { users: [orders] } } })).toEqual([orders])
  expect(heldIn({ error: { code: 'record.stale', innererror: {} } })).toEqual([])
  expect(heldIn(undefined)).toEqual([])
})
