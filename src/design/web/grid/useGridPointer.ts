import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import type { CellPlace, CellRange } from '#design/selection.ts'
import type { PointerReach } from '#design/web/grid/followPointer.ts'
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
  // A drag calls what the last drawing of the grid left here.
  const extend = useRef<(reach: PointerReach, anchor: CellPlace) => void>(undefined)
  useEffect(() => {
    extend.current = (reach, anchor) => {
      if (!scroller.current) return
      const point = reach.scroll(scroller.current, { left: layout.frozenWidth, ...edges })
      const place = placeOf(document.elementFromPoint(point.x, point.y))
      const isNew = place && (place.row !== range.focus.row || place.column !== range.focus.column)
      if (isNew && place.row >= 0) select(place, anchor)
    }
  })
  const drag = useRef<{ readonly end: () => void }>(undefined)
  useEffect(() => () => drag.current?.end(), [])

  const beginDrag = async (event: PointerEvent, anchor: CellPlace) => {
    drag.current?.end()
    const { followPointer } = await import('#design/web/grid/followPointer.ts')
    drag.current?.end()
    drag.current = followPointer(event.pointerId, (reach) => extend.current?.(reach, anchor))
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      const place = placeOf(event.target)
      if (!place || place.row < 0 || event.button !== 0 || event.pointerType === 'touch') return
      if (ticks.isTickColumn(place.column) || isOpener(event.target)) return
      const anchor = event.shiftKey ? range.anchor : place
      select(place, anchor)
      // Without it a press is still a press.
      beginDrag(event, anchor).catch(() => undefined)
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
