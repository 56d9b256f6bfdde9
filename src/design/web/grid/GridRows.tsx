import { range } from '#design/range.ts'
import type { GridProps } from '#design/web/grid/gridProps.ts'
import type { GridCursor } from '#design/web/grid/useGridCursor.ts'
import type { useGridScroll } from '#design/web/grid/useGridScroll.ts'
import type { ColumnLayout } from '#design/columns.ts'
import type { RefObject } from 'react'
import { useMemo, useState, type CSSProperties } from 'react'
import { rowsOfLeap, type PlacedRow } from '#design/leap.ts'
import { assignSlots, type Slots } from '#design/slots.ts'
import { isRowSelected } from '#design/selection.ts'
import { CellEditor } from '#design/web/grid/CellEditor.tsx'
import type { GridColumn } from '#design/web/grid/gridColumn.ts'
import { CellRefusal } from '#design/web/grid/CellRefusal.tsx'
import { columnCells } from '#design/web/grid/GridCell.tsx'
import { GridRow } from '#design/web/grid/GridRow.tsx'
import type { GridView } from '#design/web/grid/useGridScroll.ts'
import { useLanguage } from '#language/web/language.tsx'

type GridRowsProps<Row> = {
  readonly grid: GridProps<Row>
  readonly rowHeight: number
  readonly layout: ColumnLayout<GridColumn<Row>>
  readonly scroll: ReturnType<typeof useGridScroll>
  readonly cursor: GridCursor
  /** The element that holds the rows. */
  readonly rows: RefObject<HTMLDivElement | null>
}

/** The rows in sight and the active one, each in its place of the document. */
export function GridRows<Row>({ grid, rowHeight, layout, scroll, cursor, rows }: GridRowsProps<Row>) {
  const { rowAt, selection, cellState } = grid
  const { view } = scroll
  const { active, rectangle, editing } = cursor
  const { t, number } = useLanguage()
  const [slotsOf] = useState(createSlots)
  const cells = useMemo(() => columnCells(layout), [layout])
  const placed = view.leap ? rowsOfLeap(view.leap, grid.rowCount, active.row) : rowsOf(view, active.row)
  const slots = slotsOf(placed.map(({ as }) => as))
  // In motion no row changes its place in the document; at rest they stand there as they are read.
  const slotOf = ({ as }: PlacedRow) => slots.get(as) ?? 0
  placed.sort((a, b) => (view.motion === 'rest' ? a.index - b.index : slotOf(a) - slotOf(b)))
  const activeColumn = layout.columns[active.column]
  const activeRow = active.row < 0 ? undefined : rowAt(active.row)
  const activeState = activeRow && activeColumn && cellState?.(activeRow, activeColumn.id)
  const refusal = activeState?.kind === 'error' ? activeState.text : undefined
  return (
    // Rows that are carried along in a leap make nothing longer: the bar would slip away from whoever drags it.
    <div style={{ overflowY: view.leap && 'clip' }}>
      <div
        ref={rows}
        role="rowgroup"
        className="grid-rows relative"
        data-motion={view.motion}
        style={{ height: scroll.height, width: layout.width, minWidth: '100%', ...pinnedBy(view.pin) }}
      >
        {placed.map(({ index, at, as }) => {
          const row = rowAt(index)
          const isInRange = cursor.isRange && index >= rectangle.top && index <= rectangle.bottom
          const isEdited = editing?.place.row === index && row !== undefined && activeColumn !== undefined
          const key = row === undefined ? undefined : grid.rowKey(row)
          return (
            <GridRow
              key={slots.get(as)}
              {...{ index, row, layout, cells, cellState }}
              look={row === undefined ? undefined : grid.rowLook?.(row)}
              top={at * rowHeight - view.shift}
              height={rowHeight}
              from={view.from}
              to={view.to}
              active={active.row === index ? active.column : -1}
              rangeFrom={isInRange ? rectangle.left : -1}
              rangeTo={isInRange ? rectangle.right : -1}
              isTicked={selection !== undefined && key !== undefined && isRowSelected(selection, key)}
              isOpen={key !== undefined && key === grid.openKey}
              tickLabel={selection ? t('design.grid.tickRow', { row: number(index + 1) }) : ''}
              openLabel={grid.onOpen && t('design.grid.open')}
              editor={
                isEdited ? (
                  <CellEditor
                    column={activeColumn}
                    row={row}
                    initialText={editing.initialText}
                    onCommit={(value) => grid.onEdit?.({ row, index, columnId: activeColumn.id, value })}
                    onDone={(move) => cursor.endEdit(editing.place, move)}
                  />
                ) : undefined
              }
            />
          )
        })}
        {refusal !== undefined && !editing && !view.leap && (
          <CellRefusal
            {...{ layout, active, rowHeight }}
            text={refusal}
            top={active.row * rowHeight - view.shift}
            isAbove={scroll.isLow(active.row)}
          />
        )}
      </div>
    </div>
  )
}

/** The rows of the view and the active one, each in its own place. */
function rowsOf({ firstRow, endRow }: GridView, active: number): PlacedRow[] {
  const indexes = range(firstRow, endRow)
  if (active >= 0 && !indexes.includes(active)) indexes.push(active)
  return indexes.map((index) => ({ index, at: index, as: index }))
}

/** Each drawing takes over the slots of the one before it; drawing the same rows again changes nothing. */
function createSlots() {
  let slots: Slots = new Map()
  return (rows: readonly number[]) => (slots = assignSlots(slots, rows))
}

/** How far the columns that stay in sight are pinned, for the style. */
function pinnedBy(px: number): CSSProperties {
  return { '--pin': `${px}px` } as CSSProperties
}
