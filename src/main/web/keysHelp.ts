import { useEffect, useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Shows or hides the list of keys. */
export function showKeys(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

/** Whether the list of keys is shown; `?` (outside of what is being typed) and Ctrl / show it. */
export function useKeysHelp(): boolean {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !asksForKeys(event)) return
      event.preventDefault()
      showKeys(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return useSyncExternalStore(listen, () => isOpen)
}

function asksForKeys({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key === '/'
  return key === '?' && !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]'))
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
