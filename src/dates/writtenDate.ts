export type DateOrder = 'ymd' | 'dmy' | 'mdy'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clock = String.raw`(?:(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?`
const numeric = new RegExp(String.raw`^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})\.?${clock}$`, 'i')
const monthFirst = new RegExp(String.raw`^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${clock}$`, 'i')
const dayFirst = new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})${clock}$`, 'i')

/** The parts of a text that looks like a date, before the position of the day is known. */
export type WrittenDate = {
  /** Which orders of day, month and year give a real date. */
  readonly orders: readonly DateOrder[]
  readonly named: boolean
  readonly shortYear: boolean
  readonly timed: boolean
}

/** The parts of a date or a date with time; null when the text is none. */
export function datePartsOf(text: string): WrittenDate | null {
  if (text.length < 6 || text.length > 40) return null
  const match = numeric.exec(text)
  if (!match) {
    const iso = readNamed(text)
    return iso === null
      ? null
      : { orders: ['ymd', 'dmy', 'mdy'], named: true, shortYear: false, timed: iso.length > 10 }
  }
  const orders = (['ymd', 'dmy', 'mdy'] as const).filter((order) => isoDate(match, order) !== null)
  if (orders.length === 0 || !isClock(match, 5)) return null
  return {
    orders,
    named: false,
    shortYear: match[1]?.length !== 4 && match[4]?.length !== 4,
    timed: match[5] !== undefined,
  }
}

/**
 * A date or a date with time as ISO 8601: `YYYY-MM-DD`, an instant in UTC (`…Z`), or a time as clocks show it where the text
 * names no zone; null when the text is none in this order. Years of two digits below 70 are of this century. English month
 * names are known.
 */
export function readDateText(text: string, order: DateOrder): string | null {
  const match = numeric.exec(text)
  if (!match) return readNamed(text)
  const date = isoDate(match, order)
  return date === null ? null : withClock(date, match, 5)
}

/** The same for a column of dates: a midnight behind the date, as spreadsheets write it, is left out. */
export function dateOnly(iso: string): string {
  return iso.replace(/T00:00:00Z?$/, '')
}

function readNamed(text: string): string | null {
  const first = monthFirst.exec(text)
  const match = first ?? dayFirst.exec(text)
  if (!match) return null
  const word = (first ? match[1] : match[2])?.toLowerCase() ?? ''
  const month = months.findIndex((each) => word.startsWith(each)) + 1
  const date = isoOf(Number(match[3]), month, Number(first ? match[2] : match[1]))
  return date === null ? null : withClock(date, match, 4)
}

function isoDate(match: RegExpExecArray, order: DateOrder): string | null {
  const [, first = '', , second = '', third = ''] = match
  if (order === 'ymd') return first.length === 4 && third.length <= 2 ? isoOf(+first, +second, +third) : null
  if (first.length > 2 || third.length === 1 || third.length === 3) return null
  const year = third.length === 4 ? +third : +third + (+third < 70 ? 2000 : 1900)
  return order === 'dmy' ? isoOf(year, +second, +first) : isoOf(year, +first, +second)
}

function isoOf(year: number, month: number, day: number): string | null {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isClock(match: RegExpExecArray, at: number): boolean {
  const [hour, minute, second] = [match[at], match[at + 1], match[at + 2] ?? '0']
  if (hour === undefined) return true
  return +hour < 24 && Number(minute) < 60 && +second < 60 && (!match[at + 4] || (+hour >= 1 && +hour <= 12))
}

function withClock(date: string, match: RegExpExecArray, at: number): string | null {
  const hour = match[at]
  if (hour === undefined) return date
  if (!isClock(match, at)) return null
  const half = match[at + 4]?.[0]?.toLowerCase()
  const hours = half ? (+hour % 12) + (half === 'p' ? 12 : 0) : +hour
  const fraction = match[at + 3] === undefined ? '' : `.${match[at + 3]}`
  const local = `${date}T${two(hours)}:${match[at + 1]}:${match[at + 2] ?? '00'}${fraction}`
  const zone = match[at + 5]
  if (!zone) return local
  if (!/^[+-]/.test(zone)) return `${local}Z`
  return shifted(`${local}Z`, zone)
}

/** An instant from a local time and its offset from UTC. */
function shifted(local: string, zone: string): string {
  const digits = zone.replaceAll(/\D/g, '').padEnd(4, '0')
  const minutes = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4))) * (zone.startsWith('-') ? -1 : 1)
  const fraction = /\.\d+/.exec(local)?.[0] ?? ''
  const instant = new Date(Date.parse(local.replace(fraction, '')) - minutes * 60_000)
  return instant.toISOString().replace('.000Z', `${fraction}Z`)
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
