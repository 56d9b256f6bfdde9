import { columnOf, type Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { dateIn, startOfDate } from '#dates/relativePeriod.ts'
import type { Condition, FilterNode } from '#views/filter.ts'

/** Calendar days are dates `YYYY-MM-DD` without a time zone; only instants are converted with the reader's zone. */

export const calendarSpans = ['month', 'week', 'day'] as const
export type CalendarSpan = (typeof calendarSpans)[number]

/** A range of calendar days: `from` inclusive, `to` exclusive. */
export type Days = { readonly from: string; readonly to: string }
/** First and last day of a record, both inclusive. */
export type Placed = { readonly first: string; readonly last: string }

/** The date a number of days after another date. */
export function addDays(date: string, days: number): string {
  return fromNumber(toNumber(date) + days)
}

/** Number of days between two dates. */
export function daysBetween(from: string, to: string): number {
  return toNumber(to) - toNumber(from)
}

/** Weekday by ISO 8601: 1 for Monday to 7 for Sunday. */
export function weekday(date: string): number {
  return ((((toNumber(date) + 3) % 7) + 7) % 7) + 1
}

/** First day of the week in a region such as `en-US`; Monday where unknown. */
export function firstWeekday(region: string): number {
  const locale = new Intl.Locale(region) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    readonly weekInfo?: { firstDay: number }
  }
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/** The visible days around a date: whole weeks for a month, one week, or one day. */
export function daysOf(span: CalendarSpan, date: string, firstDay: number): Days {
  if (span === 'day') return { from: date, to: addDays(date, 1) }
  if (span === 'week') {
    const from = weekStart(date, firstDay)
    return { from, to: addDays(from, 7) }
  }
  const first = `${date.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  return { from: weekStart(first, firstDay), to: addDays(weekStart(last, firstDay), 7) }
}

/** Every day of a range. */
export function eachDay({ from, to }: Days): readonly string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, at) => addDays(from, at))
}

/**
 * The date after navigating by a number of spans, for example to the next month or the previous week. The 31st becomes
 * the last day of a shorter month.
 */
export function turned(span: CalendarSpan, date: string, by: number): string {
  if (span === 'day') return addDays(date, by)
  return span === 'week' ? addDays(date, 7 * by) : addMonths(date, by)
}

/** The day of a date or datetime value; dates are never shifted by zones. Undefined for other values. */
export function dayOfValue(value: WireValue, { type }: Pick<Field, 'type'>, timeZone: string): string | undefined {
  if (typeof value !== 'string') return undefined
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : dateIn(timeZone, instant)
}

/**
 * The days of a record with a start and an optional end; undefined without a start. An end at midnight excludes the day
 * that begins then.
 */
export function placedEvents(
  start: { readonly field: Field; readonly value: WireValue },
  end: { readonly field: Field; readonly value: WireValue } | undefined,
  timeZone: string,
): Placed | undefined {
  const first = dayOfValue(start.value, start.field, timeZone)
  if (first === undefined) return undefined
  const last = end && lastDay(end.value, end.field, timeZone)
  return { first, last: last === undefined || last < first ? first : last }
}

/** A value moved by a number of days. An instant keeps its local time of day in the zone. */
export function movedDate(value: string, { type }: Pick<Field, 'type'>, days: number, timeZone: string): string {
  if (days === 0) return value
  if (type === 'date') return addDays(value, days)
  const instant = new Date(value)
  const wall = wallTime(timeZone, instant.getTime()) + days * day
  return new Date(instantAt(timeZone, wall)).toISOString()
}

/** New start and end values, by column, of a record moved by a number of days; its duration stays. */
export function movedValues(
  start: { readonly field: Field; readonly value: string },
  end: { readonly field: Field; readonly value: WireValue } | undefined,
  days: number,
  timeZone: string,
): Readonly<Record<string, string>> {
  const begins = movedDate(start.value, start.field, days, timeZone)
  const values = { [columnOf(start.field)]: begins }
  if (!end || typeof end.value !== 'string' || columnOf(end.field) === columnOf(start.field)) return values
  const areInstants = start.field.type === 'datetime' && end.field.type === 'datetime'
  const ends = areInstants
    ? new Date(Date.parse(end.value) + Date.parse(begins) - Date.parse(start.value)).toISOString()
    : movedDate(end.value, end.field, days, timeZone)
  return { ...values, [columnOf(end.field)]: ends }
}

/**
 * Initial value for a new record on a day: the day itself, or the instant of an hour of the day in the reader's zone.
 */
export function dateAtHour(date: string, { type }: Pick<Field, 'type'>, hour: number, timeZone: string): string {
  if (type === 'date') return date
  return new Date(instantAt(timeZone, toNumber(date) * day + hour * 3_600_000)).toISOString()
}

/** Filter for the records that overlap a range of days. */
export function daysFilter(start: Field, end: Field | null, { from, to }: Days, timeZone: string): FilterNode<string> {
  const edge = (field: Field, date: string) =>
    field.type === 'date' ? date : startOfDate(timeZone, date).toISOString()
  const compare = (field: Field, operator: 'lt' | 'ge' | 'gt', date: string): Condition<string> => ({
    kind: 'condition',
    column: columnOf(field),
    operator,
    values: [edge(field, date)],
  })
  const begins: FilterNode<string> = { kind: 'and', of: [compare(start, 'ge', from), compare(start, 'lt', to)] }
  if (!end) return begins
  const goesOn = compare(end, end.type === 'date' ? 'ge' : 'gt', from)
  return { kind: 'or', of: [begins, { kind: 'and', of: [compare(start, 'lt', from), goesOn] }] }
}

const day = 86_400_000

function lastDay(value: WireValue, field: Field, timeZone: string): string | undefined {
  if (field.type === 'date' || typeof value !== 'string') return dayOfValue(value, field, timeZone)
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : dateIn(timeZone, instant.getTime() - 1)
}

function weekStart(date: string, firstDay: number): string {
  return addDays(date, -((weekday(date) - firstDay + 7) % 7))
}

function addMonths(date: string, months: number): string {
  const [year = 1970, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const first = fromNumber(numberOf(year, month - 1 + months, 1))
  const [nextYear = 1970, nextMonth = 1] = first.split('-').map(Number)
  const length = numberOf(nextYear, nextMonth, 1) - numberOf(nextYear, nextMonth - 1, 1)
  return addDays(first, Math.min(dayOfMonth, length) - 1)
}

/** Local time of an instant in a zone, as milliseconds of a UTC clock with the same reading. */
function wallTime(timeZone: string, instant: number): number {
  const parts = clockOf(timeZone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0)
  const seconds = (part('hour') * 60 + part('minute')) * 60 + part('second')
  const rest = ((instant % 1000) + 1000) % 1000
  return numberOf(part('year'), part('month') - 1, part('day')) * day + seconds * 1000 + rest
}

/**
 * The instant of a local time in a zone. A local time that occurs twice, when clocks go back, means the first; a
 * skipped one is moved later by the length of the gap.
 */
function instantAt(timeZone: string, wall: number): number {
  const offset = (around: number) => wallTime(timeZone, around) - around
  const [before, after] = [offset(wall - day), offset(wall + day)]
  const candidates = [wall - before, wall - after].filter((instant) => wallTime(timeZone, instant) === wall)
  return candidates.length > 0 ? Math.min(...candidates) : wall - before
}

/** Days since 1970-01-01. */
function toNumber(date: string): number {
  const [year = 1970, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return numberOf(year, month - 1, dayOfMonth)
}

function numberOf(year: number, month: number, dayOfMonth: number): number {
  return new Date(0).setUTCFullYear(year, month, dayOfMonth) / day
}

function fromNumber(number: number): string {
  return new Date(number * day).toISOString().slice(0, 10)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const clock = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', { timeZone, ...date, ...time })
  clocks.set(timeZone, clock)
  return clock
}
