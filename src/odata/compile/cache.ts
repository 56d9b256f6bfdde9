/** Things kept by their keys, at most about `size` of them. */
export type Cache<Thing> = {
  /** The thing of that key, made now if it is not there. */
  readonly get: (key: string, make: () => Thing) => Thing
  readonly size: () => number
}

const longestKey = 20_000

/**
 * An empty cache. What `make` throws is not kept. Two generations of half the size: what was not asked for during a whole
 * generation is forgotten with it. (Deleting single keys from a Map in the order of use costs more than making the thing.)
 */
export function createCache<Thing>(size: number): Cache<Thing> {
  let young = new Map<string, Thing>()
  let old = new Map<string, Thing>()
  // A request may be long; what is kept of all of them together must not be.
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
