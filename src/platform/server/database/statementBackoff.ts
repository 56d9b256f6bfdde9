/** Which statements, by their names, are kept away for a while from where others would have to wait for them. */
export type StatementBackoff = {
  isBarred(name: string): boolean
  bar(name: string): void
}

/** For so long, in milliseconds; twice as long each further time, until nothing was barred for as long again. */
const shortest = 250
const longest = 30_000
const mostKept = 1000

/** Nothing is barred yet. `now` is a clock in milliseconds. */
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
