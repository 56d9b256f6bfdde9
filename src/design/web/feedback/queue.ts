import { useSyncExternalStore } from 'react'

/** A list that any code may add to and one component shows: toasts, questions. */
export type ItemQueue<Item> = {
  readonly add: (item: Item) => number
  readonly remove: (id: number) => void
  readonly clear: () => void
  /** Leaves those that `choose` gives back. */
  readonly keep: (choose: (items: readonly Queued<Item>[]) => readonly Queued<Item>[]) => void
  readonly useItems: () => readonly Queued<Item>[]
}
export type Queued<Item> = Item & { readonly id: number }

/** A new empty queue. */
export function createItemQueue<Item>(): ItemQueue<Item> {
  let items: readonly Queued<Item>[] = []
  let last = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly Queued<Item>[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    add: (item) => {
      last += 1
      change([...items, { ...item, id: last }])
      return last
    },
    remove: (id) => change(items.filter((item) => item.id !== id)),
    clear: () => change([]),
    keep: (choose) => change(choose(items)),
    useItems: () => useSyncExternalStore(listen, () => items),
  }
}
