import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay } from '#dates/day.ts'
import { readInstant } from '#attributes/types/datetime.ts'

const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

test('an instant is read alike however many of its parts are written', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 3 }), (date, digits) => {
      const iso = date.toISOString()
      const text = digits === 0 ? `${iso.slice(0, 19)}Z` : `${iso.slice(0, 20 + digits)}Z`
      const whole = new Date(text).toISOString()
      expect(readInstant(text)).toBe(whole)
      expect(readInstant(text.toLowerCase())).toBe(whole)
      expect(readInstant(text.replace('Z', '+00:00'))).toBe(whole)
    }),
  )
})

test('days and times that are none are refused', () => {
  const none = [
    '2023-02-29',
    '1900-02-29',
    '0000-01-01',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '2024-01-00',
    '2024-1-01',
  ]
  for (const day of none) expect([isDay(day), readInstant(`${day}T10:00:00Z`)]).toEqual([false, null])
  for (const time of ['24:00:00', '10:60:00', '10:00:60', '1:00:00', '10:00:00.'])
    expect(readInstant(`2024-02-29T${time}Z`)).toBeNull()
  expect([isDay('2000-02-29'), isDay('2024-02-29'), isDay('2024-02-29\n')]).toEqual([true, true, false])
})
