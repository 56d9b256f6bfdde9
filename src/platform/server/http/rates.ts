/** Rate limit per caller, in requests a second; a burst may be ten seconds' worth. */
export type Rates = {
  /** Counts one request of a caller; returns the seconds to wait, 0 when the request is allowed. */
  take(who: string): number
}

const burstSeconds = 10
const mostKept = 20_000

type Bucket = { left: number; at: number }

/** Token buckets in the memory of this process; `now` is a clock in milliseconds. */
export function createRates(perSecond: number, now: () => number): Rates {
  const buckets = new Map<string, Bucket>()
  const most = perSecond * burstSeconds
  return {
    take(who) {
      const at = now()
      const known = buckets.get(who)
      const bucket = known ?? { left: most, at }
      // A clock that was set back must not drain the bucket.
      bucket.left = Math.min(most, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      if (!known) {
        // The oldest bucket is evicted; an evicted caller starts again with a full bucket.
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
