import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import type { GridColumn } from '#design/web/grid/gridColumn.ts'

// Design language: a drag begins after 5 px.
const dragStart = 5

export type HeaderCellProps<Row> = {
  readonly at: number
  readonly layout: ColumnLayout<GridColumn<Row>>
  readonly isActive: boolean
  readonly onMenu: (column: GridColumn<Row>, cell: HTMLElement) => void
  readonly onKey: (event: KeyboardEvent, column: GridColumn<Row>) => void
  readonly onWidth: ((column: GridColumn<Row>, width: number, isFinal: boolean) => void) | undefined
  /** The column was dropped at this place on the screen. */
  readonly onDrop: ((column: GridColumn<Row>, clientX: number) => void) | undefined
}

/** The head of a column: a press opens its menu, a drag moves it, its right edge changes its width. */
export function HeaderCell<Row>({ at, layout, isActive, onMenu, onKey, onWidth, onDrop }: HeaderCellProps<Row>) {
  const cell = useRef<HTMLDivElement>(null)
  const start = useRef<number>(undefined)
  const [shift, setShift] = useState(0)
  const column = layout.columns[at]
  if (!column) return null

  const onPointerMove = (event: PointerEvent) => {
    if (start.current === undefined || !onDrop) return
    const moved = event.clientX - start.current
    if (shift === 0 && Math.abs(moved) < dragStart) return
    cell.current?.setPointerCapture(event.pointerId)
    setShift(moved)
  }
  const onPointerUp = (event: PointerEvent) => {
    if (start.current === undefined) return
    start.current = undefined
    if (shift === 0 && cell.current) onMenu(column, cell.current)
    if (shift !== 0) onDrop?.(column, event.clientX)
    setShift(0)
  }
  return (
    <div
      ref={cell}
      role="columnheader"
      aria-colindex={at + 1}
      aria-sort={column.canSort ? (column.sorted ?? 'none') : undefined}
      aria-haspopup="menu"
      tabIndex={isActive ? 0 : -1}
      data-row={-1}
      data-column={at}
      data-active={isActive ? '' : undefined}
      data-frozen={at < layout.frozenCount ? '' : undefined}
      data-edge={at === layout.frozenCount - 1 ? '' : undefined}
      data-end={column.align === 'end' ? '' : undefined}
      className="grid-cell"
      style={{
        left: layout.lefts[at],
        width: column.width,
        ...(shift === 0 ? undefined : { transform: `translateX(${shift}px)`, opacity: 0.5, zIndex: 3 }),
      }}
      onKeyDown={(event) => onKey(event, column)}
      onPointerDown={(event) => {
        if (event.button === 0) start.current = event.clientX
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        start.current = undefined
        setShift(0)
      }}
    >
      {column.icon}
      <span>{column.title}</span>
      {column.sorted === 'ascending' && <ArrowUp size={12} aria-hidden />}
      {column.sorted === 'descending' && <ArrowDown size={12} aria-hidden />}
      {onWidth && <Grip width={column.width} onWidth={(width, isFinal) => onWidth(column, width, isFinal)} />}
    </div>
  )
}

function Grip({ width, onWidth }: { width: number; onWidth: (width: number, isFinal: boolean) => void }) {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const [isPulled, setPulled] = useState(false)
  const widthAt = (event: PointerEvent) =>
    start.current ? start.current.width + event.clientX - start.current.x : width
  return (
    <div
      aria-hidden
      className="grid-grip"
      data-pulled={isPulled ? '' : undefined}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
        setPulled(true)
      }}
      onPointerMove={(event) => {
        event.stopPropagation()
        if (start.current) onWidth(widthAt(event), false)
      }}
      onPointerUp={(event) => {
        event.stopPropagation()
        onWidth(widthAt(event), true)
        start.current = undefined
        setPulled(false)
      }}
    />
  )
}
