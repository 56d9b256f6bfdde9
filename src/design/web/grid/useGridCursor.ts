import type { GridProps } from '#design/web/grid/gridProps.ts'
import type { useGridScroll } from '#design/web/grid/useGridScroll.ts'
import type { ColumnLayout } from '#design/columns.ts'
import type { RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rectangleOf, withinBounds, type CellPlace, type CellRange } from '#design/selection.ts'
import type { GridColumn, MoveAfter } from '#design/web/grid/gridColumn.ts'

/** The cell that is being edited, and the text that the edit began with. */
export type GridEdit = { readonly place: CellPlace; readonly initialText: string | undefined }

export type GridCursor = ReturnType<typeof useGridCursor>

type CursorProps<Row> = Pick<GridProps<Row>, 'rowCount' | 'rowAt' | 'rowLook' | 'onEdit' | 'selection'>

/** The active cell, the range that was selected from it, and the edit of a cell; the focus follows. */
export function useGridCursor<Row>(
  { rowCount, rowAt, rowLook, onEdit, selection }: CursorProps<Row>,
  layout: ColumnLayout<GridColumn<Row>>,
  scroller: RefObject<HTMLDivElement | null>,
  scroll: ReturnType<typeof useGridScroll>,
) {
  // The first cell that holds something: before it may stand the box that ticks the row.
  const [range, setRange] = useState<CellRange>(() => {
    const first = { row: 0, column: selection === undefined ? 0 : 1 }
    return { anchor: first, focus: first }
  })
  const [editing, setEditing] = useState<GridEdit>()
  const wantsFocus = useRef(false)
  const bounds = { rows: rowCount, columns: layout.columns.length, page: scroll.page }
  const active = withinBounds(range.focus, bounds)
  const rectangle = rectangleOf({ anchor: withinBounds(range.anchor, bounds), focus: active })

  const select = (focus: CellPlace, anchor: CellPlace = focus) => {
    wantsFocus.current = true
    setRange({ anchor, focus })
    scroll.reveal(focus)
  }
  const edit = (place: CellPlace, initialText?: string) => {
    const row = rowAt(place.row)
    const column = layout.columns[place.column]
    if (row === undefined || !column || !onEdit || rowLook?.(row) === 'heading') return
    if (column.toggle) onEdit({ row, index: place.row, columnId: column.id, value: column.toggle(row) })
    // At once, so that the key that began the edit, or an input method, already writes into the editor.
    else if (column.editor) flushSync(() => setEditing({ place, initialText }))
  }
  const endEdit = (place: CellPlace, move: MoveAfter | 'away') => {
    setEditing(undefined)
    if (move !== 'away') select(withinBounds(neighbour(place, move), bounds))
  }
  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return
    wantsFocus.current = false
    const cell = `[data-column="${active.column}"]`
    const place = active.row < 0 ? `.grid-header ${cell}` : `[data-row="${active.row}"] > ${cell}`
    scroller.current?.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
  })

  const isRange = rectangle.top !== rectangle.bottom || rectangle.left !== rectangle.right
  return { range, bounds, active, rectangle, isRange, editing, select, edit, endEdit }
}

function neighbour({ row, column }: CellPlace, move: MoveAfter): CellPlace {
  const [rows, columns] = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] }[move] as [
    number,
    number,
  ]
  return { row: Math.max(0, row + rows), column: Math.max(0, column + columns) }
}
