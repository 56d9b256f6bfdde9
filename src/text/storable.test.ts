import { expect, test } from 'vitest'
import { isStorable, unstorablePaths } from '#text/storable.ts'

test('a text with NUL or half a surrogate pair cannot be stored; any other can', () => {
  for (const text of ['a\0b', '\ud800', 'x\udc00']) expect(isStorable(text)).toBe(false)
  for (const text of ['', '😀', '\ufeff', '\u0001\u202e']) expect(isStorable(text)).toBe(true)
})

test('what cannot be stored is named by its path', () => {
  expect(unstorablePaths({ a: 'x', b: { c: ['y', '\0'] }, '\ud800': 1 })).toEqual(['b.c.1', ''])
})

test('a value that is nested a million levels deep is refused, not walked through', () => {
  let value: unknown = 1
  for (let depth = 0; depth < 1_000_000; depth++) value = [value]
  expect(unstorablePaths({ a: value })).toEqual([`a${'.0'.repeat(99)}`])
})
