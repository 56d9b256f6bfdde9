import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { groupAt, groupedView, groupedWindow, isHeading, withoutHeadings } from '#records/groupedWindow.ts'
import type { RecordWindow, WindowView } from '#records/recordWindow.ts'
import type { RecordRow } from '#records/wire.ts'

const viewOf = (count: number): WindowView<RecordRow> => ({
  rowCount: count,
  isCounted: true,
  isReady: true,
  error: undefined,
  rowAt: (index) => (index >= 0 && index < count ? { id: String(index), '@odata.etag': '' } : undefined),
  indexOf: (key) => (Number(key) < count ? Number(key) : undefined),
})

test('every group has its heading before its records, and every record its place', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 }), (sizes) => {
      const groups = sizes.map((count, at) => ({ value: String(at), count }))
      const records = sizes.reduce((sum, size) => sum + size, 0)
      const view = groupedView(viewOf(records), groups)
      const rows = Array.from({ length: view.rowCount }, (_, at) => view.rowAt(at))
      const wanted = sizes.flatMap((size, at) => [`heading ${at}`, ...Array.from({ length: size }, () => 'record')])
      expect(rows.map((row) => (row && isHeading(row) ? `heading ${groupAt(row)}` : 'record'))).toEqual(wanted)
      const ids = rows.flatMap((row) => (row && !isHeading(row) ? [row.id] : []))
      expect(ids).toEqual(Array.from({ length: records }, (_, at) => String(at)))
      for (const id of ids) expect(view.rowAt(view.indexOf(id) ?? -1)?.id).toBe(id)
    }),
  )
})

test('rows in sight are asked for by their places among the records', () => {
  const need = vi.fn<(from: number, to: number) => void>()
  const groups = [
    { value: 'a', count: 2 },
    { value: 'b', count: 3 },
  ]
  const window = groupedWindow({ need } as unknown as RecordWindow<RecordRow>, groups)
  window.need(0, 3)
  window.need(3, 7)
  expect(need.mock.calls).toEqual([
    [0, 2],
    [2, 5],
  ])
})

test('a heading is never among the chosen rows', () => {
  expect(withoutHeadings({ kind: 'some', keys: new Set(['group-0', 'r1']) })).toEqual({
    kind: 'some',
    keys: new Set(['r1']),
  })
})
