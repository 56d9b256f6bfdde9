/** The list with the item at index `from` moved to index `to`. */
export function movedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

type Placed = { readonly id: string; readonly version: number; readonly position: number }

/** The positions to save for the given order: items whose position differs, counted from 1. */
export function newPositions(ordered: readonly Placed[]): Placed[] {
  return ordered.flatMap(({ id, version, position }, index) =>
    position === index + 1 ? [] : [{ id, version, position: index + 1 }],
  )
}
