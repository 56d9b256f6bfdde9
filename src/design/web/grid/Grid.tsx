import { range } from '#design/range.ts'
import { layColumns } from '#design/columns.ts'
import type { GridProps } from '#design/web/grid/gridProps.ts'
import { GridRows } from '#design/web/grid/GridRows.tsx'
import { useGridCursor } from '#design/web/grid/useGridCursor.ts'
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { selectedCount } from '#design/selection.ts'
import { footerHeight, tickColumnId, type GridColumn } from '#design/web/grid/gridColumn.ts'
import type { GridFooter as Footer } from '#design/web/grid/GridFooter.tsx'
import { GridHeader, headerHeight } from '#design/web/grid/GridHeader.tsx'
import { useGridClipboard } from '#design/web/grid/useGridClipboard.ts'
import { useGridKeys } from '#design/web/grid/useGridKeys.ts'
import { useGridPointer } from '#design/web/grid/useGridPointer.ts'
import { useGridScroll, useViewport } from '#design/web/grid/useGridScroll.ts'
import { useTicks } from '#design/web/grid/useTicks.ts'
import { usePageKeys } from '#design/web/navigation/pageKeys.ts'

const GridFooter = lazy(async () => ({
  default: (await import('#design/web/grid/GridFooter.tsx')).GridFooter,
})) as typeof Footer

/** A grid as in a spreadsheet, by the ARIA grid pattern, over any number of rows. It knows nothing of what the rows are. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, rowCount, rowAt, rowHeight = 34, selection } = props
  const { footerCell, onRangeNeeded, empty, error } = props
  usePageKeys('grid')
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const [pull, setPull] = useState<{ id: string; width: number }>()

  const viewport = useViewport(scroller)

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
  const frame = headerHeight + (footerCell ? footerHeight : 0)
  const scroll = useGridScroll({ scroller, rows }, layout, { rowCount, rowHeight, frame, viewport })
  const { view } = scroll
  const cursor = useGridCursor(props, layout, scroller, scroll)
  const { active, editing } = cursor
  const ticks = useTicks(props, layout)
  const keys = useGridKeys({ ...props, ...cursor, layout, ticks })
  const edges = { top: headerHeight, bottom: frame - headerHeight }
  const pointer = useGridPointer({ ...props, ...cursor, layout, scroller, ticks, edges })
  const clipboard = useGridClipboard(props, layout, cursor.rectangle)

  useLayoutEffect(() => {
    const isMissing = range(view.firstRow, view.endRow).some((index) => rowAt(index) === undefined)
    if (isMissing) onRangeNeeded?.(view.firstRow, view.endRow)
  }, [view.firstRow, view.endRow, rowAt, onRangeNeeded])

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
        <GridRows grid={props} {...{ rowHeight, layout, scroll, cursor, rows }} />
      )}
      {footerCell && (
        <Suspense>
          <GridFooter layout={layout} from={view.from} to={view.to} footerCell={footerCell} />
        </Suspense>
      )}
    </div>
  )
}
