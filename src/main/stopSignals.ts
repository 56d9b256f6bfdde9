/** Signals by which a process is asked to stop. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignal = (typeof stopSignals)[number]

/**
 * Signals within this time, in milliseconds, count as one: a terminal signals the whole process group, and npm and the
 * launcher forward a signal that the server has already received from the terminal.
 */
export const sameWish = 2_000

/** The effect of a signal on a process. */
export type StopStep = 'begin' | 'hurry' | 'ignore'

/**
 * Judges signals one after the other, each with its moment in milliseconds. The first begins the stop; a later SIGINT or
 * SIGTERM hurries it. A later SIGHUP does not: a closing terminal sends it by itself.
 */
export function createStopSignals(): (signal: StopSignal, at: number) => StopStep {
  let counted: number | undefined
  return (signal, at) => {
    if (counted === undefined) {
      counted = at
      return 'begin'
    }
    if (at - counted < sameWish || signal === 'SIGHUP') return 'ignore'
    counted = at
    return 'hurry'
  }
}
