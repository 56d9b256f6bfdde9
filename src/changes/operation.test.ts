import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { meets, onceForOperation, type Operation, type OperationKind } from '#changes/operation.ts'

test('the same property of the same definition meets', () => {
  expect(meets(['a.name'], ['a.name'])).toBe(true)
  expect(meets(['a.name'], ['a.uri'])).toBe(false)
  expect(meets(['a.name'], ['b.name'])).toBe(false)
})

test('making or removing a definition meets everything of it, and nothing of its neighbours', () => {
  expect(meets(['a'], ['a.name'])).toBe(true)
  expect(meets(['a'], ['a'])).toBe(true)
  expect(meets(['a'], ['ab.name'])).toBe(false)
})

test('what a property needs of a whole definition is not touched by another property of it', () => {
  expect(meets(['a.name'], ['a'])).toBe(false)
  expect(meets([], ['a'])).toBe(false)
  expect(meets(['a'], [])).toBe(false)
})

test('an outcome is worked out once for each name of the change, however many rules ask for it', () => {
  let times = 0
  const add: OperationKind<readonly string[]> = {
    activity: 'alter-entities',
    kind: 'add',
    schema: z.custom<Operation>(),
    complete: (operation) => operation,
    check: () => [],
    apply: (model, { name }, changeId) => ((times += 1), [...model, `${String(name)} ${changeId}`]),
    invert: () => [],
    footprint: () => ({ writes: [], needs: [] }),
    impact: () => [],
    sentence: () => null,
  }
  const once = { ...add, apply: onceForOperation(add.apply) }
  const [model, operation] = [['one'], { kind: 'add', name: 'two' }]
  expect(once.apply(model, operation, 'c')).toBe(once.apply(model, operation, 'c'))
  expect(once.apply(model, operation, 'd')).toEqual(['one', 'two d'])
  expect(once.apply(model, operation, 'c')).toEqual(['one', 'two c'])
  expect(times).toBe(2)
  expect(once.apply(['other'], operation, 'c')).toEqual(['other', 'two c'])
})
