/** A cache with at most about `size` entries. */
export type Cache<Thing> = {
  /** The cached entry of a key; calls `make` for a missing entry. */
  readonly get: (key: string, make: () => Thing) => Thing
  readonly size: () => number
}

const longestKey = 20_000

/**
 * Creates an empty cache. Errors of `make` are not cached. Two generations of half the size: entries that were not
 * requested during a whole generation are dropped together. (Deleting single keys from a Map in order of use costs more
 * than making the entry.)
 */
export function createCache<Thing>(size: number): Cache<Thing> {
  let young = new Map<string, Thing>()
  let old = new Map<string, Thing>()
  // Single keys may be long; the memory of all cached keys must stay bounded.
  const keep = (key: string, thing: Thing) => {
    if (young.size >= size / 2) {
      old = young
      young = new Map()
    }
    young.set(key, thing)
    return thing
  }
  return {
    get(key, make) {
      const known = young.get(key)
      if (known !== undefined) return known
      if (key.length > longestKey) return make()
      const aged = old.get(key)
      return keep(key, aged ?? make())
    },
    size: () => young.size + [...old.keys()].filter((key) => !young.has(key)).length,
  }
}
