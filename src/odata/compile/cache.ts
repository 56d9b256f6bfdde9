/** At most `size` things by their keys; the one not asked for longest goes first. */
export type Cache<Thing> = {
  /** The thing of that key, made now if it is not there. */
  readonly get: (key: string, make: () => Thing) => Thing
  readonly size: () => number
}

/** An empty cache. What `make` throws is not kept. */
export function createCache<Thing>(size: number): Cache<Thing> {
  const things = new Map<string, Thing>()
  return {
    get(key, make) {
      const known = things.get(key)
      if (known !== undefined) {
        things.delete(key)
        things.set(key, known)
        return known
      }
      const made = make()
      things.set(key, made)
      const [oldest] = things.size > size ? things.keys() : []
      if (oldest !== undefined) things.delete(oldest)
      return made
    },
    size: () => things.size,
  }
}
