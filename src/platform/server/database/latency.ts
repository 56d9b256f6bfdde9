/** Which statements, by name, have proved short. */
export type Latency = {
  isBrief(name: string): boolean
  note(name: string, milliseconds: number): void
}

/** Longest run of a brief statement, in milliseconds. */
const brief = 50
/** One run longer than this excludes a statement, in milliseconds. The limit exceeds the pauses of a busy machine. */
const farTooLong = 200
/** Number of brief runs after which a statement counts as brief. */
const proof = 3
/** Weight of one long run, in brief runs. A statement whose weight exceeds `weightBorne` is excluded. */
const weightOfLong = 10
const weightBorne = 20
/** First back-off of a long statement before its runs count again, in milliseconds; doubled at each repetition. */
const barredFor = 1000
const longestBar = 60_000
/** After this many runs without a back-off, the back-off starts from its shortest value again. */
const forgotten = 500
const mostKept = 2000

type Record = { runs: number; weight: number; nextBar: number; barredUntil: number }

/**
 * Creates an empty memory of how long statements take. `now` is a clock in milliseconds. One long run among many brief
 * runs has no effect: under load, a long run is a sign of the machine, and excluding the statement would add to the
 * load.
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
