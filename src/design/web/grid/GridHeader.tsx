import { lazy, memo, Suspense, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { fitWidth, moveBefore, type ColumnLayout } from '#design/columns.ts'
import { tickColumnId, type GridColumn } from '#design/web/grid/gridColumn.ts'
import { HeaderCell } from '#design/web/grid/HeaderCell.tsx'
import type { ColumnActions } from '#design/web/grid/HeaderMenu.tsx'
import { useLanguage } from '#language/web/language.tsx'

const HeaderMenu = lazy(async () => ({ default: (await import('#design/web/grid/HeaderMenu.tsx')).HeaderMenu }))

export const headerHeight = 34
const keyStep = 8

type GridHeaderProps<Row> = ColumnActions & {
  readonly layout: ColumnLayout<GridColumn<Row>>
  /** The scrolling columns in sight: from (included), to (excluded). */
  readonly from: number
  readonly to: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** The column of the active cell when it is in the header, else -1. */
  readonly active: number
  readonly tickState: 'none' | 'some' | 'all'
  readonly onPull: (pull: { readonly id: string; readonly width: number } | undefined) => void
}

/** The heads of the columns in sight. */
export const GridHeader = memo(Header) as <Row>(props: GridHeaderProps<Row>) => ReactNode

function Header<Row>({ layout, from, to, scroller, active, tickState, onPull, ...actions }: GridHeaderProps<Row>) {
  const { t } = useLanguage()
  const [menu, setMenu] = useState<{ column: GridColumn<Row>; cell: HTMLElement }>()
  const { onReorder, onResize } = actions
  const ids = layout.columns.map(({ id }) => id).filter((id) => id !== tickColumnId)
  const shown = layout.columns
    .map((_column, at) => at)
    .filter((at) => at < layout.frozenCount || at === active || (at >= from && at < to))

  const onKey = (event: KeyboardEvent, column: GridColumn<Row>) => {
    const isMenuKey = event.key === 'Enter' || event.key === ' ' || (event.altKey && event.key === 'ArrowDown')
    const sign = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (!isMenuKey && (!event.altKey || sign === 0)) return
    event.preventDefault()
    event.stopPropagation()
    if (isMenuKey) return setMenu({ column, cell: event.currentTarget as HTMLElement })
    const at = ids.indexOf(column.id)
    if (event.shiftKey && ids[at + sign]) onReorder?.(moveBefore(ids, column.id, ids[sign < 0 ? at - 1 : at + 2]))
    else if (!event.shiftKey) onResize?.(column.id, fitWidth(column.width + sign * keyStep))
  }

  const onDrop = (column: GridColumn<Row>, clientX: number) => {
    const element = scroller.current
    if (!element) return
    const x = clientX - element.getBoundingClientRect().left
    const place = x < layout.frozenWidth ? x : x + element.scrollLeft
    const before = layout.columns.findIndex(
      ({ id, width }, at) => id !== tickColumnId && place < (layout.lefts[at] ?? 0) + width / 2,
    )
    onReorder?.(moveBefore(ids, column.id, layout.columns[before]?.id))
  }

  return (
    <div role="rowgroup" className="grid-header sticky top-0 z-3" style={{ width: layout.width, minWidth: '100%' }}>
      <div
        role="row"
        aria-rowindex={1}
        className="relative flex border-b border-line bg-subtle"
        style={{ height: headerHeight }}
      >
        {shown.map((at) =>
          layout.columns[at]?.id === tickColumnId ? (
            <div
              key={tickColumnId}
              role="columnheader"
              aria-colindex={at + 1}
              tabIndex={active === at ? 0 : -1}
              data-row={-1}
              data-column={at}
              data-active={active === at ? '' : undefined}
              data-frozen
              className="grid-cell"
              style={{ left: 0, width: layout.columns[at]?.width }}
            >
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={t('design.grid.tickAll')}
                checked={tickState === 'all'}
                ref={(box) => {
                  if (box) box.indeterminate = tickState === 'some'
                }}
                onChange={() => {
                  // The grid hears the click.
                }}
              />
            </div>
          ) : (
            <HeaderCell
              key={layout.columns[at]?.id}
              at={at}
              layout={layout}
              isActive={active === at}
              onMenu={(column, cell) => setMenu({ column, cell })}
              onKey={onKey}
              onWidth={
                onResize &&
                ((column, width, isFinal) => {
                  onPull(isFinal ? undefined : { id: column.id, width: fitWidth(width) })
                  if (isFinal) onResize(column.id, fitWidth(width))
                })
              }
              onDrop={onReorder && onDrop}
            />
          ),
        )}
      </div>
      {menu && (
        <Suspense>
          <HeaderMenu
            {...actions}
            onResize={onResize && ((id, width) => onResize(id, fitWidth(width)))}
            column={menu.column}
            cell={menu.cell}
            columnIds={ids}
            onClose={() => setMenu(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
