import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockText } from '#dates/clockText.ts'
import { readDuration, writeDuration } from '#attributes/span.ts'

test('a span is written as hours and minutes, and read back', () => {
  expect(clockText('PT1H30M')).toBe('1:30')
  expect(clockText('P1DT2H30M')).toBe('26:30')
  expect(clockText('-PT45S')).toBe('-0:00:45')
  expect(clockText('soon')).toBeUndefined()
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (seconds) => {
      const span = writeDuration(seconds)
      expect(readDuration(clockText(span) ?? '')).toBe(span)
    }),
  )
})
