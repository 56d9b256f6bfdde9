import { useSyncExternalStore } from 'react'

// Specification 4: the choice of the cookie banner is stored as true or false.
const key = 'cookies'
const listeners = new Set<() => void>()
let asked: string | null = null

/** Whether cookies beyond the needed ones are accepted; undefined while nobody has chosen. */
export function useCookieChoice(): readonly [boolean | undefined, (accepted: boolean) => void] {
  const stored = useSyncExternalStore(listen, read)
  return [stored === 'true' ? true : stored === 'false' ? false : undefined, choose]
}

function choose(accepted: boolean): void {
  asked = String(accepted)
  try {
    window.localStorage.setItem(key, asked)
  } catch {
    // Kept for this visit only where storage is refused.
  }
  for (const listener of listeners) listener()
}

function read(): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return asked
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
