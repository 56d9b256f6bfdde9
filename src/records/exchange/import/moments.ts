import type { Field } from '#attributes/attribute.ts'
import type { Read, TextFormat } from '#attributes/type.ts'
import { datetime } from '#attributes/types/datetime.ts'
import { dayLength } from '#dates/calendar.ts'
import { momentAt } from '#dates/zoneTime.ts'
import { readDateText } from '#dates/writtenDate.ts'

/** What is in its final form already goes straight to the check of the value. */
const isIsoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const namesZone = /(?:Z|[+-]\d{2}:?\d{2})$/i

/**
 * Reads the cells of a column of moments. One that names its zone is that instant; any other is a time on the clocks of
 * `timeZone`, and a day alone is the midnight that it begins with there.
 */
export function importedMomentReader(field: Field, format: TextFormat, timeZone: string): (text: string) => Read {
  const instantOf = clocksOf(timeZone)
  return (text) => {
    if (isIsoInstant.test(text)) return text
    const iso = readDateText(text, format.dateOrder)
    if (iso !== null) return instantOf(iso.length === 10 ? `${iso}T00:00:00` : iso)
    const read = datetime.fromText(text, field, format)
    // It was read as if the clocks were those of UTC.
    return typeof read !== 'string' || namesZone.test(text) ? read : instantOf(read.slice(0, -1))
  }
}

// A file names few days, and many of them often.
const mostKept = 10_000

/**
 * The instant in UTC at which the clocks of a zone show a time (`2024-03-31T10:00:00`, with up to six digits of a second);
 * what names its zone stays. Where clocks are put back it is the later of the two, and what they jump over is counted on from
 * before the jump, as everywhere else.
 */
export function clocksOf(timeZone: string): (iso: string) => string {
  const offsets = new Map<number, number | null>()
  /** How far its clocks are ahead of UTC around a day; null where they are changed. */
  const offsetAround = (day: number): number | null => {
    const known = offsets.get(day)
    if (known !== undefined) return known
    const [before, at, after] = [day - 1, day, day + 2].map((each) => aheadAt(each * dayLength, timeZone))
    const offset = before === at && at === after && at !== undefined ? at : null
    if (offsets.size >= mostKept) offsets.clear()
    offsets.set(day, offset)
    return offset
  }
  return (iso) => {
    if (iso.endsWith('Z')) return iso
    const seconds = iso.slice(0, 19)
    const local = Date.parse(`${seconds}Z`)
    const offset = offsetAround(Math.floor(local / dayLength))
    const moment = offset === null ? momentAt(local, timeZone) : local - offset
    return `${new Date(moment).toISOString().slice(0, -5)}${iso.slice(19)}Z`
  }
}

function aheadAt(local: number, timeZone: string): number {
  return local - momentAt(local, timeZone)
}
