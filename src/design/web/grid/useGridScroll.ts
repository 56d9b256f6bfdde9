import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { columnsInSight, scrollLeftFor, type ColumnLayout, type ColumnShape } from '#design/columns.ts'
import { physicalHeight, scrolled, scrolledTo, virtualTop, type Extent, type Scroll } from '#design/scroll.ts'
import type { CellPlace } from '#design/selection.ts'

/** The part of the grid that is drawn: rows and columns from (included) to (excluded). */
export type GridView = {
  readonly firstRow: number
  readonly endRow: number
  readonly from: number
  readonly to: number
  /** px by which rows stand above their virtual place. */
  readonly shift: number
}

type Size = { readonly rowCount: number; readonly rowHeight: number; readonly frame: number }

// Rows are drawn ahead in whole steps, so that most scroll events change nothing.
const step = 4
const overscan = 6

/** Follows the scrolling of the grid's element; `frame` is the height of header and footer, which never scroll. */
export function useGridScroll(
  scroller: RefObject<HTMLDivElement | null>,
  layout: ColumnLayout<ColumnShape>,
  size: Size,
) {
  const { rowCount, rowHeight, frame } = size
  const scroll = useRef<Scroll>({ physical: 0, shift: 0 })
  const [viewport, setViewport] = useState({ width: 1200, height: 800 })
  const [view, setView] = useState<GridView>({ firstRow: 0, endRow: 0, from: 0, to: 0, shift: 0 })
  const extent: Extent = { virtual: rowCount * rowHeight, viewport: Math.max(rowHeight, viewport.height - frame) }

  const look = () => {
    const top = virtualTop(scroll.current) / rowHeight
    const first = Math.floor((top - overscan) / step) * step
    const end = Math.ceil((top + extent.viewport / rowHeight + overscan) / step) * step
    const columns = columnsInSight(layout, scroller.current?.scrollLeft ?? 0, viewport.width)
    const next = {
      firstRow: Math.max(0, first),
      endRow: Math.min(rowCount, end),
      ...columns,
      shift: scroll.current.shift,
    }
    setView((now) => (isSame(now, next) ? now : next))
  }

  const moveTo = (next: Scroll) => {
    scroll.current = next
    const element = scroller.current
    if (element && Math.abs(element.scrollTop - next.physical) >= 1) element.scrollTop = next.physical
    look()
  }

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setViewport({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  useLayoutEffect(() => {
    // Heights or the number of rows changed: keep the place, as far as it still exists.
    moveTo(scrolledTo(virtualTop(scroll.current), extent))
    // oxlint-disable-next-line react/exhaustive-deps -- moveTo and extent follow from these
  }, [rowCount, rowHeight, viewport, layout])

  const onScroll = useCallback(() => {
    moveTo(scrolled(scroll.current, scroller.current?.scrollTop ?? 0, extent))
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [rowCount, rowHeight, viewport, layout])

  const show = ({ row, column }: CellPlace) => {
    const element = scroller.current
    if (!element) return
    const top = virtualTop(scroll.current)
    if (row >= 0 && row * rowHeight < top) moveTo(scrolledTo(row * rowHeight, extent))
    if (row >= 0 && (row + 1) * rowHeight > top + extent.viewport)
      moveTo(scrolledTo((row + 1) * rowHeight - extent.viewport, extent))
    const left = scrollLeftFor(layout, column, element.scrollLeft, viewport.width)
    if (left !== element.scrollLeft) element.scrollLeft = left
  }

  return {
    view,
    show,
    onScroll,
    height: physicalHeight(extent),
    page: Math.max(1, Math.floor(extent.viewport / rowHeight) - 1),
    viewportWidth: viewport.width,
  }
}

function isSame(one: GridView, other: GridView): boolean {
  return (
    one.firstRow === other.firstRow &&
    one.endRow === other.endRow &&
    one.from === other.from &&
    one.to === other.to &&
    one.shift === other.shift
  )
}
