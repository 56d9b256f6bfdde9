import { expect, test } from 'vitest'
import { planChange } from '#changes/plan.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { findDependents } from '#changes/references.ts'
import { modelDescriptors } from '#entities/descriptors/modelDescriptors.ts'
import { entityOperations } from '#entities/operations.ts'
import { inverseOf } from '#entities/relationshipEnds.ts'

let counter = 0
const newId = () => `00000000-0000-7000-8000-${String(++counter).padStart(12, '0')}`
const planOn = (model: Model, ...operations: object[]) =>
  planChange(model, operations, { kinds: entityOperations, author: 'maker', changeId: newId(), newId })
const undo = (model: Model, inverse: readonly object[]) =>
  planChange(model, inverse, { kinds: entityOperations, author: 'undo', changeId: newId(), newId })
const [customer, invoice] = [newId(), newId()]
const entity = (id: string, name: string, uri: string) => ({
  kind: 'entity.create',
  id,
  name,
  collectionname: `${name}s`,
  uri,
})
const ground = planOn(
  emptyModel,
  entity(customer, 'Customer', 'customers'),
  entity(invoice, 'Invoice', 'invoices'),
).after

function shapeOf({ entities, relationships }: Model): unknown {
  const plain = JSON.stringify([[...entities.values()], [...relationships.values()]])
  return JSON.parse(plain, (key: string, value: unknown) => (key === 'version' || key === 'change_id' ? 0 : value))
}

test('[R172] an attribute N:1 makes its relationship and says its id', () => {
  const { after } = planOn(ground, {
    kind: 'attribute.create',
    entity_id: invoice,
    name: 'Customer',
    uri: 'customer',
    type: 'N:1',
    related_entity: customer,
    required: true,
  })
  const [relationship] = after.relationships.values()
  expect(relationship).toMatchObject({
    name: 'Customer',
    from_entity: invoice,
    to_entity: customer,
    cardinality: 'N:1',
    on_delete: 'restrict',
  })
  expect(after.entities.get(invoice)?.attributes[0]?.relationship_id).toBe(relationship?.id)
})

test('[R206] 1:N is the other end of N:1: made at once, or later, and one of it at most', () => {
  const { after, problems } = planOn(ground, {
    kind: 'relationship.create',
    from_entity: customer,
    to_entity: invoice,
    cardinality: '1:N',
    attribute: { name: 'Invoices', uri: 'invoices' },
    inverse: { name: 'Customer', uri: 'customer' },
  })
  expect(problems).toEqual([])
  const [relationship] = after.relationships.values()
  expect(relationship).toMatchObject({ cardinality: 'N:1', from_entity: invoice, to_entity: customer })
  expect(after.entities.get(customer)?.attributes[0]).toMatchObject({ type: '1:N', related_entity: invoice })
  expect(after.dropped.size).toBe(0)
  const again = planOn(after, {
    kind: 'attribute.create',
    entity_id: customer,
    name: 'Bills',
    uri: 'bills',
    type: '1:N',
    relationship_id: relationship?.id,
  })
  expect(again.problems).toMatchObject([{ code: 'validation.taken', target: 'operations.0.relationship_id' }])
  const without = planOn(after, { kind: 'attribute.delete', id: after.entities.get(customer)?.attributes[0]?.id })
  expect(without.after.relationships.size).toBe(1)
  expect(without.after.dropped.size).toBe(0)
  expect(shapeOf(undo(without.after, without.inverse).after)).toEqual(shapeOf(after))
})

test('N:N has an entity of links with two lookups, which goes and comes back with it', () => {
  const made = planOn(ground, {
    kind: 'relationship.create',
    from_entity: invoice,
    to_entity: customer,
    cardinality: 'N:N',
    attribute: { name: 'Payers', uri: 'payers' },
    inverse: { name: 'Pays for', uri: 'paysfor' },
  })
  expect(made.problems).toEqual([])
  const [relationship] = made.after.relationships.values()
  const link = made.after.entitiesByUri.get('invoices_payers')
  expect(link).toMatchObject({ managed: true, link_of: relationship?.id })
  expect(link?.attributes.map(({ uri, related_entity }) => [uri, related_entity])).toEqual([
    ['source', invoice],
    ['target', customer],
  ])
  expect(relationship && inverseOf(made.after, relationship)?.uri).toBe('paysfor')
  for (const operation of [
    { kind: 'relationship.delete', id: relationship?.id },
    { kind: 'attribute.delete', id: relationship?.attribute_id },
  ]) {
    const gone = planOn(made.after, operation)
    expect(shapeOf(gone.after)).toEqual(shapeOf(ground))
    expect([...gone.after.dropped.values()]).toMatchObject([{ id: link?.id, kind: 'entity' }])
    expect(shapeOf(undo(gone.after, gone.inverse).after)).toEqual(shapeOf(made.after))
  }
  expect(shapeOf(undo(made.after, made.inverse).after)).toEqual(shapeOf(ground))
})

test('a relationship is deleted by the id and the version that it has, and only while it is there', () => {
  const { after } = planOn(ground, {
    kind: 'relationship.create',
    from_entity: invoice,
    to_entity: customer,
    cardinality: 'N:1',
    attribute: { name: 'Customer', uri: 'customer' },
  })
  const [relationship] = after.relationships.values()
  const problems = (more: object) =>
    planOn(after, { kind: 'relationship.delete', id: relationship?.id, ...more }).problems.map(
      ({ code, target }) => `${code} ${target}`,
    )
  expect(problems({ id: newId() })).toEqual(['definition.unknown operations.0.id'])
  expect(problems({ version: 7 })).toEqual(['definition.stale operations.0'])
  expect(problems({ version: relationship?.version })).toEqual([])
})

test('an entity that others are related to stays; its own relationships go and come back with it', () => {
  const { after } = planOn(ground, {
    kind: 'relationship.create',
    from_entity: invoice,
    to_entity: customer,
    cardinality: 'N:1',
    attribute: { name: 'Customer', uri: 'customer' },
    inverse: { name: 'Invoices', uri: 'invoices' },
  })
  expect(planOn(after, { kind: 'entity.delete', id: customer }).problems).toMatchObject([{ code: 'definition.inUse' }])
  const gone = planOn(after, { kind: 'entity.delete', id: invoice })
  expect(gone.problems).toEqual([])
  expect([gone.after.relationships.size, gone.after.entities.get(customer)?.attributes.length]).toEqual([0, 0])
  expect(shapeOf(undo(gone.after, gone.inverse).after)).toEqual(shapeOf(after))
})

test('what a relationship does is said anew and back; links of many to many are not carried on', () => {
  const { after } = planOn(ground, {
    kind: 'relationship.create',
    from_entity: invoice,
    to_entity: customer,
    cardinality: 'N:1',
    attribute: { name: 'Customer', uri: 'customer' },
  })
  const [relationship] = after.relationships.values()
  const changed = planOn(after, {
    kind: 'relationship.update',
    id: relationship?.id,
    on_delete: 'cascade',
    name: 'Buyer',
  })
  expect([...changed.after.relationships.values()]).toMatchObject([{ name: 'Buyer', on_delete: 'cascade', version: 2 }])
  expect(shapeOf(undo(changed.after, changed.inverse).after)).toEqual(shapeOf(after))
  const many = {
    kind: 'relationship.create',
    from_entity: invoice,
    to_entity: customer,
    cardinality: 'N:N',
    attribute: { name: 'Payers', uri: 'payers' },
    on_delete: 'cascade',
  }
  expect(planOn(ground, many).problems).toMatchObject([
    { code: 'relationship.manyToMany', target: 'operations.0.on_delete' },
  ])
})

test('what else points to the links of an N:N relationship holds it, and is told as going along', () => {
  const { after } = planOn(ground, {
    kind: 'relationship.create',
    from_entity: invoice,
    to_entity: customer,
    cardinality: 'N:N',
    attribute: { name: 'Payers', uri: 'payers' },
  })
  const [relationship] = after.relationships.values()
  const made = planOn(after, {
    kind: 'attribute.create',
    entity_id: invoice,
    name: 'Main payer',
    uri: 'main',
    type: 'N:1',
    related_entity: relationship?.link_entity,
  })
  for (const operation of [
    { kind: 'relationship.delete', id: relationship?.id },
    { kind: 'attribute.delete', id: relationship?.attribute_id },
  ]) {
    expect(planOn(made.after, operation).problems).toMatchObject([{ code: 'definition.inUse' }])
    const along = findDependents(modelDescriptors, made.after, [operation])
    expect(along.map(({ name }) => name)).toEqual(['Main payer'])
    expect(planOn(made.after, ...along.map((each) => each.operation), operation).problems).toEqual([])
  }
})

test('an end without a column of its own lacks no values, whatever is said of it', () => {
  const end = { kind: 'attribute.create', entity_id: invoice, name: 'Payers', uri: 'payers', type: 'N:N' }
  const made = planOn(ground, { ...end, related_entity: customer, required: true })
  expect([made.problems, made.impact]).toEqual([[], []])
  const text = { kind: 'attribute.create', entity_id: invoice, name: 'Code', uri: 'code', type: 'text', required: true }
  expect(planOn(ground, text).impact).toMatchObject([{ key: 'changes.impact.missing' }])
})
