import { describe, expect, test } from 'vitest'
import type { AttributeDraft } from '#attributes/attribute.ts'
import { planChange } from '#changes/plan.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { newRelationshipProblems, newRelationshipSteps, plainRelationship } from '#entities/newRelationship.ts'
import { entityOperations } from '#entities/operations.ts'
import { inverseOf } from '#entities/relationshipEnds.ts'

let counter = 0
const newId = () => `00000000-0000-7000-8000-${String(++counter).padStart(12, '0')}`
const planOn = (model: Model, operations: readonly object[]) =>
  planChange(model, operations, { kinds: entityOperations, author: 'maker', changeId: newId(), newId })
const [customer, order] = [newId(), newId()]
const entity = (id: string, name: string, uri: string) => ({
  kind: 'entity.create',
  id,
  name,
  collectionname: name,
  uri,
})
const ground = planOn(emptyModel, [entity(customer, 'Customer', 'customers'), entity(order, 'Order', 'orders')]).after

function make(entityId: string, draft: AttributeDraft, said: object) {
  const steps = newRelationshipSteps(entityId, draft, { ...plainRelationship, ...said }, newId)
  const problems = newRelationshipProblems(ground, steps, newId)
  if (problems.length > 0) return { problems }
  const { after, inverse } = planOn(
    ground,
    steps.map(({ operation }) => operation),
  )
  const [relationship] = [...after.relationships.values()]
  if (!relationship) throw new Error('no relationship')
  const own = after.entities
    .get(relationship.from_entity)
    ?.attributes.find(({ id }) => id === relationship.attribute_id)
  return { problems, relationship, own, other: inverseOf(after, relationship), after, inverse }
}

describe('[R172] an attribute is made with both ends of its relationship and what becomes of records, as one change', () => {
  test('N:1, with the name of the collection at the other table', () => {
    const draft = { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customer, unique: true } as const
    const made = make(order, draft, { otherName: 'Orders', otherUri: 'orders', on_delete: 'cascade' })
    expect(made.relationship).toMatchObject({ cardinality: 'N:1', on_delete: 'cascade', on_assign: 'none' })
    expect(made.own).toMatchObject({ uri: 'customer', type: 'N:1', unique: true, related_entity: customer })
    expect(made.other).toMatchObject({ uri: 'orders', type: '1:N', entity_id: customer, related_entity: order })
    expect(planOn(made.after ?? emptyModel, made.inverse ?? []).after.relationships.size).toBe(0)
  })

  test('1:N, with the lookup that it is the other end of', () => {
    const draft = { name: 'Orders', uri: 'orders', type: '1:N', related_entity: order } as const
    const made = make(customer, draft, { otherName: 'Buyer', otherUri: 'buyer', on_assign: 'cascade' })
    expect(made.relationship).toMatchObject({ cardinality: 'N:1', from_entity: order, on_assign: 'cascade' })
    expect(made.own).toMatchObject({ uri: 'buyer', type: 'N:1', related_entity: customer })
    expect(made.other).toMatchObject({ uri: 'orders', type: '1:N', entity_id: customer, related_entity: order })
  })

  test('N:N, with or without a name at the other table', () => {
    const draft = { name: 'Tags', uri: 'tags', type: 'N:N', related_entity: order } as const
    const made = make(customer, draft, { otherName: 'Tagged', otherUri: 'tagged', on_delete: 'restrict' })
    expect(made.relationship).toMatchObject({ cardinality: 'N:N', on_delete: 'restrict' })
    expect(made.after?.entities.get(made.relationship?.link_entity ?? '')?.attributes).toHaveLength(2)
    expect(made.other).toMatchObject({ uri: 'tagged', type: 'N:N', entity_id: order })
    const plain = make(customer, draft, {})
    expect([plain.relationship?.on_delete, plain.other]).toEqual(['clear', undefined])
  })
})

test('what stands against either end is told at once, at its field', () => {
  const orders = { name: 'Orders', uri: 'orders', type: '1:N', related_entity: order } as const
  const targets = (entityId: string, draft: AttributeDraft, said: object) =>
    make(entityId, draft, said)
      .problems.map(({ target }) => target)
      .toSorted()
  expect(targets(customer, orders, {})).toEqual(['other.name', 'other.uri'])
  expect(targets(customer, { ...orders, related_entity: null }, { otherName: 'Buyer', otherUri: 'buyer' })).toContain(
    'related_entity',
  )
  const lookup = { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: customer } as const
  expect(targets(order, lookup, { otherName: 'Orders', otherUri: 'id' })).toEqual(['other.uri'])
  expect(targets(order, { ...lookup, uri: 'x' }, { otherName: 'Orders', otherUri: 'orders' })).toContain('uri')
})
