import { describe, expect, test } from 'vitest'
import {
  allRows,
  isRowSelected,
  noRows,
  placeAfter,
  rectangleOf,
  selectedCount,
  withoutRows,
  withRows,
  type CellPlace,
} from '#design/selection.ts'

const bounds = { rows: 100, columns: 10, page: 20 }
const middle: CellPlace = { row: 50, column: 5 }

describe('moving about as in a spreadsheet', () => {
  test.each<[string, boolean, CellPlace]>([
    ['ArrowUp', false, { row: 49, column: 5 }],
    ['ArrowUp', true, { row: 0, column: 5 }],
    ['ArrowDown', true, { row: 99, column: 5 }],
    ['ArrowLeft', false, { row: 50, column: 4 }],
    ['ArrowRight', true, { row: 50, column: 9 }],
    ['PageDown', false, { row: 70, column: 5 }],
    ['PageUp', false, { row: 30, column: 5 }],
    ['Home', false, { row: 50, column: 0 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', false, { row: 50, column: 9 }],
    ['End', true, { row: 99, column: 9 }],
  ])('%s, with Ctrl: %s', (key, isControl, to) => expect(placeAfter({ key, isControl }, middle, bounds)).toEqual(to))

  test('the header is reached from the first row, and nothing lies outside', () => {
    expect(placeAfter({ key: 'ArrowUp', isControl: false }, { row: 0, column: 0 }, bounds)).toEqual({
      row: -1,
      column: 0,
    })
    expect(placeAfter({ key: 'ArrowUp', isControl: false }, { row: -1, column: 0 }, bounds)).toEqual({
      row: -1,
      column: 0,
    })
    expect(placeAfter({ key: 'PageUp', isControl: false }, { row: 3, column: 0 }, bounds)).toEqual({
      row: 0,
      column: 0,
    })
    expect(placeAfter({ key: 'ArrowRight', isControl: false }, { row: 3, column: 9 }, bounds)).toEqual({
      row: 3,
      column: 9,
    })
    expect(placeAfter({ key: 'a', isControl: false }, middle, bounds)).toBeUndefined()
  })

  test('a range is the same from whichever corner it was drawn', () => {
    expect(rectangleOf({ anchor: { row: 5, column: 1 }, focus: { row: 2, column: 4 } })).toEqual({
      top: 2,
      bottom: 5,
      left: 1,
      right: 4,
    })
  })
})

describe('ticked rows', () => {
  test('some rows', () => {
    const two = withRows(noRows, ['a', 'b'])
    expect(isRowSelected(two, 'a')).toBe(true)
    expect(selectedCount(withoutRows(two, ['a']), 1000)).toBe(1)
  })

  test('all rows, also those never loaded, but some', () => {
    const most = withoutRows(allRows, ['a'])
    expect(isRowSelected(most, 'a')).toBe(false)
    expect(isRowSelected(most, 'never loaded')).toBe(true)
    expect(selectedCount(most, 1000)).toBe(999)
    expect(selectedCount(withRows(most, ['a']), 1000)).toBe(1000)
  })
})
