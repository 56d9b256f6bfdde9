import { expect, test } from 'vitest'
import { planChange } from '#changes/plan.ts'
import { copyOperations } from '#entities/copyEntity.ts'
import { emptyModel, type Model } from '#entities/model.ts'
import { entityOperations } from '#entities/operations.ts'

let counter = 0
const newId = () => `00000000-0000-7000-8000-${String(++counter).padStart(12, '0')}`
const planOn = (model: Model, operations: readonly object[]) =>
  planChange(model, operations, { kinds: entityOperations, author: 'maker', changeId: newId(), newId })

test('a copy has the attributes of its source under new ids, and relationships that do the same', () => {
  const [id, country, parent] = [newId(), newId(), newId()]
  const options = [{ value: 'lv', label: 'Latvia' }]
  const { after, problems } = planOn(emptyModel, [
    {
      kind: 'entity.create',
      id,
      name: 'Customer',
      collectionname: 'Customers',
      uri: 'customers',
      recordsharing: false,
      color: '#112233',
      attributes: [
        { id: country, name: 'Country', uri: 'country', type: 'select', options },
        {
          name: 'City',
          uri: 'city',
          type: 'select',
          parent_attribute: country,
          options: [{ value: 'riga', label: 'Riga', parent: 'lv' }],
        },
        { name: 'Parent', uri: 'parent', type: 'N:1', related_entity: id, relationship_id: parent },
      ],
    },
    { kind: 'relationship.update', id: parent, on_delete: 'cascade' },
    {
      kind: 'attribute.create',
      entity_id: id,
      name: 'Children',
      uri: 'children',
      type: '1:N',
      relationship_id: parent,
    },
  ])
  expect(problems).toEqual([])
  const source = after.entities.get(id)
  if (!source) throw new Error('no source')
  const names = { name: 'Supplier', collectionname: 'Suppliers', uri: 'suppliers' }
  const copy = planOn(after, copyOperations(after, source, names, newId))
  expect(copy.problems).toEqual([])
  const made = copy.after.entitiesByUri.get('suppliers')
  expect(made).toMatchObject({ ...names, recordsharing: false, color: '#112233' })
  expect(made?.attributes.map(({ uri }) => uri)).toEqual(['country', 'city', 'parent'])
  const [first, second, third] = made?.attributes ?? []
  expect(first?.id).not.toBe(country)
  expect(second?.parent_attribute).toBe(first?.id)
  expect(third?.related_entity).toBe(made?.id)
  expect(copy.after.relationships.get(third?.relationship_id ?? '')).toMatchObject({
    on_delete: 'cascade',
    to_entity: made?.id,
  })
})
