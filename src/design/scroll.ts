/**
 * Browsers cap the height of an element (Firefox at 17.8M px, Chromium at 33.5M px), and a million roomy rows are higher.
 * So the page scrolls a shorter, physical height; rows stand at their virtual place minus `shift`.
 */
export type Scroll = {
  /** scrollTop of the element, px. */
  readonly physical: number
  /** How far the virtual place is ahead of the physical one, px. */
  readonly shift: number
}

/** The heights that belong together, px. */
export type Extent = { readonly virtual: number; readonly viewport: number }

const highest = 8_000_000

/** Height that the scrolled element gets. */
export function physicalHeight({ virtual }: Extent): number {
  return Math.min(virtual, highest)
}

/**
 * The next state after the browser reports a scrollTop. Small steps move rows px by px; a leap, as by dragging the bar,
 * goes to the proportional place; near an end the two are brought together, so that both ends can be reached.
 */
export function scrolled(before: Scroll, scrollTop: number, extent: Extent): Scroll {
  if (extent.virtual <= highest) return { physical: scrollTop, shift: 0 }
  const isLeap = Math.abs(scrollTop - before.physical) > extent.viewport * 2
  return isLeap ? proportional(scrollTop, extent) : settled({ physical: scrollTop, shift: before.shift }, extent)
}

/** The state that shows a virtual place at the top of the viewport. */
export function scrolledTo(virtual: number, extent: Extent): Scroll {
  const place = Math.max(0, Math.min(virtual, extent.virtual - extent.viewport))
  if (extent.virtual <= highest) return { physical: place, shift: 0 }
  const physical = Math.round(place / ratio(extent))
  return { physical, shift: place - physical }
}

/** The virtual px at the top of the viewport. */
export function virtualTop({ physical, shift }: Scroll): number {
  return physical + shift
}

function proportional(scrollTop: number, extent: Extent): Scroll {
  const virtual = Math.round(scrollTop * ratio(extent))
  return { physical: scrollTop, shift: virtual - scrollTop }
}

function settled(state: Scroll, extent: Extent): Scroll {
  const margin = extent.viewport * 4
  const end = physicalHeight(extent) - extent.viewport
  const virtual = Math.max(0, Math.min(virtualTop(state), extent.virtual - extent.viewport))
  const atPhysicalEnd = state.physical < margin || state.physical > end - margin
  const atVirtualEnd = virtual < margin || virtual > extent.virtual - extent.viewport - margin
  if (!atPhysicalEnd && !atVirtualEnd) return state
  // Close to an end the distance to it must be the same in both measures.
  if (virtual < margin) return { physical: virtual, shift: 0 }
  const fromEnd = extent.virtual - extent.viewport - virtual
  if (fromEnd < margin) return { physical: end - fromEnd, shift: virtual - (end - fromEnd) }
  return scrolledTo(virtual, extent)
}

function ratio(extent: Extent): number {
  return (extent.virtual - extent.viewport) / (physicalHeight(extent) - extent.viewport)
}
