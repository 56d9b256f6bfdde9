/** A place in a grid: row -1 is the header. */
export type CellPlace = { readonly row: number; readonly column: number }

/** Selected cells: from where the selection began to where it is now. */
export type CellRange = { readonly anchor: CellPlace; readonly focus: CellPlace }

/** A range by its edges, both ends included. */
export type Rectangle = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

/** Which rows are ticked: some, or all but some (also those that were never loaded). */
export type RowSelection =
  | { readonly kind: 'some'; readonly keys: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const noRows: RowSelection = { kind: 'some', keys: new Set() }
export const allRows: RowSelection = { kind: 'all', except: new Set() }

/** The edges of a range; the header is never part of it. */
export function rectangleOf({ anchor, focus }: CellRange): Rectangle {
  return {
    top: Math.max(0, Math.min(anchor.row, focus.row)),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  }
}

/** The size of a grid as moving about needs it. `page` is the rows of one screen. */
export type Bounds = { readonly rows: number; readonly columns: number; readonly page: number }

/** A key as it was pressed: with Ctrl (or the command key) it goes all the way. */
export type KeyPress = { readonly key: string; readonly isControl: boolean }

/** Where a key of a spreadsheet leads; undefined when the key does not move. */
export function placeAfter({ key, isControl }: KeyPress, from: CellPlace, bounds: Bounds): CellPlace | undefined {
  const [lastRow, lastColumn] = [bounds.rows - 1, bounds.columns - 1]
  switch (key) {
    case 'ArrowUp':
      return withinBounds({ ...from, row: isControl && from.row > 0 ? 0 : from.row - 1 }, bounds)
    case 'ArrowDown':
      return withinBounds({ ...from, row: isControl ? lastRow : from.row + 1 }, bounds)
    case 'ArrowLeft':
      return withinBounds({ ...from, column: isControl ? 0 : from.column - 1 }, bounds)
    case 'ArrowRight':
      return withinBounds({ ...from, column: isControl ? lastColumn : from.column + 1 }, bounds)
    case 'PageUp':
      return withinBounds({ ...from, row: Math.max(0, from.row - bounds.page) }, bounds)
    case 'PageDown':
      return withinBounds({ ...from, row: from.row + bounds.page }, bounds)
    case 'Home':
      return withinBounds(isControl ? { row: 0, column: 0 } : { ...from, column: 0 }, bounds)
    case 'End':
      return withinBounds(isControl ? { row: lastRow, column: lastColumn } : { ...from, column: lastColumn }, bounds)
    default:
      return undefined
  }
}

/** A place kept inside the grid, the header included. */
export function withinBounds({ row, column }: CellPlace, { rows, columns }: Bounds): CellPlace {
  return { row: clamp(row, -1, rows - 1), column: clamp(column, 0, columns - 1) }
}

export function isRowSelected(selection: RowSelection, key: string): boolean {
  return selection.kind === 'some' ? selection.keys.has(key) : !selection.except.has(key)
}

/** The selection with rows ticked. */
export function withRows(selection: RowSelection, keys: Iterable<string>): RowSelection {
  return selection.kind === 'some'
    ? { kind: 'some', keys: new Set([...selection.keys, ...keys]) }
    : { kind: 'all', except: without(selection.except, keys) }
}

/** The selection with rows no longer ticked. */
export function withoutRows(selection: RowSelection, keys: Iterable<string>): RowSelection {
  return selection.kind === 'some'
    ? { kind: 'some', keys: without(selection.keys, keys) }
    : { kind: 'all', except: new Set([...selection.except, ...keys]) }
}

/** How many of `total` rows are ticked. */
export function selectedCount(selection: RowSelection, total: number): number {
  return selection.kind === 'some' ? selection.keys.size : Math.max(0, total - selection.except.size)
}

function without(listed: Iterable<string>, keys: Iterable<string>): ReadonlySet<string> {
  const left = new Set(listed)
  for (const key of keys) left.delete(key)
  return left
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
