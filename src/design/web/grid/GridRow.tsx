import { Maximize2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import { tickColumnId, type CellState, type GridColumn } from '#design/web/grid/gridColumn.ts'

export type GridRowProps<Row> = {
  readonly index: number
  readonly row: Row | undefined
  readonly top: number
  readonly height: number
  readonly layout: ColumnLayout<GridColumn<Row>>
  readonly from: number
  readonly to: number
  /** The column of the active cell when it is in this row, else -1. */
  readonly active: number
  /** The selected columns of this row, both included; -1 for none. */
  readonly rangeFrom: number
  readonly rangeTo: number
  readonly isTicked: boolean
  readonly isOpen: boolean
  readonly tickLabel: string
  readonly openLabel: string | undefined
  readonly cellState: ((row: Row, columnId: string) => CellState | undefined) | undefined
  /** What stands in the active cell while it is edited. */
  readonly editor: ReactNode
}

/** One row of the grid: plain elements, drawn again only when something of this row changed. */
export const GridRow = memo(Row) as <Data>(props: GridRowProps<Data>) => ReactNode

function Row<Data>(props: GridRowProps<Data>) {
  const { index, layout, from, to, active, top, height, isTicked, isOpen } = props
  const shown = [...range(0, layout.frozenCount), ...range(from, to)]
  // The focused cell stays in the document, however far it is scrolled away.
  if (active >= 0 && !shown.includes(active)) shown.push(active)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isTicked}
      data-open={isOpen ? '' : undefined}
      className="grid-row"
      style={{ top, height, width: layout.width, minWidth: '100%' }}
    >
      {shown.map((at) => (
        <Cell key={layout.columns[at]?.id} at={at} {...props} />
      ))}
    </div>
  )
}

function Cell<Data>({ at, ...props }: GridRowProps<Data> & { at: number }) {
  const { index, row, layout, active, rangeFrom, rangeTo, isTicked, tickLabel, openLabel, cellState, editor } = props
  const column = layout.columns[at]
  if (!column) return null
  const isFrozen = at < layout.frozenCount
  const isActive = at === active
  const isEdited = isActive && editor !== undefined
  const state = row === undefined ? undefined : cellState?.(row, column.id)
  const left = layout.lefts[at]
  return (
    <div
      role="gridcell"
      aria-colindex={at + 1}
      aria-invalid={state?.kind === 'error' ? true : undefined}
      {...(column.editor || column.toggle ? undefined : readOnly)}
      title={state?.kind === 'error' ? state.text : undefined}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      data-column={at}
      data-active={isActive ? '' : undefined}
      data-editing={isEdited ? '' : undefined}
      data-in-range={at >= rangeFrom && at <= rangeTo ? '' : undefined}
      data-frozen={isFrozen ? '' : undefined}
      data-edge={at === layout.frozenCount - 1 ? '' : undefined}
      data-end={column.align === 'end' ? '' : undefined}
      data-saving={state?.kind === 'saving' ? '' : undefined}
      data-bone={row === undefined ? '' : undefined}
      className="grid-cell"
      style={{ left, width: column.width }}
    >
      {isEdited ? editor : row !== undefined && content(column, row, isTicked, tickLabel)}
      {openLabel && row !== undefined && !isEdited && at === layout.frozenCount - 1 && column.id !== tickColumnId && (
        <button type="button" tabIndex={-1} aria-label={openLabel} title={openLabel} data-opener className="grid-open">
          <Maximize2 size={12} aria-hidden />
        </button>
      )}
    </div>
  )
}

const readOnly = { 'aria-readonly': true }

function content<Data>(column: GridColumn<Data>, row: Data, isTicked: boolean, tickLabel: string): ReactNode {
  if (column.id !== tickColumnId) return <span>{column.renderCell(row)}</span>
  return <input type="checkbox" tabIndex={-1} aria-label={tickLabel} checked={isTicked} onChange={handledByGrid} />
}

function handledByGrid(): void {
  // The grid hears the click, with Shift for a range of rows.
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}
