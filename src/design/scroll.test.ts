import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { physicalHeight, scrolled, scrolledTo, virtualTop, type Extent } from '#design/scroll.ts'

const million: Extent = { virtual: 1_000_000 * 34, viewport: 700 }

describe('scrolling more rows than a browser has pixels', () => {
  test('a short list scrolls as it is', () => {
    const extent = { virtual: 3400, viewport: 700 }
    expect(physicalHeight(extent)).toBe(3400)
    expect(scrolled({ physical: 0, shift: 0 }, 500, extent)).toEqual({ physical: 500, shift: 0 })
  })

  test('both ends can be reached by dragging the bar', () => {
    expect(virtualTop(scrolled({ physical: 0, shift: 0 }, physicalHeight(million) - 700, million))).toBe(
      million.virtual - 700,
    )
    const end = scrolledTo(million.virtual, million)
    expect(virtualTop(scrolled(end, 0, million))).toBe(0)
  })

  test('from any place a wheel turn moves the rows by exactly its pixels, within the list', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: million.virtual }), fc.integer({ min: -700, max: 700 }), (place, delta) => {
        const before = scrolledTo(place, million)
        const after = scrolled(before, before.physical + delta, million)
        const wanted = Math.max(0, Math.min(million.virtual - 700, virtualTop(before) + delta))
        expect(virtualTop(after)).toBe(wanted)
        expect(after.physical).toBeGreaterThanOrEqual(0)
        expect(after.physical).toBeLessThanOrEqual(physicalHeight(million) - 700)
      }),
    )
  })

  test('turning the wheel long enough reaches the first row', () => {
    let state = scrolledTo(300_000, million)
    for (let turn = 0; turn < 1000; turn += 1) state = scrolled(state, Math.max(0, state.physical - 400), million)
    expect(state).toEqual({ physical: 0, shift: 0 })
  })
})
