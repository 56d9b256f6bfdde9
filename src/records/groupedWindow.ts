import type { RowSelection } from '#design/selection.ts'
import type { RecordWindow, WindowView } from '#records/recordWindow.ts'
import type { RecordRow } from '#records/wire.ts'
import type { RecordGroup } from '#views/summary.ts'

const mark = 'group-'

/** Whether a row is a group heading. No record id has this form. */
export function isHeading(row: RecordRow): boolean {
  return row.id.startsWith(mark)
}

/** The index of a heading's group. */
export function groupAt(row: RecordRow): number {
  return Number(row.id.slice(mark.length))
}

/** A selection without group headings: headings are no records. */
export function withoutHeadings(selection: RowSelection): RowSelection {
  if (selection.kind === 'all') return selection
  return { kind: 'some', keys: new Set([...selection.keys].filter((key) => !key.startsWith(mark))) }
}

/** Row indexes of the group headings, each before the first record of its group. */
export function headingPlaces(groups: readonly RecordGroup[]): readonly number[] {
  let records = 0
  return groups.map(({ count }, at) => {
    const place = records + at
    records += count
    return place
  })
}

/** A window's records with group headings between them. */
export function groupedView(view: WindowView<RecordRow>, groups: readonly RecordGroup[]): WindowView<RecordRow> {
  const places = headingPlaces(groups)
  const headings = groups.map((_, at): RecordRow => ({ id: `${mark}${at}`, '@odata.etag': '' }))
  return {
    ...view,
    rowCount: view.rowCount + groups.length,
    rowAt(index) {
      const before = headingsUpTo(places, index)
      return places[before - 1] === index ? headings[before - 1] : view.rowAt(index - before)
    },
    indexOf(key) {
      const record = view.indexOf(key)
      return record === undefined ? undefined : withHeadings(places, record)
    },
  }
}

/** A window that translates row indexes with headings into record indexes. */
export function groupedWindow(
  window: RecordWindow<RecordRow>,
  groups: readonly RecordGroup[],
): RecordWindow<RecordRow> {
  const places = headingPlaces(groups)
  const recordAt = (index: number) => index - headingsUpTo(places, index - 1)
  return { ...window, need: (from, to) => window.need(recordAt(from), Math.max(recordAt(to), recordAt(from) + 1)) }
}

/** Number of headings at or above a row index. */
function headingsUpTo(places: readonly number[], index: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return low
}

/** Row index of a record: group heading g stands after g headings and all earlier records. */
function withHeadings(places: readonly number[], record: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) - middle <= record) low = middle + 1
    else high = middle
  }
  return record + low
}
