import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import type { CellPlace, CellRange } from '#design/selection.ts'
import type { GridColumn } from '#design/web/grid/gridColumn.ts'
import type { useTicks } from '#design/web/grid/useTicks.ts'

type Pointed<Row> = {
  readonly layout: ColumnLayout<GridColumn<Row>>
  readonly scroller: RefObject<HTMLDivElement | null>
  /** px at the top and at the bottom of the grid where no rows are. */
  readonly edges: { readonly top: number; readonly bottom: number }
  readonly range: CellRange
  readonly select: (focus: CellPlace, anchor?: CellPlace) => void
  readonly edit: (place: CellPlace) => void
  readonly ticks: ReturnType<typeof useTicks<Row>>
  readonly rowAt: (index: number) => Row | undefined
  readonly onOpen?: (row: Row, index: number) => void
}

/** Pointing: a press makes a cell active, a drag selects a range, a double click edits. A finger scrolls, a tap makes active. */
export function useGridPointer<Row>(grid: Pointed<Row>) {
  const { layout, scroller, edges, range, select, edit, ticks, rowAt, onOpen } = grid
  const anchor = useRef<CellPlace>(undefined)
  const pointer = useRef({ x: 0, y: 0 })
  const frame = useRef(0)
  // The frames of a drag call what the last drawing of the grid left here.
  const extend = useRef<() => void>(undefined)
  useEffect(() => {
    extend.current = () => {
      const element = scroller.current
      if (!element || !anchor.current) return
      const { x, y } = pointer.current
      const box = element.getBoundingClientRect()
      const [left, right] = [box.left + layout.frozenWidth, box.left + element.clientWidth]
      const [top, bottom] = [box.top + edges.top, box.top + element.clientHeight - edges.bottom]
      element.scrollBy(beyond(x, box.left, right), beyond(y, top, bottom))
      const inside = {
        x: Math.min(Math.max(x, box.left + 1), right - 2),
        y: Math.min(Math.max(y, top + 1), bottom - 2),
      }
      // What is dragged back over the frozen columns reaches for the columns behind them.
      if (x < box.left && element.scrollLeft > 0) inside.x = left + 1
      const place = placeOf(document.elementFromPoint(inside.x, inside.y))
      const isNew = place && (place.row !== range.focus.row || place.column !== range.focus.column)
      if (isNew && place.row >= 0) select(place, anchor.current)
    }
  })
  const drag = useRef<{ readonly end: () => void }>(undefined)
  useEffect(() => () => drag.current?.end(), [])

  const beginDrag = (from: CellPlace) => {
    drag.current?.end()
    anchor.current = from
    const follow = () => {
      extend.current?.()
      frame.current = requestAnimationFrame(follow)
    }
    const onMove = (event: globalThis.PointerEvent) => {
      // It may have been released outside of the window.
      if (event.buttons !== 1) return end()
      pointer.current = { x: event.clientX, y: event.clientY }
      if (frame.current === 0) frame.current = requestAnimationFrame(follow)
    }
    const end = () => {
      cancelAnimationFrame(frame.current)
      frame.current = 0
      anchor.current = undefined
      drag.current = undefined
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    window.addEventListener('pointermove', onMove, { passive: true })
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    drag.current = { end }
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      const place = placeOf(event.target)
      if (!place || place.row < 0 || event.button !== 0 || event.pointerType === 'touch') return
      if (ticks.isTickColumn(place.column) || isOpener(event.target)) return
      beginDrag(event.shiftKey ? range.anchor : place)
      select(place, anchor.current)
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event.target)
      if (!place) return
      const isTick = ticks.isTickColumn(place.column)
      if (place.row < 0) {
        if (isTick) ticks.tickAll()
        return
      }
      const row = rowAt(place.row)
      if (isTick) {
        if (event.shiftKey) ticks.tickTo(place.row)
        else ticks.tick(place.row)
      } else if (isOpener(event.target)) {
        if (row !== undefined) onOpen?.(row, place.row)
      } else if (event.detail === 1 && wasTouched(event)) {
        select(place)
      }
      if (isTick || isOpener(event.target)) select(place)
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event.target)
      const column = place && layout.columns[place.column]
      if (!place || place.row < 0 || ticks.isTickColumn(place.column)) return
      const row = rowAt(place.row)
      if (column?.editor || column?.toggle) edit(place)
      else if (row !== undefined) onOpen?.(row, place.row)
    },
  }
}

function placeOf(target: EventTarget | null): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined
}

function isOpener(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-opener]') !== null
}

function wasTouched({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch'
}

/** px to scroll in a frame for a pointer outside of an edge: the further out, the faster. */
function beyond(at: number, from: number, to: number): number {
  const outside = at < from ? at - from : at > to ? at - to : 0
  return Math.max(-fastest, Math.min(fastest, Math.round(outside / 3)))
}

const fastest = 60
