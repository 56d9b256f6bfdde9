/** Which statements are prepared under their name, so that their plan is kept on each connection. */
export type PlanNames = {
  admits(name: string): boolean
}

/** Each prepared statement takes some 50 kB of every connection, for as long as it lives. */
const mostKept = 400

/**
 * Names that come a second time are admitted, up to a number: a flood of statements that are each sent once fills no
 * backend's memory.
 */
export function createPlanNames(): PlanNames {
  const admitted = new Set<string>()
  let once = new Set<string>()
  return {
    admits(name) {
      if (admitted.has(name)) return true
      if (admitted.size >= mostKept) return false
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
