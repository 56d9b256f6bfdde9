/** Row index -> slot: the place in the document that draws it. */
export type Slots = ReadonlyMap<number, number>

/**
 * Slots for the rows to draw. A row that was drawn before keeps its slot; a new one takes the slot of a row that left, so
 * that scrolling rewrites the same few elements. A slot is never held by two rows.
 */
export function assignSlots(before: Slots, rows: readonly number[]): Slots {
  const after = new Map<number, number>()
  const taken = new Set<number>()
  for (const row of rows) {
    const slot = before.get(row)
    if (slot === undefined) continue
    after.set(row, slot)
    taken.add(slot)
  }
  let next = 0
  for (const row of rows) {
    if (after.has(row)) continue
    while (taken.has(next)) next += 1
    after.set(row, next)
    taken.add(next)
  }
  return after
}
