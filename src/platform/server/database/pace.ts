/** Which statements, by their names, have proved short. */
export type Pace = {
  isBrief(name: string): boolean
  note(name: string, milliseconds: number): void
}

/** Longer than this is not brief, in milliseconds. */
const brief = 50
/** So often a statement must have been brief before it counts as such. */
const proof = 3
/** A statement that was long has to prove itself again after this time, in milliseconds. */
const barredFor = 10_000
const mostKept = 2000

type Record = { runs: number; barredUntil: number }

/** An empty memory of how long statements take. `now` is a clock in milliseconds. */
export function createPace(now: () => number): Pace {
  const records = new Map<string, Record>()
  return {
    isBrief(name) {
      const record = records.get(name)
      return record !== undefined && record.runs >= proof
    },
    note(name, milliseconds) {
      if (milliseconds > brief) {
        records.set(name, { runs: 0, barredUntil: now() + barredFor })
        return
      }
      const record = records.get(name)
      if (record && record.barredUntil > now()) return
      if (record) record.runs++
      else {
        if (records.size >= mostKept) records.clear()
        records.set(name, { runs: 1, barredUntil: 0 })
      }
    },
  }
}
