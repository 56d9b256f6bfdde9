import { expect, test } from 'vitest'
import { sizeText } from '#language/sizeText.ts'

test('bytes are told in the unit that fits, in the language', () => {
  expect([0, 999, 24_576, 1_340_000_000].map((bytes) => sizeText(bytes, 'en'))).toEqual([
    '0 byte',
    '999 byte',
    '25 kB',
    '1.3 GB',
  ])
  expect(sizeText(1_340_000, 'lv')).toBe('1,3 MB')
})
