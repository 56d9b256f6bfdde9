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

test('days go from the beginning of the first to the end of the last, in the reader’s zone', () => {
  const asked = new URLSearchParams(queryText({ ...everything, from: '2026-11-30', to: '2026-11-30' }))
  const [from, to] = [asked.get('from'), asked.get('to')].map((text) => new Date(text ?? ''))
  expect(from).toEqual(new Date(2026, 10, 30))
  expect(to).toEqual(new Date(2026, 11, 1))
})
