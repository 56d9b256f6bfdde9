import { daysRange, fullDay } from '#language/furtherFormats.ts'
import type { Language } from '#language/web/language.tsx'
import { addDays, type CalendarSpan, type Days } from '#records/kinds/calendar.ts'

/** What people call the days in sight: the month, the week from its first to its last day, or the day. */
export function daysText(
  span: CalendarSpan,
  date: string,
  { from, to }: Days,
  { locale, month }: Pick<Language, 'locale' | 'month'>,
): string {
  if (span === 'month') return month(date.slice(0, 7), 'long')
  return span === 'day' ? fullDay(date, locale) : daysRange(from, addDays(to, -1), locale)
}
