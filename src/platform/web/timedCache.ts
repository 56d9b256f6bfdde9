/** Specification 7: the in-memory cache holds at most 24 entries. */
export const mostEntries = 24
/** Specification 7: after so many minutes an entry may be cleared. */
export const clearDurations = [1, 5, 10, 30, 60] as const
export type ClearMinutes = (typeof clearDurations)[number]

export type TimedCache = {
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: unknown, minutes: ClearMinutes) => void
  readonly clear: (prefix?: string) => void
  readonly size: () => number
}

/** A cache whose entries live for some minutes; when it is full, the one unused for longest makes room. */
export function createTimedCache(now: () => number): TimedCache {
  const entries = new Map<string, { value: unknown; until: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.until <= now()) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, minutes) {
      entries.delete(key)
      entries.set(key, { value, until: now() + minutes * 60_000 })
      const [oldest] = entries.keys()
      if (entries.size > mostEntries && oldest !== undefined) entries.delete(oldest)
    },
    clear(prefix = '') {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key)
    },
    size: () => entries.size,
  }
}
