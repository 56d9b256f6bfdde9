import { Maximize2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { ColumnLayout, ColumnShape } from '#design/columns.ts'
import { tickColumnId, type CellState, type GridColumn, type RowLook } from '#design/web/grid/gridColumn.ts'

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
  readonly look: RowLook | undefined
  readonly cellState: ((row: Row, columnId: string) => CellState | undefined) | undefined
  /** What stands in the active cell while it is edited. */
  readonly editor: ReactNode
}

/** One row of the grid: plain elements, drawn again only when something of this row changed. */
export const GridRow = memo(Row) as <Data>(props: GridRowProps<Data>) => ReactNode

function Row<Data>(props: GridRowProps<Data>) {
  const { index, row, layout, from, to, active, top, height, isTicked, isOpen, rangeFrom, rangeTo } = props
  const { tickLabel, openLabel, cellState, editor } = props
  // A column that has just been frozen may still count among those in sight.
  const shown = [...range(0, layout.frozenCount), ...range(Math.max(from, layout.frozenCount), to)]
  // The focused cell stays in the document, however far it is scrolled away.
  if (active >= 0 && !shown.includes(active)) shown.push(active)
  const opener = openerOf(layout)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isTicked}
      data-row={index}
      data-open={isOpen ? '' : undefined}
      data-look={props.look}
      data-editing={editor === undefined ? undefined : ''}
      className="grid-row"
      style={{ transform: `translateY(${top}px)`, height, lineHeight: `${height - 1}px`, width: layout.width }}
    >
      {shown.map((at) => {
        const column = layout.columns[at]
        if (!column) return null
        const state = row === undefined ? undefined : cellState?.(row, column.id)
        return (
          <Cell
            key={column.id}
            {...{ at, row, column }}
            left={layout.lefts[at] ?? 0}
            isFrozen={at < layout.frozenCount}
            isEdge={at === layout.frozenCount - 1}
            isActive={at === active}
            isInRange={at >= rangeFrom && at <= rangeTo}
            isTicked={column.id === tickColumnId && isTicked}
            tickLabel={column.id === tickColumnId ? tickLabel : ''}
            openLabel={at === opener ? openLabel : undefined}
            isSaving={state?.kind === 'saving'}
            refusal={state?.kind === 'error' ? state.text : undefined}
            editor={at === active ? editor : undefined}
          />
        )
      })}
    </div>
  )
}

type CellProps<Data> = {
  readonly at: number
  readonly row: Data | undefined
  readonly column: GridColumn<Data>
  readonly left: number
  readonly isFrozen: boolean
  readonly isEdge: boolean
  readonly isActive: boolean
  readonly isInRange: boolean
  readonly isTicked: boolean
  readonly tickLabel: string
  readonly openLabel: string | undefined
  readonly isSaving: boolean
  readonly refusal: string | undefined
  readonly editor: ReactNode
}

const readOnly = { 'aria-readonly': true }

const Cell = memo(PlainCell) as <Data>(props: CellProps<Data>) => ReactNode

function PlainCell<Data>(props: CellProps<Data>) {
  const { at, row, column, isActive, openLabel, refusal, editor } = props
  const isEdited = editor !== undefined
  return (
    <div
      role="gridcell"
      aria-colindex={at + 1}
      aria-invalid={refusal === undefined ? undefined : true}
      aria-describedby={isActive && refusal !== undefined ? refusalId : undefined}
      {...(column.editor || column.toggle ? undefined : readOnly)}
      title={refusal}
      tabIndex={isActive ? 0 : -1}
      data-column={at}
      data-active={isActive ? '' : undefined}
      data-editing={isEdited ? '' : undefined}
      data-in-range={props.isInRange ? '' : undefined}
      data-frozen={props.isFrozen ? '' : undefined}
      data-edge={props.isEdge ? '' : undefined}
      data-end={column.align === 'end' ? '' : undefined}
      data-saving={props.isSaving ? '' : undefined}
      data-bone={row === undefined ? '' : undefined}
      className="grid-cell"
      style={{ left: props.left, width: column.width }}
    >
      {isEdited ? editor : row !== undefined && content(column, row, props.isTicked, props.tickLabel)}
      {openLabel && row !== undefined && !isEdited && (
        <button type="button" tabIndex={-1} aria-label={openLabel} title={openLabel} data-opener className="grid-open">
          <Maximize2 size={12} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** The element that says why the value of the active cell was refused. */
export const refusalId = 'grid-refusal'

/** The column whose cells have the button that opens the row: the last frozen one, else the first. */
function openerOf({ columns, frozenCount }: ColumnLayout<ColumnShape>): number {
  const first = columns.findIndex(({ id }) => id !== tickColumnId)
  return Math.max(first, frozenCount - 1)
}

// A text stands in its cell by itself: an element less for each of the hundreds that are drawn in every frame.
function content<Data>(column: GridColumn<Data>, row: Data, isTicked: boolean, tickLabel: string): ReactNode {
  if (column.id === tickColumnId)
    return <input type="checkbox" tabIndex={-1} aria-label={tickLabel} checked={isTicked} onChange={handledByGrid} />
  const drawn = column.renderCell(row)
  return typeof drawn === 'string' ? drawn : <span>{drawn}</span>
}

function handledByGrid(): void {
  // The grid hears the click, with Shift for a range of rows.
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}
