/** How many requests a second each caller may make; a burst may be ten seconds' worth. */
export type Rates = {
  /** Takes one request of a caller; answers the seconds to wait, 0 when it may go on. */
  take(who: string): number
}

const burstSeconds = 10
const mostKept = 20_000

type Bucket = { left: number; at: number }

/** Token buckets in the memory of this process; `now` in milliseconds. */
export function createRates(perSecond: number, now: () => number): Rates {
  const buckets = new Map<string, Bucket>()
  const most = perSecond * burstSeconds
  return {
    take(who) {
      const at = now()
      const known = buckets.get(who)
      const bucket = known ?? { left: most, at }
      // A clock that was set back fills nothing.
      bucket.left = Math.min(most, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      if (!known) {
        // The one that has been here longest makes room; it comes back with a full bucket.
        const [oldest] = buckets.size >= mostKept ? buckets.keys() : []
        if (oldest !== undefined) buckets.delete(oldest)
        buckets.set(who, bucket)
      }
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perSecond))
      bucket.left -= 1
      return 0
    },
  }
}
