/** Which statements are prepared under a name, so that each connection caches their plan. */
export type PlanNames = {
  admits(name: string): boolean
}

/** Limit of names: each prepared statement takes some 50 kB of every connection for the life of the connection. */
const mostKept = 400

/**
 * Connections live half an hour, in milliseconds. By then the plans of dropped names are gone with their connections.
 */
const generation = 30 * 60_000

/**
 * Admits names that come a second time, up to a limit: a flood of statements that are each sent once must not fill the
 * memory of backends. When the limit is reached, later names are admitted in the next half hour. `now` is a clock in
 * milliseconds.
 */
export function createPlanNames(now: () => number): PlanNames {
  let admitted = new Set<string>()
  let once = new Set<string>()
  let since = now()
  return {
    admits(name) {
      if (admitted.has(name)) return true
      if (admitted.size >= mostKept) {
        if (now() - since < generation) return false
        admitted = new Set()
        since = now()
      }
      if (once.has(name)) {
        admitted.add(name)
        return true
      }
      if (once.size >= mostKept) once = new Set()
      once.add(name)
      return false
    },
  }
}
