import { expect, test } from 'vitest'
import { zoneChoice, zonesFor } from '#dates/timeZoneChoice.ts'

const winter = new Date('2026-01-15T12:00:00Z')

test('zones are found by words of their names, and tell how far they are from UTC', () => {
  expect(zonesFor('riga', winter)).toEqual([{ id: 'Europe/Riga', label: 'Europe/Riga', detail: 'UTC+02:00' }])
  expect(zonesFor('america new york', winter).map(({ label }) => label)).toEqual(['America/New York'])
  expect(zonesFor('moon', winter)).toEqual([])
  expect(zonesFor('', winter)[0]).toEqual({ id: 'UTC', label: 'UTC', detail: 'UTC+00:00' })
  expect(zonesFor('', winter)).toHaveLength(60)
})

test('what a zone is ahead is that of the moment', () => {
  expect(zoneChoice('Europe/Riga', new Date('2026-07-15T12:00:00Z')).detail).toBe('UTC+03:00')
})
