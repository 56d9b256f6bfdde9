import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { columnsInSight, scrollLeftFor, type ColumnLayout, type ColumnShape } from '#design/columns.ts'
import { beginLeap, goOn, type Leap } from '#design/leap.ts'
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
  /** What stands in the places of the rows while they are leapt over. */
  readonly leap?: Leap | undefined
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
// A leap moves by more than this part of the view, and goes on while it moves by more than the other.
const leapFrom = 1 / 3
const leapOn = 1 / 6

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

const nothingInSight: GridView = {
  firstRow: 0,
  endRow: 0,
  from: 0,
  to: 0,
  shift: 0,
  motion: 'rest',
  pin: 0,
}

/** Follows the scrolling of the grid's element. */
export function useGridScroll({ scroller, rows }: GridElements, layout: ColumnLayout<ColumnShape>, size: Size) {
  const { rowCount, rowHeight, frame, viewport } = size
  const scroll = useRef<Scroll>({ physical: 0, shift: 0 })
  const seen = useRef({ top: 0, left: 0 })
  // The leap that goes on, and the frame in which it ends when nothing moves on.
  const leapt = useRef<{ readonly leap?: Leap; readonly frame?: number }>({})
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [view, setView] = useState(nothingInSight)
  const extent: Extent = { virtual: rowCount * rowHeight, viewport: Math.max(rowHeight, viewport.height - frame) }

  const inSight = extent.viewport / rowHeight
  const rowsInSight = Math.ceil(inSight) + 1

  const look = (above: number, below: number, motion: Motion) => {
    const top = virtualTop(scroll.current) / rowHeight
    draw(Math.floor((top - above) / step) * step, Math.ceil((top + inSight + below) / step) * step, motion)
  }

  /** In a leap just the rows in sight are drawn, always as many, so that none comes and goes. */
  const leap = () => {
    const first = topRow()
    const before = leapt.current.leap
    const now = before ? goOn(before, first) : beginLeap(first, rowsInSight, scroll.current)
    draw(first, first + rowsInSight, 'leap', now)
    // Had this been the last leap, nothing else would draw its rows where they belong.
    const next = () => (leapt.current = { leap: now, frame: requestAnimationFrame(land) })
    leapt.current = { leap: now, frame: requestAnimationFrame(next) }
  }
  const land = () => flushSync(() => draw(topRow(), topRow() + rowsInSight, 'leap'))
  const topRow = () => Math.floor(virtualTop(scroll.current) / rowHeight)

  const draw = (first: number, end: number, motion: Motion, leap?: Leap) => {
    cancelAnimationFrame(leapt.current.frame ?? 0)
    leapt.current = {}
    const carried = leap ? scroll.current.physical - leap.at.physical : 0
    if (rows.current) rows.current.style.transform = carried === 0 ? '' : `translateY(${carried}px)`
    const { left } = seen.current
    const isPinned = motion === 'scroll' || motion === 'leap'
    const next = {
      firstRow: Math.max(0, first),
      endRow: Math.min(rowCount, end),
      ...columnsInSight(layout, left, viewport.width),
      shift: leap ? leap.at.shift : scroll.current.shift,
      motion,
      pin: isPinned ? left : 0,
      leap,
    }
    setView((now) => (isSame(now, next) ? now : next))
  }

  /** Draws what scrolling brings into sight: in a leap only that, else a little ahead of it. */
  const follow = (canLeap: boolean) => {
    const top = virtualTop(scroll.current)
    const left = scroller.current?.scrollLeft ?? 0
    const moved = top - seen.current.top
    const isAcross = left !== seen.current.left
    seen.current = { top, left }
    if (moved === 0) look(atRest, atRest, 'rest')
    else if (canLeap && !isAcross && Math.abs(moved) > extent.viewport * (leapt.current.leap ? leapOn : leapFrom))
      leap()
    else look(moved > 0 ? behind : ahead, moved > 0 ? ahead : behind, isAcross ? 'across' : 'scroll')
    clearTimeout(rest.current)
    if (moved !== 0) rest.current = setTimeout(() => flushSync(() => look(atRest, atRest, 'rest')), restAfter)
  }

  const moveTo = (next: Scroll, canLeap = false) => {
    scroll.current = next
    const element = scroller.current
    if (element && Math.abs(element.scrollTop - next.physical) >= 1) element.scrollTop = next.physical
    follow(canLeap)
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
    one.pin === other.pin &&
    one.leap === other.leap
  )
}
