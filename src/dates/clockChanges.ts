/** From when on a clock is how many minutes ahead of UTC. */
export type ClockChange = { readonly from: number; readonly offset: number }

const day = 86_400_000
const minute = 60_000
// A query names each change, and has to stay short.
const yearsBack = 10
const yearsAhead = 2

/**
 * Offsets of a time zone from UTC between ten years ago and two years ahead: first the offset at the beginning, then
 * every change.
 */
export function clockChanges(timeZone: string, now: Date): readonly ClockChange[] {
  const year = now.getUTCFullYear()
  const [begin, end] = [Date.UTC(year - yearsBack, 0, 1), Date.UTC(year + yearsAhead, 11, 31)]
  const offsetAt = offsetsOf(timeZone)
  const found: ClockChange[] = [{ from: begin, offset: offsetAt(begin) }]
  // No clock is moved twice within three weeks for good.
  for (let from = begin; from < end; from += 21 * day) {
    const to = from + 21 * day
    const [before, after] = [offsetAt(from), offsetAt(to)]
    if (before !== after) found.push({ from: changeBetween(from, to, before, offsetAt), offset: after })
  }
  return found
}

function changeBetween(from: number, to: number, before: number, offsetAt: (time: number) => number): number {
  let [low, high] = [from / minute, to / minute]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * minute) === before) low = middle
    else high = middle
  }
  return high * minute
}

function offsetsOf(timeZone: string): (time: number) => number {
  const clock = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return (time) => {
    const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
    return Math.round((local - time) / minute)
  }
}
