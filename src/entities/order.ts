/** The list with the item at `from` moved to `to`; both are positions from 0. */
export function movedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

type Placed = { readonly id: string; readonly version: number; readonly position: number }

/** What must be saved so that things stand in this order: the position, from 1, of each that stands elsewhere. */
export function newPositions(ordered: readonly Placed[]): Placed[] {
  return ordered.flatMap(({ id, version, position }, index) =>
    position === index + 1 ? [] : [{ id, version, position: index + 1 }],
  )
}
