import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { layColumns } from '#design/columns.ts'
import { rowsOfLeap, type PlacedRow } from '#design/leap.ts'
import { assignSlots, type Slots } from '#design/slots.ts'
import {
  isRowSelected,
  rectangleOf,
  selectedCount,
  within,
  type CellPlace,
  type CellRange,
  type RowSelection,
} from '#design/selection.ts'
import { CellEditor } from '#design/web/grid/CellEditor.tsx'
import {
  footerHeight,
  tickColumnId,
  type CellBlock,
  type CellState,
  type GridColumn,
  type MoveAfter,
  type RowLook,
} from '#design/web/grid/gridColumn.ts'
import type { GridFooter as Footer } from '#design/web/grid/GridFooter.tsx'
import { GridHeader, headerHeight } from '#design/web/grid/GridHeader.tsx'
import { CellRefusal } from '#design/web/grid/CellRefusal.tsx'
import { columnCells } from '#design/web/grid/GridCell.tsx'
import { GridRow } from '#design/web/grid/GridRow.tsx'
import type { ColumnActions } from '#design/web/grid/HeaderMenu.tsx'
import { useGridClipboard } from '#design/web/grid/useGridClipboard.ts'
import { useGridKeys } from '#design/web/grid/useGridKeys.ts'
import { useGridPointer } from '#design/web/grid/useGridPointer.ts'
import { useGridScroll, useViewport, type GridView } from '#design/web/grid/useGridScroll.ts'
import { useTicks } from '#design/web/grid/useTicks.ts'
import { usePageKeys } from '#design/web/navigation/pageKeys.ts'
import { useLanguage } from '#language/web/language.tsx'

const GridFooter = lazy(async () => ({
  default: (await import('#design/web/grid/GridFooter.tsx')).GridFooter,
})) as typeof Footer

export type GridProps<Row> = ColumnActions & {
  readonly label: string
  /** Keep the array the same between renders as long as nothing in it changes. */
  readonly columns: readonly GridColumn<Row>[]
  readonly rowCount: number
  /** The row at an index; undefined while it is not loaded, then a skeleton is shown. */
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  /** Rows from (included) to (excluded) are in sight and some of them are not loaded. */
  readonly onRangeNeeded?: (from: number, to: number) => void
  /** 28, 34 or 44 px. */
  readonly rowHeight?: number
  readonly selection?: RowSelection
  readonly onSelectionChange?: (selection: RowSelection) => void
  readonly onEdit?: (edit: { row: Row; index: number; columnId: string; value: unknown }) => void
  /** Cells of a spreadsheet were pasted; their first goes to `at.columnIds[0]` of row `at.from`. */
  readonly onPaste?: (cells: string[][], at: CellBlock) => void
  /** The first row of the block is to be copied into its other rows. */
  readonly onFill?: (block: CellBlock) => void
  readonly onClear?: (block: CellBlock) => void
  /** How many cells were copied, and how many rows could not be, as they are not loaded. */
  readonly onCopy?: (copied: { cells: number; missingRows: number }) => void
  readonly onOpen?: (row: Row, index: number) => void
  /** Key of the row that is open beside the grid. */
  readonly openKey?: string
  readonly cellState?: (row: Row, columnId: string) => CellState | undefined
  readonly footerCell?: (column: GridColumn<Row>) => ReactNode
  /** A row that is no ordinary one: the heading of those below it, which is neither edited nor ticked, or a coloured one. */
  readonly rowLook?: (row: Row) => RowLook | undefined
  readonly empty?: ReactNode
  /** Takes the place of the rows. */
  readonly error?: ReactNode
}

export type Editing = { readonly place: CellPlace; readonly initialText: string | undefined }

/** A grid as in a spreadsheet, by the ARIA grid pattern, over any number of rows. It knows nothing of what the rows are. */
export function Grid<Row>(props: GridProps<Row>) {
  const {
    label,
    columns,
    rowCount,
    rowAt,
    rowKey,
    rowHeight = 34,
    selection,
    onEdit,
    onOpen,
    openKey,
    cellState,
  } = props
  const { footerCell, onRangeNeeded, empty, error, rowLook } = props
  const { t, number } = useLanguage()
  usePageKeys('grid')
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  // The first cell that holds something: before it may stand the box that ticks the row.
  const [range, setRange] = useState<CellRange>(() => {
    const first = { row: 0, column: selection === undefined ? 0 : 1 }
    return { anchor: first, focus: first }
  })
  const [editing, setEditing] = useState<Editing>()
  const [pull, setPull] = useState<{ id: string; width: number }>()
  const wantsFocus = useRef(false)

  const viewport = useViewport(scroller)
  const [slotsOf] = useState(createSlots)

  const canTick = selection !== undefined
  const layout = useMemo(() => {
    const tick: GridColumn<Row> = {
      id: tickColumnId,
      title: '',
      width: 40,
      frozen: true,
      renderCell: () => null,
      text: () => '',
    }
    const all = canTick ? [tick, ...columns] : columns
    const pulled = pull ? all.map((one) => (one.id === pull.id ? { ...one, width: pull.width } : one)) : all
    // Before it is measured, or while it is hidden, the grid has no width.
    return layColumns(pulled, viewport.width || undefined)
  }, [columns, pull, canTick, viewport.width])
  const cells = useMemo(() => columnCells(layout), [layout])
  const frame = headerHeight + (footerCell ? footerHeight : 0)
  const scroll = useGridScroll({ scroller, rows }, layout, { rowCount, rowHeight, frame, viewport })
  const { view } = scroll
  const bounds = { rows: rowCount, columns: layout.columns.length, page: scroll.page }
  const active = within(range.focus, bounds)
  const rectangle = rectangleOf({ anchor: within(range.anchor, bounds), focus: active })
  const isOneCell = rectangle.top === rectangle.bottom && rectangle.left === rectangle.right

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
    if (move !== 'away') select(within(neighbour(place, move), { ...bounds }))
  }
  const ticks = useTicks(props, layout)
  const keys = useGridKeys({ ...props, layout, bounds, active, range, rectangle, select, edit, ticks })
  const pointer = useGridPointer({
    ...props,
    layout,
    scroller,
    range,
    select,
    edit,
    ticks,
    edges: { top: headerHeight, bottom: frame - headerHeight },
  })
  const clipboard = useGridClipboard(props, layout, rectangle)

  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return
    wantsFocus.current = false
    const cell = `[data-column="${active.column}"]`
    const place = active.row < 0 ? `.grid-header ${cell}` : `[data-row="${active.row}"] > ${cell}`
    scroller.current?.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
  })

  useLayoutEffect(() => {
    const isMissing = Array.from({ length: view.endRow - view.firstRow }).some(
      (_, at) => rowAt(view.firstRow + at) === undefined,
    )
    if (isMissing) onRangeNeeded?.(view.firstRow, view.endRow)
  }, [view.firstRow, view.endRow, rowAt, onRangeNeeded])

  const placed = view.leap ? rowsOfLeap(view.leap, rowCount, active.row) : rowsOf(view, active.row)
  const slots = slotsOf(placed.map(({ as }) => as))
  // In motion no row changes its place in the document; at rest they stand there as they are read.
  if (view.motion !== 'rest') placed.sort((a, b) => (slots.get(a.as) ?? 0) - (slots.get(b.as) ?? 0))
  else placed.sort((a, b) => a.index - b.index)
  const activeRow = active.row < 0 ? undefined : rowAt(active.row)
  const activeState = activeRow && cellState?.(activeRow, layout.columns[active.column]?.id ?? '')
  const refusal = activeState?.kind === 'error' ? activeState.text : undefined
  const ticked = selection ? selectedCount(selection, rowCount) : 0

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={layout.columns.length}
      aria-multiselectable
      aria-busy={rowCount > 0 && view.endRow > view.firstRow && rowAt(view.firstRow) === undefined}
      className="relative size-full overflow-auto overscroll-contain bg-background"
      onScroll={scroll.onScroll}
      {...(editing ? undefined : { ...keys, ...pointer, ...clipboard })}
    >
      <GridHeader
        {...props}
        {...{ layout, scroller }}
        from={view.from}
        to={view.to}
        active={active.row === -1 ? active.column : -1}
        tickState={ticked === 0 ? 'none' : ticked === rowCount ? 'all' : 'some'}
        onPull={setPull}
      />
      {(error ?? (rowCount === 0 && empty)) ? (
        <div role="rowgroup" className="sticky left-0" style={{ width: viewport.width }}>
          <div role="row">
            <div role="gridcell">{error ?? empty}</div>
          </div>
        </div>
      ) : (
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
              const isInRange = !isOneCell && index >= rectangle.top && index <= rectangle.bottom
              const activeColumn = layout.columns[active.column]
              const isEdited = editing?.place.row === index && row !== undefined && activeColumn !== undefined
              const key = row === undefined ? undefined : rowKey(row)
              return (
                <GridRow
                  key={slots.get(as)}
                  {...{ index, row, layout, cells, cellState }}
                  look={row === undefined ? undefined : rowLook?.(row)}
                  top={at * rowHeight - view.shift}
                  height={rowHeight}
                  from={view.from}
                  to={view.to}
                  active={active.row === index ? active.column : -1}
                  rangeFrom={isInRange ? rectangle.left : -1}
                  rangeTo={isInRange ? rectangle.right : -1}
                  isTicked={selection !== undefined && key !== undefined && isRowSelected(selection, key)}
                  isOpen={key !== undefined && key === openKey}
                  tickLabel={selection ? t('design.grid.tickRow', { row: number(index + 1) }) : ''}
                  openLabel={onOpen && t('design.grid.open')}
                  editor={
                    isEdited ? (
                      <CellEditor
                        column={activeColumn}
                        row={row}
                        initialText={editing.initialText}
                        onCommit={(value) => onEdit?.({ row, index, columnId: activeColumn.id, value })}
                        onDone={(move) => endEdit(editing.place, move)}
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
      )}
      {footerCell && (
        <Suspense>
          <GridFooter layout={layout} from={view.from} to={view.to} footerCell={footerCell} />
        </Suspense>
      )}
    </div>
  )
}

/** The rows of the view and the active one, each in its own place. */
function rowsOf({ firstRow, endRow }: GridView, active: number): PlacedRow[] {
  const indexes = Array.from({ length: endRow - firstRow }, (_, at) => firstRow + at)
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

function neighbour({ row, column }: CellPlace, move: MoveAfter): CellPlace {
  const [rows, columns] = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] }[move] as [
    number,
    number,
  ]
  return { row: Math.max(0, row + rows), column: Math.max(0, column + columns) }
}
