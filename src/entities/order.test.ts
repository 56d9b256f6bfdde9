import { expect, test } from 'vitest'
import { movedItem, newPositions } from '#entities/order.ts'

test('an item is moved up or down, and never out of the list', () => {
  expect(movedItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(movedItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(movedItem(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(movedItem(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})

test('only what stands elsewhere is saved', () => {
  const at = (id: string, position: number) => ({ id, version: 1, position })
  expect(newPositions([at('a', 1), at('c', 3), at('b', 2)])).toEqual([
    { id: 'c', version: 1, position: 2 },
    { id: 'b', version: 1, position: 3 },
  ])
})
