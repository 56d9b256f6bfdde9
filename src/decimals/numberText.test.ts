import { expect, test } from 'vitest'
import { numberSigns, parseNumberText } from '#decimals/numberReading.ts'
import { writeNumberText } from '#decimals/numberText.ts'

const english = numberSigns('en-US')
const latvian = numberSigns('lv-LV')
const spanish = numberSigns('es-ES')

test.each([
  ['1,234.50', '1234.50'],
  ['-0.5', '-0.5'],
  ['.5', '0.5'],
  ['−7', '-7'],
  ['007', '7'],
  ['12345678901234567890.12345', '12345678901234567890.12345'],
  ['1,5', '1.5'],
  ['12a', undefined],
  ['', undefined],
  ['1,234,5', undefined],
  ['1.234,56', undefined],
])('English %s is %s', (typed, plain) => expect(parseNumberText(typed, english)).toBe(plain))

test.each([
  ['1 234,50', '1234.50'],
  ['1\u00a0234,50', '1234.50'],
  ['1234.5', '1234.5'],
])('Latvian %s is %s', (typed, plain) => expect(parseNumberText(typed, latvian)).toBe(plain))

test('Spanish groups by points', () => {
  expect(parseNumberText('1,234.56', spanish)).toBeUndefined()
  expect(parseNumberText('1.234.567,8', spanish)).toBe('1234567.8')
  expect(writeNumberText('1234567.8', spanish)).toBe('1234567,8')
})
