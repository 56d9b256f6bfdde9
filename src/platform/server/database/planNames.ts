/** Which statements are prepared under their name, so that their plan is kept on each connection. */
export type PlanNames = {
  admits(name: string): boolean
}

/** Each prepared statement takes some 50 kB of every connection, for as long as it lives. */
const mostKept = 400

/** Connections live half an hour, in milliseconds; by then the plans of names that are let go of are gone with them. */
const generation = 30 * 60_000

/**
 * Names that come a second time are admitted, up to a number: a flood of statements that are each sent once fills no
 * backend's memory. When the number is reached, those that come later get their turn in the next half hour. `now` is a
 * clock in milliseconds.
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
