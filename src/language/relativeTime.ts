import { locales, type Locale } from '#language/locale.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * The distance of an instant, past or future, in the reader's language: `2 hours ago`, `yesterday`; under a minute is
 * now.
 */
export function formatRelative(value: Date, now: Date, locale: Locale): string {
  const seconds = (value.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(locales[locale].region, { numeric: 'auto' })
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  }
  return format.format(0, 'second')
}
