import { describe, expect, test } from 'vitest'
import { columnsInSight, fitWidth, layColumns, moveBefore, scrollLeftFor } from '#design/columns.ts'

const thirty = Array.from({ length: 30 }, (_, at) => ({ id: `c${at}`, width: 100, frozen: at === 3 }))
const layout = layColumns(thirty)

describe('the columns of a grid', () => {
  test('frozen columns stand first', () => {
    expect(layout.columns.slice(0, 3).map(({ id }) => id)).toEqual(['c3', 'c0', 'c1'])
    expect(layout).toMatchObject({ frozenCount: 1, frozenWidth: 100, width: 3000 })
    expect(layColumns([{ id: 'a', width: 60, frozen: true }]).frozenWidth).toBe(60)
  })

  test('only the columns in sight, and one more on each side, are shown', () => {
    expect(columnsInSight(layout, 0, 500)).toEqual({ from: 1, to: 6 })
    expect(columnsInSight(layout, 1050, 500)).toEqual({ from: 10, to: 17 })
    expect(columnsInSight(layout, 2500, 500)).toEqual({ from: 25, to: 30 })
  })

  test('a column is brought in sight beside the frozen ones', () => {
    expect(scrollLeftFor(layout, 20, 0, 500)).toBe(1600)
    expect(scrollLeftFor(layout, 5, 1000, 500)).toBe(400)
    expect(scrollLeftFor(layout, 0, 1000, 500)).toBe(1000)
  })

  test('widths keep within limits, order changes by moving before another', () => {
    expect([fitWidth(3), fitWidth(100.4), fitWidth(5000)]).toEqual([48, 100, 960])
    expect(moveBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
    expect(moveBefore(['a', 'b', 'c'], 'a', undefined)).toEqual(['b', 'c', 'a'])
  })
})

test('frozen columns that would fill a narrow viewport keep their place but scroll with the others', () => {
  const columns = [
    { id: 'a', width: 100 },
    { id: 'b', width: 280, frozen: true },
  ]
  expect(layColumns(columns, 1200)).toMatchObject({ frozenCount: 1, frozenWidth: 280 })
  const narrow = layColumns(columns, 390)
  expect(narrow).toMatchObject({ frozenCount: 0, frozenWidth: 0 })
  expect(narrow.columns.map(({ id }) => id)).toEqual(['b', 'a'])
})
