import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

/**
 * Moves the children of a list by handles of theirs: by the pointer, or by the arrow keys while a handle has the focus.
 * `dragged` says which one is under way and where it would go; positions count from 0.
 */
export function useReordering(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<{ readonly from: number; readonly to: number }>()
  const handleFor = (at: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (by === undefined) return
      event.preventDefault()
      move(at, at + by)
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged({ from: at, to: at })
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (dragged) setDragged({ from: dragged.from, to: lineAt(list.current, clientY, dragged.to) })
    },
    onPointerUp: () => {
      if (dragged) move(dragged.from, dragged.to)
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
  })
  return { dragged, handleFor }
}

/** The line that a height on the screen belongs to; above and below all of them the first and the last. */
function lineAt(list: HTMLElement | null, y: number, current: number): number {
  const lines = [...(list?.children ?? [])].map((line) => line.getBoundingClientRect())
  const found = lines.findIndex(({ top, bottom }) => y >= top && y < bottom)
  if (found >= 0) return found
  const [first] = lines
  return first && y < first.top ? 0 : lines.length > 0 && y > (lines.at(-1)?.bottom ?? 0) ? lines.length - 1 : current
}
