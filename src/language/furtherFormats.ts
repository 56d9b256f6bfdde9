import { kept, type Ways } from '#language/format.ts'
import { locales, type Locale } from '#language/locale.ts'
import { withSigns } from '#language/formatPreferences.ts'

/** Formats that only few screens use, in the person's language. */
type Reader = Pick<Ways, 'numberRegion'> & { readonly locale: Locale }

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes as people read it: `24 kB`, `1.3 GB`. */
export function sizeText(bytes: number, reader: Reader): string {
  const power = bytes < 1000 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const unit = sizes[power] ?? 'byte'
  const digits = value < 10 && power > 0 ? 1 : 0
  const format = numbers(`${reader.locale} ${unit} ${digits}`, () => [
    reader.locale,
    { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits },
  ])
  return withSigns(format.formatToParts(value), reader.numberRegion)
}

/** A number in short: `1.2M`. */
export function compactText(value: number, reader: Reader): string {
  const format = numbers(`${reader.locale} compact`, () => [locales[reader.locale].region, { notation: 'compact' }])
  return withSigns(format.formatToParts(value), reader.numberRegion)
}

/** A share of a whole, without digits after the point: `45%`. Some are never said to be none, nor most to be all. */
export function percentText(share: number, reader: Reader): string {
  const format = numbers(`${reader.locale} percent`, () => [reader.locale, { style: 'percent' }])
  const said = share > 0 && share < 1 ? Math.min(0.99, Math.max(0.01, share)) : share
  return withSigns(format.formatToParts(said), reader.numberRegion)
}

/** A day `YYYY-MM-DD` with its weekday, in words. */
export function fullDay(day: string, locale: Locale): string {
  return dates(`${locale} full`, () => [locale, { dateStyle: 'full' }]).format(noon(day))
}

/** The short name of a day's weekday. */
export function weekdayName(day: string, locale: Locale): string {
  return dates(`${locale} weekday`, () => [locale, { weekday: 'short' }]).format(noon(day))
}

/** From one day to another, both included: `Nov 16 – 22, 2026`. */
export function daysRange(first: string, last: string, locale: Locale): string {
  return dates(`${locale} medium`, () => [locale, { dateStyle: 'medium' }]).formatRange(noon(first), noon(last))
}

/** The name of a month `YYYY-MM` without its year. */
export function monthName(month: string, locale: Locale): string {
  return dates(`${locale} month`, () => [locale, { month: 'long' }]).format(noon(`${month}-01`))
}

const numbers = kept<[string, Intl.NumberFormatOptions], Intl.NumberFormat>((made) => new Intl.NumberFormat(...made))
const dates = kept<[Locale, Intl.DateTimeFormatOptions]>(
  ([locale, options]) => new Intl.DateTimeFormat(locales[locale].region, { ...options, timeZone: 'UTC' }),
)

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
