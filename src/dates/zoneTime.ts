import { dayLength } from '#dates/calendar.ts'

// Limit of the cache: requests name their zones in any mix of capital and small letters.
const mostKept = 600
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether a time zone of this name (`Europe/Riga`) exists. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The time on the clocks of a zone at a moment, as milliseconds since 1970 on those clocks. */
export function localTime(moment: number, zone: string): number {
  if (zone === 'UTC') return moment
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(moment)) parts[type] = Number(value)
  const date = new Date(0)
  date.setUTCFullYear(parts['year'] ?? 0, (parts['month'] ?? 1) - 1, parts['day'] ?? 1)
  date.setUTCHours(parts['hour'] ?? 0, parts['minute'] ?? 0, parts['second'] ?? 0)
  return date.getTime() + (((moment % 1000) + 1000) % 1000)
}

/**
 * The moment at which the clocks of a zone show a time. A time that occurs twice (clocks set back) is the later moment;
 * a time that is skipped (clocks set forward) is counted on from before the jump: both as PostgreSQL does.
 */
export function momentAt(local: number, zone: string): number {
  if (zone === 'UTC') return local
  const before = offsetAt(local - dayLength, zone)
  const after = offsetAt(local + dayLength, zone)
  if (before === after) return local - before
  return offsetAt(local - after, zone) === after ? local - after : local - before
}

function offsetAt(moment: number, zone: string): number {
  return localTime(moment, zone) - moment
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size >= mostKept) formats.clear()
  formats.set(zone, format)
  return format
}
