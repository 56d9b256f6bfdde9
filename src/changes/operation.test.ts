import { expect, test } from 'vitest'
import { meets } from '#changes/operation.ts'

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
