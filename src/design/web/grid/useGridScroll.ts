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
  readonly motion: Motion
  /** px that are scrolled to the right, told only while nothing moves that way. */
  readonly pin: number
}

/**
 * How the grid moves, for its style: not at all; down or up by a part of the view; by so much that every row is another
 * one; or to a side.
 */
export type Motion = 'rest' | 'scroll' | 'leap' | 'across'

/** The element that scrolls, and the one in it that holds the rows. */
type GridElements = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: RefObject<HTMLDivElement | null>
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
// How long the rows of a leap are carried along, ms.
const carriedFor = 40

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
export function useGridScroll({ scroller, rows }: GridElements, layout: ColumnLayout<ColumnShape>, size: Size) {
  const { rowCount, rowHeight, frame, viewport } = size
  const scroll = useRef<Scroll>({ physical: 0, shift: 0 })
  const seen = useRef({ top: 0, left: 0 })
  // Where and when the rows of a leap were drawn, and the frame that draws those that are carried along.
  const leapt = useRef<{ readonly drawn?: { readonly at: number; readonly since: number }; readonly frame?: number }>(
    {},
  )
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [view, setView] = useState<GridView>({
    firstRow: 0,
    endRow: 0,
    from: 0,
    to: 0,
    shift: 0,
    motion: 'rest',
    pin: 0,
  })
  const extent: Extent = { virtual: rowCount * rowHeight, viewport: Math.max(rowHeight, viewport.height - frame) }

  const inSight = extent.viewport / rowHeight

  const look = (above: number, below: number, motion: Motion) => {
    const top = virtualTop(scroll.current) / rowHeight
    draw(Math.floor((top - above) / step) * step, Math.ceil((top + inSight + below) / step) * step, motion)
  }

  /**
   * In a leap every row is another one: just those in sight are drawn, always as many, so that none comes and goes. Nobody
   * can read them: they are drawn some 25 times a second, and for the frames between carried along as they are.
   */
  const leap = (canCarry: boolean) => {
    const { physical } = scroll.current
    const { drawn, frame: landing = 0 } = leapt.current
    if (canCarry && drawn && performance.now() - drawn.since < carriedFor && rows.current) {
      rows.current.style.transform = `translateY(${physical - drawn.at}px)`
      // Had this been the last leap, nothing else would draw its rows.
      cancelAnimationFrame(landing)
      const next = () => (leapt.current = { drawn, frame: requestAnimationFrame(land) })
      leapt.current = { drawn, frame: requestAnimationFrame(next) }
      return
    }
    const first = Math.floor(virtualTop(scroll.current) / rowHeight)
    draw(first, first + Math.ceil(inSight) + 1, 'leap')
    leapt.current = { drawn: { at: physical, since: performance.now() } }
  }
  const land = () => flushSync(() => leap(false))

  const draw = (first: number, end: number, motion: Motion) => {
    cancelAnimationFrame(leapt.current.frame ?? 0)
    leapt.current = {}
    if (rows.current) rows.current.style.transform = ''
    const { left } = seen.current
    const isPinned = motion === 'scroll' || motion === 'leap'
    const next = {
      firstRow: Math.max(0, first),
      endRow: Math.min(rowCount, end),
      ...columnsInSight(layout, left, viewport.width),
      shift: scroll.current.shift,
      motion,
      pin: isPinned ? left : 0,
    }
    setView((now) => (isSame(now, next) ? now : next))
  }

  /** Draws what scrolling brings into sight: in a leap only that, else a little ahead of it. */
  const follow = (canCarry: boolean) => {
    const top = virtualTop(scroll.current)
    const left = scroller.current?.scrollLeft ?? 0
    const moved = top - seen.current.top
    const isAcross = left !== seen.current.left
    seen.current = { top, left }
    if (moved === 0) look(atRest, atRest, 'rest')
    else if (!isAcross && Math.abs(moved) > extent.viewport / 2) leap(canCarry)
    else look(moved > 0 ? behind : ahead, moved > 0 ? ahead : behind, isAcross ? 'across' : 'scroll')
    clearTimeout(rest.current)
    if (moved !== 0) rest.current = setTimeout(() => flushSync(() => look(atRest, atRest, 'rest')), restAfter)
  }

  const moveTo = (next: Scroll, canCarry = false) => {
    scroll.current = next
    const element = scroller.current
    if (element && Math.abs(element.scrollTop - next.physical) >= 1) element.scrollTop = next.physical
    follow(canCarry)
  }

  useLayoutEffect(() => {
    // Heights or the number of rows changed: keep the place, as far as it still exists.
    moveTo(scrolledTo(virtualTop(scroll.current), extent))
    // oxlint-disable-next-line react/exhaustive-deps -- moveTo and extent follow from these
  }, [rowCount, rowHeight, viewport, layout])

  useEffect(
    () => () => {
      clearTimeout(rest.current)
      cancelAnimationFrame(leapt.current.frame ?? 0)
    },
    [],
  )

  const onScroll = useCallback(() => {
    // At once: rows drawn a frame later than the scrolling would leave a blank.
    flushSync(() => moveTo(scrolled(scroll.current, scroller.current?.scrollTop ?? 0, extent), true))
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [rowCount, rowHeight, viewport, layout])

  const reveal = ({ row, column }: CellPlace) => {
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
    reveal,
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
    one.motion === other.motion &&
    one.pin === other.pin
  )
}
