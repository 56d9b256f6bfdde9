import { expect, test } from 'vitest'
import { cellText } from '#records/exchange/sheet/cellValue.ts'

test('a number under a percent format is a share, whose text says so', () => {
  const workbook = { shows: ['number', 'percent'], system: 1900, shared: () => '' } as const
  const text = (value: string, style: number) => cellText({ type: 'n', style, value }, workbook)
  expect(text('0.25', 0)).toBe('0.25')
  expect(text('0.25', 1)).toBe('25 %')
  expect(text('7.0000000000000007E-2', 1)).toBe('7 %')
  expect(text('-0.125', 1)).toBe('-12.5 %')
  expect(text('', 1)).toBe('')
})
