/**
 * Which statements, by name, may not use shared connections for a while, because other statements would wait behind
 * them.
 */
export type StatementBackoff = {
  isBarred(name: string): boolean
  bar(name: string): void
}

/** Back-off in milliseconds; doubled each further time, until a statement had no back-off for as long again. */
const shortest = 250
const longest = 30_000
const mostKept = 1000

/** Creates an empty back-off. `now` is a clock in milliseconds. */
export function createStatementBackoff(now: () => number): StatementBackoff {
  const bars = new Map<string, { until: number; next: number }>()
  return {
    isBarred(name) {
      const bar = bars.get(name)
      if (!bar) return false
      const time = now()
      if (time > bar.until + bar.next) bars.delete(name)
      return time < bar.until
    },
    bar(name) {
      if (bars.size >= mostKept) bars.clear()
      const { next } = bars.get(name) ?? { next: shortest }
      bars.set(name, { until: now() + next, next: Math.min(next * 2, longest) })
    },
  }
}
