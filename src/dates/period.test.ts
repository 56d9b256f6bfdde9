import { expect, test } from 'vitest'
import { monthsOf, readWeek, weeksIn } from '#dates/period.ts'

test('the weeks of a year begin on the Mondays of ISO 8601', () => {
  expect(weeksIn(2020)).toHaveLength(53)
  expect(weeksIn(2020)[0]).toEqual({ id: '2020-W01', week: 1, monday: '2019-12-30' })
  expect(weeksIn(2020).at(-1)).toEqual({ id: '2020-W53', week: 53, monday: '2020-12-28' })
  expect(weeksIn(2024)[8]).toEqual({ id: '2024-W09', week: 9, monday: '2024-02-26' })
  for (const year of [1, 99, 1900, 2000, 2026, 9999]) {
    for (const { id, monday } of weeksIn(year)) {
      expect(readWeek(id)).toBe(id)
      expect(monday).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  }
})

test('a year has twelve months', () => {
  expect(monthsOf(2024)).toHaveLength(12)
  expect(monthsOf(7)[11]).toBe('0007-12')
})
