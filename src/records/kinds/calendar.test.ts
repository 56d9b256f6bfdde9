import { describe, expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import {
  addDays,
  dayOfValue,
  daysBetween,
  daysFilter,
  daysOf,
  eachDay,
  firstWeekday,
  movedDate,
  movedValues,
  placedEvents,
  turned,
  dateAtHour,
  weekday,
} from '#records/kinds/calendar.ts'

const date = fieldOf('due', 'date')
const datetime = fieldOf('begins', 'datetime')
const ends = fieldOf('ends', 'datetime')
const farWest = 'Pacific/Honolulu' // UTC-10
const greenwich = 'UTC'
const farEast = 'Pacific/Kiritimati' // UTC+14
const zones = [farWest, greenwich, farEast]

describe('the days of a calendar', () => {
  test('are whole weeks around a month, which begin as the region says', () => {
    expect(daysOf('month', '2026-11-21', 1)).toEqual({ from: '2026-10-26', to: '2026-12-07' })
    expect(daysOf('month', '2026-11-21', 7)).toEqual({ from: '2026-11-01', to: '2026-12-06' })
    expect(daysOf('month', '2026-02-10', 7)).toEqual({ from: '2026-02-01', to: '2026-03-01' })
    expect(daysOf('week', '2026-11-22', 1)).toEqual({ from: '2026-11-16', to: '2026-11-23' })
    expect(daysOf('week', '2026-11-22', 7)).toEqual({ from: '2026-11-22', to: '2026-11-29' })
    expect(daysOf('day', '2026-12-31', 1)).toEqual({ from: '2026-12-31', to: '2027-01-01' })
    expect(['en-US', 'es-ES', 'lv-LV', 'ru-RU'].map(firstWeekday)).toEqual([7, 1, 1, 1])
  })

  test('are counted over ends of months, leap days and before 1970', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addDays('1969-12-31', 1)).toBe('1970-01-01')
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01')
    expect(daysBetween('2024-02-01', '2024-03-01')).toBe(29)
    expect(['2026-11-23', '2026-11-29', '1960-02-29'].map(weekday)).toEqual([1, 7, 1])
    expect(eachDay({ from: '2026-03-28', to: '2026-03-31' })).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  })

  test('are turned by days, weeks and months, of which some are shorter', () => {
    expect(turned('day', '2026-03-01', -1)).toBe('2026-02-28')
    expect(turned('week', '2026-12-28', 1)).toBe('2027-01-04')
    expect(turned('month', '2026-01-31', 1)).toBe('2026-02-28')
    expect(turned('month', '2026-01-15', -1)).toBe('2025-12-15')
  })
})

describe('a record on a calendar', () => {
  test.each(zones)('lies on its date in every zone: %s', (zone) => {
    expect(dayOfValue('2026-11-21', date, zone)).toBe('2026-11-21')
    expect(movedDate('2026-11-21', date, 10, zone)).toBe('2026-12-01')
    expect(daysFilter(date, null, { from: '2026-11-01', to: '2026-12-01' }, zone)).toMatchObject({
      of: [{ values: ['2026-11-01'] }, { values: ['2026-12-01'] }],
    })
    expect(dateAtHour('2026-11-21', date, 9, zone)).toBe('2026-11-21')
  })

  test('lies on the day that the reader’s clocks show at its instant', () => {
    const noon = '2026-11-21T12:00:00.000Z'
    expect(zones.map((zone) => dayOfValue(noon, datetime, zone))).toEqual(['2026-11-21', '2026-11-21', '2026-11-22'])
    const night = '2026-11-21T05:00:00.000Z'
    expect(zones.map((zone) => dayOfValue(night, datetime, zone))).toEqual(['2026-11-20', '2026-11-21', '2026-11-21'])
    expect(zones.map((zone) => dateAtHour('2026-11-21', datetime, 9, zone))).toEqual([
      '2026-11-21T19:00:00.000Z',
      '2026-11-21T09:00:00.000Z',
      '2026-11-20T19:00:00.000Z',
    ])
    expect(dayOfValue(null, datetime, greenwich)).toBeUndefined()
    expect(dayOfValue('nothing', datetime, greenwich)).toBeUndefined()
  })

  test('is over by the midnight at which it ends, and never ends before it begins', () => {
    const lies = (from: string, to: string | null) =>
      placedEvents({ field: datetime, value: from }, { field: ends, value: to }, greenwich)
    expect(lies('2026-11-21T10:00:00Z', '2026-11-23T00:00:00Z')).toEqual({ first: '2026-11-21', last: '2026-11-22' })
    expect(lies('2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z')).toEqual({ first: '2026-11-21', last: '2026-11-21' })
    expect(lies('2026-11-21T10:00:00Z', '2026-11-01T00:00:00Z')).toEqual({ first: '2026-11-21', last: '2026-11-21' })
    expect(lies('2026-11-21T10:00:00Z', null)).toEqual({ first: '2026-11-21', last: '2026-11-21' })
    const due = fieldOf('until', 'date')
    expect(placedEvents({ field: date, value: '2026-11-21' }, { field: due, value: '2026-11-24' }, farWest)).toEqual({
      first: '2026-11-21',
      last: '2026-11-24',
    })
  })

  test('keeps its time of day when it moves over the change of clocks', () => {
    // Riga puts its clocks forward on 29 March and back on 25 October 2026.
    const tenAtRiga = '2026-03-28T08:00:00.000Z'
    expect(movedDate(tenAtRiga, datetime, 1, 'Europe/Riga')).toBe('2026-03-29T07:00:00.000Z')
    expect(movedDate('2026-10-24T07:00:00.000Z', datetime, 2, 'Europe/Riga')).toBe('2026-10-26T08:00:00.000Z')
    expect(zones.map((zone) => movedDate(tenAtRiga, datetime, 1, zone))).toEqual(
      zones.map(() => '2026-03-29T08:00:00.000Z'),
    )
  })

  test('moves to the next time that there is where clocks skip its own, and to the first of two', () => {
    // 03:30 does not exist on 29 March in Riga, and exists twice on 25 October.
    expect(movedDate('2026-03-28T01:30:00.000Z', datetime, 1, 'Europe/Riga')).toBe('2026-03-29T01:30:00.000Z')
    expect(movedDate('2026-10-24T00:30:00.000Z', datetime, 1, 'Europe/Riga')).toBe('2026-10-25T00:30:00.000Z')
    // Midnight does not exist on 6 September 2026 in Santiago.
    expect(dayOfValue(dateAtHour('2026-09-06', datetime, 0, 'America/Santiago'), datetime, 'America/Santiago')).toBe(
      '2026-09-06',
    )
  })

  test('keeps its length when it moves', () => {
    const start = { field: datetime, value: '2026-03-28T08:00:00.000Z' }
    const end = { field: ends, value: '2026-03-28T10:30:00.000Z' }
    expect(movedValues(start, end, 1, 'Europe/Riga')).toEqual({
      begins: '2026-03-29T07:00:00.000Z',
      ends: '2026-03-29T09:30:00.000Z',
    })
    expect(movedValues(start, { ...end, value: null }, 1, 'Europe/Riga')).toEqual({
      begins: '2026-03-29T07:00:00.000Z',
    })
    const until = { field: fieldOf('until', 'date'), value: '2026-03-02' }
    expect(movedValues({ field: date, value: '2026-02-27' }, until, -3, farEast)).toEqual({
      due: '2026-02-24',
      until: '2026-02-27',
    })
  })

  test('is asked for where it begins on the days, and where it goes on over them', () => {
    const days = { from: '2026-03-29', to: '2026-03-30' }
    expect(daysFilter(datetime, ends, days, 'Europe/Riga')).toEqual({
      kind: 'or',
      of: [
        {
          kind: 'and',
          of: [
            { kind: 'condition', column: 'begins', operator: 'ge', values: ['2026-03-28T22:00:00.000Z'] },
            // A day of 23 hours.
            { kind: 'condition', column: 'begins', operator: 'lt', values: ['2026-03-29T21:00:00.000Z'] },
          ],
        },
        {
          kind: 'and',
          of: [
            { kind: 'condition', column: 'begins', operator: 'lt', values: ['2026-03-28T22:00:00.000Z'] },
            { kind: 'condition', column: 'ends', operator: 'gt', values: ['2026-03-28T22:00:00.000Z'] },
          ],
        },
      ],
    })
  })
})

function fieldOf(uri: string, type: 'date' | 'datetime') {
  return attributeOf({ name: uri, uri, type }, { id: uri, entity_id: 'e', change_id: 'c', position: 0 })
}
