import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinList, splitList } from '#attributes/textList.ts'

test('a list on a line and read again is the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ';', '"', ' ', '\n'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      expect(splitList(joinList(texts))).toEqual(texts)
    }),
  )
})

test('what people type is taken as they meant it', () => {
  expect(splitList('Open; won ;;"a; b" ; 5" pipe;')).toEqual(['Open', 'won', 'a; b', '5" pipe'])
  expect(splitList('  ')).toEqual([])
})

test('a line of any kind is read in the time that it takes to read it', () => {
  for (const piece of [' ', '"', ';', '" ', '"a'])
    expect(splitList(`a${piece.repeat(100_000)}b`).length, piece).toBeLessThan(200_001)
})
