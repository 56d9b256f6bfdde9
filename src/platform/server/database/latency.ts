/** Which statements, by their names, have proved short. */
export type Latency = {
  isBrief(name: string): boolean
  note(name: string, milliseconds: number): void
}

/** Longer than this is not brief, in milliseconds. */
const brief = 50
/** Once longer than this is enough to be barred: a pause of a busy machine is shorter. */
const farTooLong = 200
/** So often a statement must have been brief before it counts as such. */
const proof = 3
/** A long run weighs as much as so many brief ones; with more than `weightBorne` on it a statement is barred. */
const weightOfLong = 10
const weightBorne = 20
/** A statement that was long has to prove itself again after this time, in milliseconds; twice as long each further time. */
const barredFor = 1000
const longestBar = 60_000
/** After so many runs without being barred it counts as if it had never been. */
const forgotten = 500
const mostKept = 2000

type Record = { runs: number; weight: number; nextBar: number; barredUntil: number }

/**
 * An empty memory of how long statements take. `now` is a clock in milliseconds. One long run among many brief ones bars
 * nothing: under load it tells of the machine, and a barred statement would then load it all the more.
 */
export function createLatency(now: () => number): Latency {
  const records = new Map<string, Record>()
  return {
    isBrief(name) {
      const record = records.get(name)
      return record !== undefined && record.runs >= proof
    },
    note(name, milliseconds) {
      const record = records.get(name) ?? keep(name)
      if (record.barredUntil > now()) return
      if (milliseconds <= brief) {
        record.runs++
        record.weight = Math.max(0, record.weight - 1)
        if (record.runs >= forgotten) record.nextBar = barredFor
        return
      }
      record.weight += weightOfLong
      if (milliseconds <= farTooLong && record.weight <= weightBorne) return
      record.runs = 0
      record.weight = 0
      record.barredUntil = now() + record.nextBar
      record.nextBar = Math.min(record.nextBar * 2, longestBar)
    },
  }

  function keep(name: string): Record {
    if (records.size >= mostKept) records.clear()
    const record = { runs: 0, weight: 0, nextBar: barredFor, barredUntil: 0 }
    records.set(name, record)
    return record
  }
}
