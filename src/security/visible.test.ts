import { expect, test } from 'vitest'
import { attributeOf, type Attribute, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'
import type { MemberRights } from '#environments/memberRights.ts'
import { hiddenFrom, withoutHidden } from '#security/visible.ts'

const attribute = (draft: Partial<AttributeDraft> & { readonly uri: string }, own: Partial<Attribute> = {}) => ({
  ...attributeOf(
    { name: draft.uri, type: 'text', ...draft },
    { id: draft.uri, entity_id: '', change_id: '', position: 0 },
  ),
  ...own,
})
const entity = (uri: string, ...attributes: readonly Attribute[]) =>
  withAttributes(entityOf({ name: uri, collectionname: uri, uri }, { id: uri, change_id: '' }), attributes)

// An order has a customer, a customer has orders; what was agreed on is for some eyes only.
const model = modelOf({
  version: 7,
  accessVersion: 3,
  entities: [
    entity(
      'customers',
      attribute({ uri: 'orders', type: '1:N', related_entity: 'orders' }, { relationship_id: 'buys' }),
    ),
    entity(
      'orders',
      attribute({ uri: 'customer', type: 'N:1', related_entity: 'customers' }, { relationship_id: 'buys' }),
      attribute({ uri: 'discount', type: 'number' }),
      attribute({ uri: 'city' }),
    ),
  ],
  relationships: new Map([
    [
      'buys',
      { from_entity: 'orders', to_entity: 'customers', link_entity: null, attribute_id: 'customer' } as Relationship,
    ],
  ]),
})

/** Somebody who reads some entities, but not the attributes named. */
function reader(entities: readonly string[], closed: readonly string[] = []) {
  const heldRights: MemberRights = {
    principals: ['me'],
    units: [],
    unitChain: [],
    held: [{ roleId: 'role', principalId: 'me' }],
    privileges: entities.map((entityId) => ({ roleId: 'role', entityId, action: 'read', scope: 'user' })),
    fieldRules: closed.map((attributeId) => ({ roleId: 'role', attributeId, mayRead: false, mayUpdate: false })),
    activities: new Set(),
  }
  return { id: 'me', administrator: false, heldRights }
}

/** The uris of the attributes of each entity that is left. */
function left(who: ReturnType<typeof reader>) {
  const hidden = hiddenFrom(who, model)
  const shown = hidden ? withoutHidden(model, hidden) : model
  return Object.fromEntries(
    [...shown.entities.values()].map(({ uri, attributes }) => [uri, attributes.map((each) => each.uri)]),
  )
}

test('an administrator, and whoever may do anything in every table, sees all definitions', () => {
  expect(hiddenFrom({ ...reader([]), administrator: true }, model)).toBe(null)
  expect(hiddenFrom(reader(['customers', 'orders']), model)).toBe(null)
})

test('a table without any right is gone, with the list that it has elsewhere; a lookup to it leads nowhere', () => {
  expect(left(reader(['customers']))).toEqual({ customers: [] })
  const orders = left(reader(['orders']))
  expect(Object.keys(orders)).toEqual(['orders'])
  expect(orders['orders']?.toSorted()).toEqual(['city', 'customer', 'discount'])
  const hidden = hiddenFrom(reader(['orders']), model)
  const shown = hidden && withoutHidden(model, hidden)
  const lookup = shown?.entities.get('orders')?.attributes.find(({ uri }) => uri === 'customer')
  expect(lookup?.related_entity).toBe(null)
  expect(shown?.relationships.size).toBe(0)
  expect(shown?.version).toBe(7)
})

test('an attribute that a field rule closes is gone; so is the other end of a lookup that one may not read', () => {
  expect(left(reader(['customers', 'orders'], ['discount']))['orders']?.toSorted()).toEqual(['city', 'customer'])
  expect(left(reader(['customers', 'orders'], ['customer']))['customers']).toEqual([])
})

test('who sees the same has the same key, whatever else they hold', () => {
  const keys = [reader(['orders'], ['city', 'discount']), reader(['orders'], ['discount', 'city']), reader(['orders'])]
  const [one, other, third] = keys.map((who) => hiddenFrom(who, model)?.key)
  expect(one).toBe(other)
  expect(one).not.toBe(third)
})
