import { useEffect, useSyncExternalStore } from 'react'
import type { KeyGroupName } from '#design/keys.ts'

let shown: readonly KeyGroupName[] = []
const listeners = new Set<() => void>()

/** Tells that this page understands the keys of a group, as long as the component is there. */
export function usePageKeys(group: KeyGroupName): void {
  useEffect(() => {
    change([...shown, group])
    return () => {
      const at = shown.lastIndexOf(group)
      change(shown.filter((_, index) => index !== at))
    }
  }, [group])
}

/** The groups of keys that this page understands beside those that work everywhere. */
export function useShownKeys(): ReadonlySet<KeyGroupName> {
  return new Set(useSyncExternalStore(listen, () => shown))
}

function change(next: readonly KeyGroupName[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
