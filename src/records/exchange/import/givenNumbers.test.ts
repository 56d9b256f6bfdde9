import { expect, test } from 'vitest'
import { givenNumber } from '#records/exchange/import/givenNumbers.ts'

test('the number that a text has in a format is found on whatever day it was given', () => {
  const read = givenNumber('INV-{YYYY}/{MM}-{0000}.a')
  expect(read('INV-2024/02-0080.a')).toBe(80n)
  expect(read('INV-1999/12-123456.a')).toBe(123456n)
  for (const other of ['INV-24/02-0080.a', 'INV-2024/02-0080xa', 'x', 'INV-2024/02-.a']) expect(read(other)).toBeNull()
  expect(givenNumber('{0}')('7')).toBe(7n)
  expect(givenNumber('no counter')('7')).toBeNull()
})
