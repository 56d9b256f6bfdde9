type Point = { readonly x: number; readonly y: number }
/** px at the edges of a scrolled element where none of what is dragged over lies. */
type Edges = { readonly left: number; readonly top: number; readonly bottom: number }

/** Where a dragged pointer is. */
export type PointerReach = {
  /** Scrolls on when the pointer is outside of the element, and answers the point inside that is nearest to it. */
  readonly scroll: (element: Element, edges: Edges) => Point
}

/** Follows a pressed pointer, in each frame, until it is released. */
export function followPointer(pointerId: number, onReach: (reach: PointerReach) => void): { readonly end: () => void } {
  let frame = 0
  let pointer: Point = { x: 0, y: 0 }
  const reach: PointerReach = { scroll: (element, edges) => scrollTo(element, edges, pointer) }
  const follow = () => {
    onReach(reach)
    frame = requestAnimationFrame(follow)
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    // It may have been released outside of the window, or before anyone followed it.
    if (event.buttons !== 1) return end()
    pointer = { x: event.clientX, y: event.clientY }
    if (frame === 0) frame = requestAnimationFrame(follow)
  }
  const end = () => {
    cancelAnimationFrame(frame)
    frame = 0
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
  }
  window.addEventListener('pointermove', onMove, { passive: true })
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
  return { end }
}

function scrollTo(element: Element, edges: Edges, { x, y }: Point): Point {
  const box = element.getBoundingClientRect()
  const [left, right] = [box.left + edges.left, box.left + element.clientWidth]
  const [top, bottom] = [box.top + edges.top, box.top + element.clientHeight - edges.bottom]
  element.scrollBy(beyond(x, box.left, right), beyond(y, top, bottom))
  // What is dragged back over the frozen columns reaches for the columns behind them.
  const inside = x < box.left && element.scrollLeft > 0 ? left + 1 : Math.min(Math.max(x, box.left + 1), right - 2)
  return { x: inside, y: Math.min(Math.max(y, top + 1), bottom - 2) }
}

/** px to scroll in a frame for a pointer outside of an edge: the further out, the faster. */
function beyond(at: number, from: number, to: number): number {
  const outside = at < from ? at - from : at > to ? at - to : 0
  return Math.max(-fastest, Math.min(fastest, Math.round(outside / 3)))
}

const fastest = 60
