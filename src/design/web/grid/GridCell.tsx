import { Maximize2 } from 'lucide-react'
import { memo, type HTMLAttributes, type ReactNode } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import { tickColumnId, type GridColumn } from '#design/web/grid/gridColumn.ts'

/** What the cells of one column share. */
export type ColumnCells<Row> = {
  readonly column: GridColumn<Row>
  readonly attributes: HTMLAttributes<HTMLDivElement>
}

/** How a cell differs from a plain one, which only shows its value. */
export type CellMarks = {
  readonly isActive: boolean
  readonly isInRange: boolean
  readonly isTicked: boolean
  readonly tickLabel: string
  readonly openLabel: string | undefined
  readonly isSaving: boolean
  readonly refusal: string | undefined
  readonly editor: ReactNode
}

/**
 * What the cells of each column share, made once for a layout: hundreds of cells are drawn in every frame of a fast
 * scroll, and of a plain one only the text is then new.
 */
export function columnCells<Row>({
  columns,
  lefts,
  frozenCount,
}: ColumnLayout<GridColumn<Row>>): readonly ColumnCells<Row>[] {
  return columns.map((column, at) => {
    const isFrozen = at < frozenCount
    const attributes = {
      role: 'gridcell',
      'aria-colindex': at + 1,
      tabIndex: -1,
      'data-column': at,
      className: 'grid-cell',
      style: { left: lefts[at] ?? 0, width: column.width },
      ...(column.editor || column.toggle ? undefined : { 'aria-readonly': true }),
      ...(isFrozen ? { 'data-frozen': '' } : undefined),
      ...(at === frozenCount - 1 ? { 'data-edge': '' } : undefined),
      ...(column.align === 'end' ? { 'data-end': '' } : undefined),
    }
    return { column, attributes }
  })
}

type CellProps<Row> = {
  readonly cells: ColumnCells<Row>
  readonly row: Row | undefined
  readonly marks: CellMarks | undefined
}

/** One cell; drawn again only when its row, its column or its marks are others. */
export const GridCell = memo(Cell) as <Row>(props: CellProps<Row>) => ReactNode

function Cell<Row>({ cells, row, marks }: CellProps<Row>) {
  const { column, attributes } = cells
  if (row === undefined) return <div {...attributes} {...(marks && marked(marks))} data-bone="" />
  if (marks === undefined) return <div {...attributes}>{content(column.renderCell(row))}</div>
  const { editor, openLabel } = marks
  const held = column.id === tickColumnId ? <Tick {...marks} /> : (editor ?? content(column.renderCell(row)))
  return (
    <div {...attributes} {...marked(marks)}>
      {openLabel === undefined || editor !== undefined ? (
        held
      ) : (
        <>
          {held}
          <button
            type="button"
            tabIndex={-1}
            aria-label={openLabel}
            title={openLabel}
            data-opener
            className="grid-open"
          >
            <Maximize2 size={12} aria-hidden />
          </button>
        </>
      )}
    </div>
  )
}

/** The element that says why the value of the active cell was refused. */
export const refusalId = 'grid-refusal'

function marked({ isActive, isInRange, isSaving, refusal, editor }: CellMarks) {
  return {
    'aria-invalid': refusal === undefined ? undefined : true,
    'aria-describedby': isActive && refusal !== undefined ? refusalId : undefined,
    title: refusal,
    tabIndex: isActive ? 0 : -1,
    'data-active': isActive ? '' : undefined,
    'data-editing': editor === undefined ? undefined : '',
    'data-in-range': isInRange ? '' : undefined,
    'data-saving': isSaving ? '' : undefined,
  }
}

function Tick({ isTicked, tickLabel }: CellMarks) {
  return <input type="checkbox" tabIndex={-1} aria-label={tickLabel} checked={isTicked} onChange={handledByGrid} />
}

function handledByGrid(): void {
  // The grid hears the click, with Shift for a range of rows.
}

// A text stands in its cell by itself: an element less for each of the hundreds that are drawn in every frame.
function content(drawn: ReactNode): ReactNode {
  return typeof drawn === 'string' ? drawn : <span>{drawn}</span>
}
