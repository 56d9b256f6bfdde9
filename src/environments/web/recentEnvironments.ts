import { useSyncExternalStore } from 'react'

const key = 'recent_environments'
const mostKept = 12
const listeners = new Set<() => void>()
let snapshot: readonly RecentEnvironment[] = []
let snapshotText = ''

export type RecentEnvironment = { readonly id: string; readonly at: number }

/** The environments opened on this device, the latest first. */
export function recentEnvironments(): readonly RecentEnvironment[] {
  const text = stored()
  if (text === snapshotText) return snapshot
  snapshotText = text
  snapshot = parsed(text)
  return snapshot
}

export function useRecentEnvironments(): readonly RecentEnvironment[] {
  return useSyncExternalStore(listen, recentEnvironments)
}

export function keepOpened(id: string): void {
  const others = recentEnvironments().filter((each) => each.id !== id)
  try {
    window.localStorage.setItem(key, JSON.stringify([{ id, at: Date.now() }, ...others].slice(0, mostKept)))
  } catch {
    // Without storage nothing is remembered, and the door leads to the list.
  }
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(): string {
  try {
    return window.localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function parsed(text: string): readonly RecentEnvironment[] {
  try {
    const value: unknown = JSON.parse(text || '[]')
    return Array.isArray(value) ? value.filter((each) => typeof each?.id === 'string') : []
  } catch {
    return []
  }
}
