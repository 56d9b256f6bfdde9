import { expect, test } from 'vitest'
import { letterKey } from '#design/letterKey.ts'

test('the letter of a shortcut is the one that the key writes', () => {
  expect(letterKey({ key: 'z', code: 'KeyZ' })).toBe('z')
  expect(letterKey({ key: 'Z', code: 'KeyZ' })).toBe('z')
  // A German keyboard has Y and Z in each other's place.
  expect(letterKey({ key: 'z', code: 'KeyY' })).toBe('z')
})

test('on a keyboard of another script it is the letter that stands there on a Latin one', () => {
  expect(letterKey({ key: 'я', code: 'KeyZ' })).toBe('z')
  expect(letterKey({ key: 'Л', code: 'KeyK' })).toBe('k')
})

test('other keys keep their names', () => {
  expect(letterKey({ key: 'Enter', code: 'Enter' })).toBe('Enter')
  expect(letterKey({ key: 'ё', code: 'Backquote' })).toBe('ё')
})
