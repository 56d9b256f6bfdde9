import { expect, test } from 'vitest'
import { cascadingKinds } from '#changes/cascade.ts'
import { planChange } from '#changes/plan.ts'
import { entityConcept } from '#entities/operations.ts'
import { emptyModel } from '#entities/model.ts'
import { attributeUses } from '#security/attributeUses.ts'
import type { EntityRoleRecord } from '#security/role.ts'
import { viewConcept } from '#views/operations.ts'

let last = 0
const newId = () => `01900000-0000-7000-8000-${String((last += 1)).padStart(12, '0')}`
const [customer, order, city] = [newId(), newId(), newId()]
const [total, kind, size, buyer, twice, again] = [newId(), newId(), newId(), newId(), newId(), newId()]
const own = { entity_id: order }
const shown = {
  kind: 'view.create',
  entity_id: order,
  view: { name: 'Sizes', columns: [{ attribute: size, width: null }] },
}
const options = (...values: string[]) => values.map((value) => ({ value, label: value }))
const { after, problems } = planChange(
  emptyModel,
  [
    { kind: 'entity.create', id: customer, name: 'Customer', collectionname: 'Customers', uri: 'customer' },
    { kind: 'entity.create', id: order, name: 'Order', collectionname: 'Orders', uri: 'order' },
    { kind: 'attribute.create', id: city, entity_id: customer, name: 'City', uri: 'city', type: 'text' },
    { kind: 'attribute.create', id: total, ...own, name: 'Total', uri: 'total', type: 'decimal' },
    {
      kind: 'attribute.create',
      id: kind,
      ...own,
      name: 'Kind',
      uri: 'kind',
      type: 'select',
      options: options('a', 'b'),
    },
    {
      kind: 'attribute.create',
      id: size,
      ...own,
      name: 'Size',
      uri: 'size',
      type: 'select',
      options: options('s'),
      parent_attribute: kind,
    },
    { kind: 'attribute.create', id: buyer, ...own, name: 'Buyer', uri: 'buyer', type: 'N:1', related_entity: customer },
    {
      kind: 'attribute.create',
      id: twice,
      ...own,
      name: 'Twice',
      uri: 'twice',
      type: 'formula',
      expression: 'total * 2',
    },
    {
      kind: 'attribute.create',
      id: again,
      ...own,
      name: 'Where',
      uri: 'where',
      type: 'formula',
      expression: `upper(buyer.city) & twice`,
    },
    {
      kind: 'attribute.create',
      id: newId(),
      ...own,
      name: 'Like it',
      uri: 'likeit',
      type: 'dataquery',
      query: { text: 'order/$count?$filter=total eq {total}', show: 'number' },
    },
    { kind: 'entity.update', id: order, naming: twice },
    shown,
  ],
  { kinds: cascadingKinds([entityConcept, viewConcept]), author: 'maker', changeId: newId(), newId },
)

const usesIn = (entityId: string, rights: Parameters<typeof attributeUses>[2] = { roles: [], tests: [] }) => {
  const entity = after.entities.get(entityId)
  const uses = entity ? attributeUses(after, entity, rights) : new Map<string, []>()
  return (id: string) =>
    uses.get(id)?.map((use) => `${use.kind} ${use.name}${use.table === null ? '' : ` of ${use.table}`}`)
}

test('an attribute is used in the expressions, choices, data queries, names, relationships and views that name it', () => {
  expect(problems).toEqual([])
  const uses = usesIn(order)
  expect(uses(total)).toEqual(['expression Twice', 'query Like it'])
  expect(uses(twice)).toEqual(['expression Where', 'naming Order'])
  expect(uses(kind)).toEqual(['choice Size'])
  expect(uses(size)).toEqual(['view Sizes'])
  expect(uses(buyer)).toEqual(['expression Where', 'relationship Buyer of Customer'])
  expect(uses(again)).toEqual([])
})

test('a use over a lookup says whose it is', () => {
  expect(usesIn(customer)(city)).toEqual(['expression Where of Order'])
})

test('rules of roles for an attribute and sentences about rights that name it use it too', () => {
  const scopes = { create: 'all', read: 'all', update: 'all', delete: 'all' } as const
  const rule = { attribute_id: total, may_read: false, may_update: false }
  const said = { role_id: newId(), role: 'Clerk', administrator: false, managed: false, fields: [rule] }
  const role: EntityRoleRecord = { ...said, ...scopes }
  const tests = [
    { id: newId(), attribute_id: total, text: 'A Clerk may not read Total' },
    { id: newId(), attribute_id: null, text: 'A Clerk may read orders' },
  ]
  const uses = usesIn(order, { roles: [role], tests })
  expect(uses(total)?.slice(-2)).toEqual(['role Clerk', 'test A Clerk may not read Total'])
  expect(uses(size)).toEqual(['view Sizes'])
})
