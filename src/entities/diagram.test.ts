import { expect, test } from 'vitest'
import { planChange } from '#changes/plan.ts'
import { box, diagramOf } from '#entities/diagram.ts'
import { emptyModel } from '#entities/model.ts'
import { entityOperations } from '#entities/operations.ts'

let counter = 0
const newId = () => `00000000-0000-7000-8000-${String(++counter).padStart(12, '0')}`
const names = ['Customer', 'Invoice', 'Line', 'Product', 'Memo', 'Note']
const ids = names.map(newId)
const idOf = (name: string) => ids[names.indexOf(name)] ?? ''
const entity = (name: string) => ({
  kind: 'entity.create',
  id: idOf(name),
  name,
  collectionname: `${name}s`,
  uri: `${name.toLowerCase()}s`,
})
const relate = (from: string, to: string, uri: string, cardinality = 'N:1') => ({
  kind: 'relationship.create',
  from_entity: idOf(from),
  to_entity: idOf(to),
  cardinality,
  attribute: { name: `To ${to}`, uri },
})
const { after, problems } = planChange(
  emptyModel,
  [
    ...names.map(entity),
    relate('Invoice', 'Customer', 'customer'),
    relate('Line', 'Invoice', 'invoice'),
    relate('Line', 'Product', 'product'),
    relate('Customer', 'Customer', 'partner'),
    relate('Customer', 'Line', 'favourite'),
    relate('Product', 'Customer', 'buyers', 'N:N'),
  ],
  { kinds: entityOperations, author: 'maker', changeId: newId(), newId },
)

test('entities stand apart, in columns by what they point to, the single ones below; a circle ends somewhere', () => {
  expect(problems).toEqual([])
  const { nodes, edges } = diagramOf(after)
  expect(nodes.map((node) => node.entity.name).toSorted()).toEqual(names.toSorted())
  const place = new Map(nodes.map((node) => [node.entity.name, node]))
  expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(names.length)
  const bottom = Math.max(...['Customer', 'Invoice', 'Line', 'Product'].map((name) => place.get(name)?.y ?? 0))
  for (const name of ['Memo', 'Note']) expect(place.get(name)?.y).toBeGreaterThan(bottom)
  expect(edges).toHaveLength(5)
  expect(place.get('Customer')?.own.map(({ name }) => name)).toEqual(['To Customer'])
  expect(diagramOf(after)).toEqual(diagramOf(after))
})

test('a line over several columns passes beside the boxes between them', () => {
  const { after: model } = planChange(
    emptyModel,
    [
      ...['Customer', 'Invoice', 'Line'].map(entity),
      relate('Invoice', 'Customer', 'customer'),
      relate('Line', 'Invoice', 'invoice'),
      relate('Line', 'Customer', 'payer'),
    ],
    { kinds: entityOperations, author: 'maker', changeId: newId(), newId },
  )
  const { nodes, edges } = diagramOf(model)
  const over = edges.filter(({ through }) => through.length > 0)
  expect(over.map(({ relationship }) => relationship.name)).toEqual(['To Customer'])
  const invoice = nodes.find((node) => node.entity.name === 'Invoice')
  const [right, left] = over[0]?.through ?? []
  expect([right?.x, left?.x]).toEqual([(invoice?.x ?? 0) + box.width, invoice?.x])
  expect(Math.abs((right?.y ?? 0) - (invoice?.y ?? 0) - box.height / 2)).toBeGreaterThan(box.height)
})
