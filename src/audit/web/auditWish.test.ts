import { expect, test } from 'vitest'
import { everything, queryText, readWish, writeWish } from '#audit/web/auditWish.ts'

const id = '01a1fe4c-57d3-714f-b61f-dd6161c13c5b'

test('a wish stands in the address and is read from it again; what is no wish is left out', () => {
  const wish = {
    ...everything,
    area: 'security',
    kind: 'roleCreated',
    by: id,
    record: id,
    from: '2026-11-01',
    to: '2026-11-30',
  } as const
  expect(readWish(`?${writeWish(wish)}`)).toEqual(wish)
  expect(readWish('?area=other&kind=1&by=x&record=1&from=yesterday&cause=%27%20or%201')).toEqual(everything)
  expect(writeWish(everything)).toBe('')
})

test.each([
  ['Pacific/Honolulu', '2026-11-30T10:00:00.000Z', '2026-12-01T10:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-29T10:00:00.000Z', '2026-11-30T10:00:00.000Z'],
])('days go from the beginning of the first to the end of the last on the clocks of %s', (zone, first, end) => {
  const asked = new URLSearchParams(queryText({ ...everything, from: '2026-11-30', to: '2026-11-30' }, zone))
  expect([asked.get('from'), asked.get('to')]).toEqual([first, end])
})
