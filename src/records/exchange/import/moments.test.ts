import { describe, expect, test } from 'vitest'
import { plainFormat } from '#attributes/type.ts'
import { attributeOf } from '#attributes/attribute.ts'
import { momentAt } from '#dates/zoneTime.ts'
import { clocksOf, importedMomentReader } from '#records/exchange/import/moments.ts'

describe('a time that names no zone is one on the clocks of whoever imports', () => {
  test.each([
    ['Europe/Riga', '2024-01-15T10:00:00', '2024-01-15T08:00:00Z'],
    ['Europe/Riga', '2024-07-15T10:00:00.5', '2024-07-15T07:00:00.5Z'],
    ['Europe/Riga', '2024-07-15T00:30:00', '2024-07-14T21:30:00Z'],
    ['America/New_York', '2024-12-31T23:00:00', '2025-01-01T04:00:00Z'],
    ['Pacific/Honolulu', '2024-02-29T20:00:00', '2024-03-01T06:00:00Z'],
    ['Pacific/Kiritimati', '2024-03-01T10:00:00', '2024-02-29T20:00:00Z'],
    ['Asia/Kolkata', '2024-02-29T05:29:59.123456', '2024-02-28T23:59:59.123456Z'],
    // Clocks of before the railways: half a minute off.
    ['Europe/Riga', '1900-01-01T00:00:00', '1899-12-31T22:23:26Z'],
    ['UTC', '0001-01-01T00:00:00', '0001-01-01T00:00:00Z'],
  ])('in %s %s is %s', (zone, local, instant) => expect(clocksOf(zone)(local)).toBe(instant))

  test('what clocks jump over when put forward is counted on from before the jump', () => {
    expect(clocksOf('Europe/Riga')('2024-03-31T03:30:00')).toBe('2024-03-31T01:30:00Z')
    expect(clocksOf('America/New_York')('2024-03-10T02:30:00')).toBe('2024-03-10T07:30:00Z')
    // Half an hour is skipped in Havana from midnight on, so a day there begins an hour late.
    expect(clocksOf('America/Havana')('2024-03-10T00:00:00')).toBe('2024-03-10T05:00:00Z')
  })

  test('a time that clocks show twice when put back is the later of the two', () => {
    expect(clocksOf('Europe/Riga')('2024-10-27T03:30:00')).toBe('2024-10-27T01:30:00Z')
    expect(clocksOf('America/New_York')('2024-11-03T01:30:00')).toBe('2024-11-03T06:30:00Z')
  })

  test('times all through a year are read as formulas and pasted cells read it', () => {
    for (const zone of ['Europe/Riga', 'America/New_York', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'Africa/Cairo']) {
      const instantOf = clocksOf(zone)
      const others: string[] = []
      for (let local = Date.UTC(2024, 0, 1); local < Date.UTC(2025, 0, 1); local += 5_400_000) {
        const read = instantOf(new Date(local).toISOString().slice(0, 19))
        if (Date.parse(read) !== momentAt(local, zone)) others.push(read)
      }
      expect(others, zone).toEqual([])
    }
  })
})

test('cells of moments in the forms that files have them', () => {
  const draft = { name: 'Seen', uri: 'seen', type: 'datetime' } as const
  const field = attributeOf(draft, { id: 'a', entity_id: 'e', change_id: 'c', position: 0 })
  const reader = (dateOrder: 'ymd' | 'dmy') => importedMomentReader(field, { ...plainFormat, dateOrder }, 'Europe/Riga')
  expect(['15.01.2024 10:00:30', '2024-01-15 10:00', '2024-01-15 10:00Z', '15.01.2024'].map(reader('dmy'))).toEqual([
    '2024-01-15T08:00:30Z',
    '2024-01-15T08:00:00.000Z',
    '2024-01-15T10:00:00.000Z',
    // A day alone is the midnight that it begins with.
    '2024-01-14T22:00:00Z',
  ])
  expect(
    [
      '2024-01-15 10:00',
      '15 January 2024 10:00 am',
      '2024-01-15T10:00:00',
      '2024-01-15T10:00:00Z',
      '2024-01-15 10:00 UTC',
      '2024-01-15 10:00:00.5+00',
      '2024-01-15T10:00:00-05:00',
    ].map(reader('ymd')),
  ).toEqual([
    '2024-01-15T08:00:00Z',
    '2024-01-15T08:00:00Z',
    '2024-01-15T08:00:00Z',
    '2024-01-15T10:00:00Z',
    '2024-01-15T10:00:00Z',
    '2024-01-15T10:00:00.5Z',
    '2024-01-15T15:00:00Z',
  ])
  expect(reader('ymd')('soon')).toMatchObject({ code: 'validation.datetime' })
})
