import type { PeriodUnit } from '#dates/periodUnit.ts'

/** Days of a period, as dates `YYYY-MM-DD`: `from` is the first, `to` the first one after it. */
export type Span = { readonly from: string; readonly to: string }

/** The days of the period that lies `shift` units after the one that `today` lies in. */
export function spanOf(unit: PeriodUnit, shift: number, today: string): Span {
  const [year = 1970, month = 1, day = 1] = today.split('-').map(Number)
  switch (unit) {
    case 'day':
      return { from: dateOf(year, month, day + shift), to: dateOf(year, month, day + shift + 1) }
    case 'week': {
      const monday = day - ((new Date(utc(year, month, day)).getUTCDay() + 6) % 7) + shift * 7
      return { from: dateOf(year, month, monday), to: dateOf(year, month, monday + 7) }
    }
    case 'month':
      return { from: dateOf(year, month + shift, 1), to: dateOf(year, month + shift + 1, 1) }
    case 'quarter': {
      const first = month - ((month - 1) % 3) + shift * 3
      return { from: dateOf(year, first, 1), to: dateOf(year, first + 3, 1) }
    }
    case 'year':
      return { from: dateOf(year + shift, 1, 1), to: dateOf(year + shift + 1, 1, 1) }
  }
}

/** The date on the calendars of a time zone at an instant, `YYYY-MM-DD`. */
export function dateIn(timeZone: string, instant: Date | number): string {
  const parts = calendarOf(timeZone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0)
  return dateOf(part('year'), part('month'), part('day'))
}

/**
 * The instant at which a date begins in a time zone. Where its midnight does not exist, as a clock was put forward
 * over it, that is the first instant that there is; where it happens twice, the first one.
 */
export function startOfDate(timeZone: string, date: string): Date {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  const middle = utc(year, month, day)
  // No clock is more than 14 hours ahead or 12 behind, and a date never begins within a minute.
  let before = middle / minute - 15 * 60
  let after = middle / minute + 13 * 60
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (dateIn(timeZone, between * minute) < date) before = between
    else after = between
  }
  return new Date(after * minute)
}

/** The instant at which a date is over in a time zone. */
export function endOfDate(timeZone: string, date: string): Date {
  const { to } = spanOf('day', 0, date)
  // The last day of the calendar has none after it that could be written.
  return to > date ? startOfDate(timeZone, to) : new Date(startOfDate(timeZone, date).getTime() + 24 * 60 * minute)
}

const minute = 60_000

/** A date whose month and day may lie outside of their ranges, as in the 0th of May. */
function dateOf(year: number, month: number, day: number): string {
  const time = new Date(utc(year, month, day))
  return time.toISOString().slice(0, 10)
}

function utc(year: number, month: number, day: number): number {
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  return time.getTime()
}

// Limit of the cache: requests name their zones in any mix of capital and small letters.
const mostKept = 600
const calendars = new Map<string, Intl.DateTimeFormat>()

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const calendar = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', { timeZone, ...parts })
  if (calendars.size >= mostKept) calendars.clear()
  calendars.set(timeZone, calendar)
  return calendar
}
