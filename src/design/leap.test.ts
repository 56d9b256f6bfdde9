import { expect, test } from 'vitest'
import { beginLeap, goOn, rowsOfLeap, type Leap } from '#design/leap.ts'

const rowCount = 1_000_000
const begun = beginLeap(1000, 9, { physical: 34_000, shift: 0 })
const indexes = (leap: Leap, kept = -1, count = rowCount) => rowsOfLeap(leap, count, kept).map(({ index }) => index)

test('a leap begins with the rows in sight', () => {
  expect(indexes(begun)).toEqual([1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008])
})

test('each frame exchanges what a third of the places shows, and three of them all', () => {
  const one = goOn(begun, 2000)
  expect(indexes(one)).toEqual([2000, 2001, 2002, 1003, 1004, 1005, 1006, 1007, 1008])
  const three = goOn(goOn(one, 3000), 4000)
  expect(indexes(three)).toEqual([2000, 2001, 2002, 3003, 3004, 3005, 4006, 4007, 4008])
  expect(indexes(goOn(three, 5000)).slice(0, 4)).toEqual([5000, 5001, 5002, 3003])
})

test('the places stand still and keep their elements', () => {
  const before = rowsOfLeap(begun, rowCount, -1)
  const after = rowsOfLeap(goOn(goOn(begun, 2000), 3000), rowCount, -1)
  expect(after.map(({ at, as }) => ({ at, as }))).toEqual(before.map(({ at, as }) => ({ at, as })))
})

test('the row that has the focus keeps its element: in its place while it is shown, else out of sight', () => {
  const kept = 1004
  const away = rowsOfLeap(goOn(goOn(begun, 2000), 2000), rowCount, kept)
  expect(away.filter(({ as }) => as === kept)).toEqual([{ index: kept, at: -2, as: kept }])
  const there = rowsOfLeap(begun, rowCount, kept)
  expect(there.filter(({ as }) => as === kept)).toEqual([{ index: kept, at: kept, as: kept }])
  for (const rows of [away, there]) expect(new Set(rows.map(({ as }) => as)).size).toBe(rows.length)
})

test('a row that two parts show at once has its own element only once', () => {
  // The first place showed 1003 when the second part was drawn, so the second part shows 1006 where the third still has it.
  const rows = rowsOfLeap(goOn(goOn(begun, 1000), 1003), rowCount, 1006)
  expect(rows.filter(({ index }) => index === 1006)).toHaveLength(2)
  expect(rows.filter(({ as }) => as === 1006)).toHaveLength(1)
  expect(new Set(rows.map(({ as }) => as)).size).toBe(rows.length)
})

test('nothing is drawn beyond the last row', () => {
  const end = goOn(goOn(goOn(begun, 1_000_010), 999_998), 999_995)
  expect(Math.max(...indexes(end))).toBe(999_999)
  expect(indexes(beginLeap(0, 9, { physical: 0, shift: 0 }), -1, 4)).toEqual([0, 1, 2, 3])
})
