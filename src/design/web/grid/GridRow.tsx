import { range } from '#design/range.ts'
import { memo, type ReactNode } from 'react'
import type { ColumnLayout, ColumnShape } from '#design/columns.ts'
import { GridCell, type ColumnCells } from '#design/web/grid/GridCell.tsx'
import { tickColumnId, type CellState, type GridColumn, type RowLook } from '#design/web/grid/gridColumn.ts'

export type GridRowProps<Row> = {
  readonly index: number
  readonly row: Row | undefined
  readonly top: number
  readonly height: number
  readonly layout: ColumnLayout<GridColumn<Row>>
  /** What the cells of each column of the layout share. */
  readonly cells: readonly ColumnCells<Row>[]
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
  const { index, row, layout, cells, from, to, active, top, height, isTicked, isOpen, rangeFrom, rangeTo } = props
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
        const own = cells[at]
        if (!own) return null
        const { id } = own.column
        const state = row === undefined ? undefined : cellState?.(row, id)
        const isActive = at === active
        const isInRange = at >= rangeFrom && at <= rangeTo
        const opens = at === opener ? openLabel : undefined
        const isTick = id === tickColumnId
        const isPlain = !isActive && !isInRange && !isTick && opens === undefined && state === undefined
        const marks = isPlain
          ? undefined
          : {
              isActive,
              isInRange,
              isTicked,
              tickLabel,
              openLabel: opens,
              isSaving: state?.kind === 'saving',
              refusal: state?.kind === 'error' ? state.text : undefined,
              editor: isActive ? editor : undefined,
            }
        return <GridCell key={id} cells={own} row={row} marks={marks} />
      })}
    </div>
  )
}

/** The column whose cells have the button that opens the row: the last frozen one, else the first. */
function openerOf({ columns, frozenCount }: ColumnLayout<ColumnShape>): number {
  const first = columns.findIndex(({ id }) => id !== tickColumnId)
  return Math.max(first, frozenCount - 1)
}
