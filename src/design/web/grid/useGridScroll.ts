import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
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
  readonly isMoving: boolean
}

/** What is visible of the grid, px; `frame` is the height of header and footer, which never scroll. */
type Size = {
  readonly rowCount: number
  readonly rowHeight: number
  readonly frame: number
  readonly viewport: Viewport
}
export type Viewport = { readonly width: number; readonly height: number }

// Rows are drawn ahead in whole steps, so that most scroll events change nothing.
const step = 4
// Rows drawn beyond those in sight: where the scrolling goes, where it comes from, and on both sides at rest.
const ahead = 6
const behind = 1
const atRest = 4
const restAfter = 120

/** The size of the grid's element. */
export function useViewport(scroller: RefObject<HTMLDivElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ width: 1200, height: 800 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setViewport({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return viewport
}

/** Follows the scrolling of the grid's element. */
export function useGridScroll(
  scroller: RefObject<HTMLDivElement | null>,
  layout: ColumnLayout<ColumnShape>,
  size: Size,
) {
  const { rowCount, rowHeight, frame, viewport } = size
  const scroll = useRef<Scroll>({ physical: 0, shift: 0 })
  const seenTop = useRef(0)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [view, setView] = useState<GridView>({ firstRow: 0, endRow: 0, from: 0, to: 0, shift: 0, isMoving: false })
  const extent: Extent = { virtual: rowCount * rowHeight, viewport: Math.max(rowHeight, viewport.height - frame) }

  const look = (above: number, below: number, isMoving: boolean) => {
    const top = virtualTop(scroll.current) / rowHeight
    const first = Math.floor((top - above) / step) * step
    const end = Math.ceil((top + extent.viewport / rowHeight + below) / step) * step
    const columns = columnsInSight(layout, scroller.current?.scrollLeft ?? 0, viewport.width)
    const next = {
      firstRow: Math.max(0, first),
      endRow: Math.min(rowCount, end),
      ...columns,
      shift: scroll.current.shift,
      isMoving,
    }
    setView((now) => (isSame(now, next) ? now : next))
  }

  /** Draws what scrolling brings into sight: in a leap only that, else a little ahead of it. */
  const follow = () => {
    const top = virtualTop(scroll.current)
    const moved = top - seenTop.current
    seenTop.current = top
    if (Math.abs(moved) > extent.viewport / 2) look(0, 0, true)
    else if (moved > 0) look(behind, ahead, true)
    else if (moved < 0) look(ahead, behind, true)
    else look(atRest, atRest, false)
    clearTimeout(rest.current)
    if (moved !== 0) rest.current = setTimeout(() => look(atRest, atRest, false), restAfter)
  }

  const moveTo = (next: Scroll) => {
    scroll.current = next
    const element = scroller.current
    if (element && Math.abs(element.scrollTop - next.physical) >= 1) element.scrollTop = next.physical
    follow()
  }

  useLayoutEffect(() => {
    // Heights or the number of rows changed: keep the place, as far as it still exists.
    moveTo(scrolledTo(virtualTop(scroll.current), extent))
    // oxlint-disable-next-line react/exhaustive-deps -- moveTo and extent follow from these
  }, [rowCount, rowHeight, viewport, layout])

  useEffect(() => () => clearTimeout(rest.current), [])

  const onScroll = useCallback(() => {
    // At once: rows drawn a frame later than the scrolling would leave a blank.
    flushSync(() => moveTo(scrolled(scroll.current, scroller.current?.scrollTop ?? 0, extent)))
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
    /** Whether a row stands close to the lower edge, so that what hangs below it would be out of sight. */
    isLow: (row: number) => (row + 2) * rowHeight > virtualTop(scroll.current) + extent.viewport,
  }
}

function isSame(one: GridView, other: GridView): boolean {
  return (
    one.firstRow === other.firstRow &&
    one.endRow === other.endRow &&
    one.from === other.from &&
    one.to === other.to &&
    one.shift === other.shift &&
    one.isMoving === other.isMoving
  )
}
