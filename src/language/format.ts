import { locales, type Locale } from '#language/locale.ts'

/** Specification 9: dates are formatted as long or short date-time, long or short date, or time. */
export type DateStyle = 'longDateTime' | 'shortDateTime' | 'longDate' | 'shortDate' | 'time'

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  longDateTime: { dateStyle: 'long', timeStyle: 'short' },
  shortDateTime: { dateStyle: 'short', timeStyle: 'short' },
  longDate: { dateStyle: 'long' },
  shortDate: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** An instant in the reader's language and zone (IANA name; the machine's own when absent). */
export function formatDate(value: Date, style: DateStyle, locale: Locale, timeZone?: string): string {
  return dateFormat(style, locale, timeZone).format(value)
}

/** A calendar day `YYYY-MM-DD` in the reader's language; never shifted by a zone. */
export function formatDay(value: string, style: 'longDate' | 'shortDate', locale: Locale): string {
  return dateFormat(style, locale, 'UTC').format(new Date(`${value}T00:00:00Z`))
}

/** A number in the reader's language; `decimals` fixes the digits behind the separator. A decimal text keeps every digit. */
export function formatNumber(value: number | string, locale: Locale, decimals?: number): string {
  const digits =
    decimals === undefined
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return numberFormat(locale, digits).format(value as number)
}

/** An amount with its currency (ISO 4217 code) in the reader's language. */
export function formatCurrency(value: number | string, currency: string, locale: Locale): string {
  return numberFormat(locale, { style: 'currency', currency }).format(value as number)
}

function dateFormat(style: DateStyle, locale: Locale, timeZone?: string): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${timeZone ?? ''}`
  let format = dateFormats.get(key)
  if (!format)
    dateFormats.set(key, (format = new Intl.DateTimeFormat(locales[locale].region, { ...styles[style], timeZone })))
  return format
}

function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  let format = numberFormats.get(key)
  if (!format) numberFormats.set(key, (format = new Intl.NumberFormat(locales[locale].region, options)))
  return format
}
