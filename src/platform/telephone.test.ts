import { expect, test } from 'vitest'
import { digitsIn, digitsOfPattern, digitsPattern, soughtDigits } from '#platform/telephone.ts'

test('only what a telephone number is written with, and at least three digits of it, is looked for by its digits', () => {
  expect(['2912', '29 12', '+371 (29) 12-3/4', '112'].map(soughtDigits)).toEqual(['2912', '2912', '371291234', '112'])
  expect(['12', '1 2', '2912x', '29.12', '', '+-()/ ', '２９１２'].map(soughtDigits)).toEqual(Array(7).fill(undefined))
})

test('a pattern of digits finds them whatever stands between them, and tells them again', () => {
  const pattern = digitsPattern('2912')
  for (const number of ['+371 29 123 456', '(29)-12', '0002912000'])
    expect([new RegExp(pattern).test(number), digitsIn(number).includes('2912')], number).toEqual([true, true])
  expect(new RegExp(pattern).test('+371 29 213')).toBe(false)
  expect([pattern, '2912', '', '2[^0-9]*x'].map(digitsOfPattern)).toEqual(['2912', undefined, undefined, undefined])
})
