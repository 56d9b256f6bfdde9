import { locales, type Locale } from '#language/locale.ts'
import { addDays, type CalendarSpan, type Days } from '#records/calendar.ts'

/** What people call the days in sight: the month, the week from its first to its last day, or the day. */
export function daysText(span: CalendarSpan, date: string, { from, to }: Days, locale: Locale): string {
  if (span === 'month') return format(locale, { month: 'long', year: 'numeric' }).format(noon(date))
  if (span === 'day') return dayText(date, locale)
  return format(locale, { dateStyle: 'medium' }).formatRange(noon(from), noon(addDays(to, -1)))
}

/** A day with its weekday. */
export function dayText(date: string, locale: Locale): string {
  return format(locale, { dateStyle: 'full' }).format(noon(date))
}

/** The short name of a date's weekday. */
export function weekdayText(date: string, locale: Locale): string {
  return format(locale, { weekday: 'short' }).format(noon(date))
}

function noon(date: string): Date {
  return new Date(`${date}T12:00:00Z`)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locales[locale].region, { ...options, timeZone: 'UTC' })
  formats.set(key, made)
  return made
}
