const form = /^\d{4}-\d{2}-\d{2}$/
const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i
export const dayLength = 86_400_000

/** Days since 1970-01-01 of the first and the last day of the calendar: the years 1 to 9999. */
export const firstDay = -719_162
export const lastDay = 2_932_896

export type Civil = { readonly year: number; readonly month: number; readonly day: number }

/** Days since 1970-01-01 of a day that may lie outside of its month; years are counted from March. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** Year, month and day of a number of days since 1970-01-01. */
export function civilOf(days: number): Civil {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** How many days a month has. */
export function monthLength(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day's number, or null for a day that the calendar does not have. */
export function existingDay(year: number, month: number, day: number): number | null {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1)) return null
  return day <= monthLength(year, month) ? dayNumber(year, month, day) : null
}

/** The same day some months later, or the last of its month where that is shorter; null outside of the calendar. */
export function monthsLater(days: number, months: number): number | null {
  const { year, month, day } = civilOf(days)
  const count = year * 12 + month - 1 + months
  if (!(count >= 12 && count < 120_000)) return null
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1]
  return dayNumber(toYear, toMonth, Math.min(day, monthLength(toYear, toMonth)))
}

/** The day of a text `YYYY-MM-DD`; null if the text is no day. */
export function dayOf(text: string): number | null {
  if (!form.test(text)) return null
  return existingDay(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
}

/** A day as `YYYY-MM-DD`. */
export function textOfDay(days: number): string {
  const { year, month, day } = civilOf(days)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Milliseconds since 1970 of a moment as it travels; null where the text is none. */
export function momentOf(text: string): number | null {
  const time = momentForm.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN
  return isInstantNumber(time) ? time : null
}

/** A moment in UTC to the millisecond. */
export function textOfMoment(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Whether a moment lies in the calendar. */
export function isInstantNumber(milliseconds: number): boolean {
  return milliseconds >= firstDay * dayLength && milliseconds < (lastDay + 1) * dayLength
}

/** Whether a day lies in the calendar. */
export function isDayNumber(days: number): boolean {
  return days >= firstDay && days <= lastDay
}

function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48
  return number
}
