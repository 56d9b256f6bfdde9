import type { KeyboardEvent } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import { letterKey } from '#design/letterKey.ts'
import { placeAfter, type Bounds, type CellPlace, type CellRange, type Rectangle } from '#design/selection.ts'
import { blockOf } from '#design/web/grid/cellBlock.ts'
import type { CellBlock, GridColumn } from '#design/web/grid/gridColumn.ts'
import type { useTicks } from '#design/web/grid/useTicks.ts'

type Keyed<Row> = {
  readonly layout: ColumnLayout<GridColumn<Row>>
  readonly bounds: Bounds
  readonly active: CellPlace
  readonly range: CellRange
  readonly rectangle: Rectangle
  readonly select: (focus: CellPlace, anchor?: CellPlace) => void
  readonly edit: (place: CellPlace, initialText?: string) => void
  readonly ticks: ReturnType<typeof useTicks<Row>>
  readonly rowAt: (index: number) => Row | undefined
  readonly onOpen?: (row: Row, index: number) => void
  readonly onFill?: (block: CellBlock) => void
  readonly onClear?: (block: CellBlock) => void
}

/** The keys of a spreadsheet. */
export function useGridKeys<Row>(grid: Keyed<Row>) {
  const { layout, bounds, active, range, rectangle, select, edit, ticks } = grid
  const column = layout.columns[active.column]
  const open = () => {
    const row = grid.rowAt(active.row)
    if (row !== undefined) grid.onOpen?.(row, active.row)
  }
  const enter = () => {
    if (ticks.isTickColumn(active.column)) tick()
    else if (column?.editor || column?.toggle) edit(active)
    else open()
  }
  const tick = () => (active.row < 0 ? ticks.tickAll() : ticks.tick(active.row))
  const space = () => {
    if (ticks.isTickColumn(active.column)) tick()
    else if (column?.toggle) edit(active)
    else open()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey } = event
    const isControl = event.ctrlKey || event.metaKey
    // Keys of a menu or of a button in the header come by here too.
    if (event.defaultPrevented || altKey || !(event.target as HTMLElement).dataset.column) return
    const next = placeAfter({ key, isControl }, active, bounds)
    const act = next ? () => select(next, shiftKey ? range.anchor : next) : actionOf(event, isControl, shiftKey)
    if (act) {
      event.preventDefault()
      act()
      // Frozen columns are always in sight; the first ones that scroll come along.
      if (key === 'Home') event.currentTarget.scrollLeft = 0
      return
    }
    if (isControl || active.row < 0 || ticks.isTickColumn(active.column)) return
    // A dead key or an input method begins with an empty editor and writes into it itself.
    if (key === 'Dead' || key === 'Process') edit(active, '')
    if (key.length !== 1 || column?.toggle) return
    event.preventDefault()
    edit(active, key)
  }

  const actionOf = (event: KeyboardEvent, isControl: boolean, isShift: boolean): (() => void) | undefined => {
    const key = isControl ? letterKey(event) : event.key
    if (isControl) {
      if (key === 'a') return () => select({ row: bounds.rows - 1, column: bounds.columns - 1 }, { row: 0, column: 0 })
      if (key === 'd' && grid.onFill) return () => grid.onFill?.(blockOf(layout, rectangle))
      if (key === 'Enter') return open
      return undefined
    }
    if (active.row < 0) return key === ' ' || key === 'Enter' ? space : undefined
    if (key === ' ') return isShift ? tick : space
    if (key === 'Enter') return enter
    if (key === 'F2') return () => edit(active)
    if (key === 'Escape') return isOne(range) ? undefined : () => select(active)
    if ((key === 'Delete' || key === 'Backspace') && grid.onClear)
      return () => grid.onClear?.(blockOf(layout, rectangle))
    return undefined
  }

  return { onKeyDown }
}

function isOne({ anchor, focus }: CellRange): boolean {
  return anchor.row === focus.row && anchor.column === focus.column
}
