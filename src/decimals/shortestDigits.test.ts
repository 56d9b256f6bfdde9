import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doubleForm, findShortestDigits, singleForm } from '#decimals/shortestDigits.ts'

describe('the fewest digits of a number', () => {
  test.each([
    [0.1, '1e-1'],
    [12.5, '1.25e1'],
    [5e-324, '5e-324'],
    [Number.MAX_VALUE, '1.7976931348623157e308'],
    // In the middle between two doubles.
    [1e23, '9.999999999999999e22'],
  ])('of the double %d: %s', (number, digits) => expect(findShortestDigits(number, doubleForm)).toBe(digits))

  test.each([
    [Math.fround(0.1), '1e-1'],
    [2 ** -149, '1e-45'],
    // In the middle between two singles.
    [34_000_168, '3.4000168e7'],
    // As far from the greater text as from the lesser one, whose last digit is even.
    [2_097_152.25, '2.0971522e6'],
  ])('of the single %d: %s', (number, digits) => expect(findShortestDigits(number, singleForm)).toBe(digits))

  test('are read as the number again', () => {
    const above = { min: 5e-324, noNaN: true, noDefaultInfinity: true }
    fc.assert(fc.property(fc.double(above), (number) => Number(findShortestDigits(number, doubleForm)) === number))
    fc.assert(
      fc.property(
        fc.float({ ...above, min: 2 ** -149 }),
        (number) => Math.fround(Number(findShortestDigits(number, singleForm))) === number,
      ),
    )
  })
})
