import { kept, numbersOf, waysOf, type Ways } from '#language/format.ts'
import type { DateFormat, Formats, NumberFormat } from '#language/formats.ts'
import { locales, type Locale } from '#language/locale.ts'

/** Regions whose plain numbers are written so. */
const regions: Readonly<Record<NumberFormat, string | undefined>> = {
  auto: undefined,
  '1 234,56': 'ru-RU',
  '1,234.56': 'en-US',
  '1.234,56': 'de-DE',
  "1'234.56": 'de-CH',
}
const hourCycles = { auto: undefined, '24': 'h23', '12': 'h12' } as const

/**
 * The formats of a person with preferences; formats without a preference follow the language. Long dates use words of
 * the language; short dates use digits in the person's order.
 */
export function formatPreferences(locale: Locale, browserZone: string, formats: Formats): Ways {
  const { timezone, dateformat, timeformat, numberformat } = formats
  const timeZone = timezone === 'auto' || !isKnown(timezone) ? browserZone : timezone
  const usual = waysOf(locale, timeZone, hourCycles[timeformat])
  const ways = timeformat === '24' ? { ...usual, ...wholeDay(usual) } : usual
  return { ...ways, ...(dateformat === 'auto' ? {} : ownDates(ways, dateformat)), ...ownNumbers(locale, numberformat) }
}

/** Times by 24 hours have two digits in all of their parts, whatever the language. */
function wholeDay({ timeZone, date, time }: Ways): Pick<Ways, 'date' | 'time'> {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' })
  return {
    date: (value, style) => (style === 'time' ? clock.format(value) : date(value, style)),
    time: (value) => (/^\d\d:\d\d(:\d\d)?$/.test(value) ? value.replace(/^(.{5}):00$/, '$1') : time(value)),
  }
}

/** The same in whatever language they choose. */
export function formatPreferencesIn(browserZone: string, formats: Formats): (locale: Locale) => Ways {
  return (locale) => formatPreferences(locale, browserZone, formats)
}

function ownDates(ways: Ways, format: Exclude<DateFormat, 'auto'>): Pick<Ways, 'dateOrder' | 'date' | 'day'> {
  const { timeZone } = ways
  // Swedish dates are those of ISO 8601.
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const written = (iso: string) => {
    const [year = '', month = '', day = ''] = iso.split('-')
    return format.replace('YYYY', year.padStart(4, '0')).replace('MM', month).replace('DD', day)
  }
  return {
    dateOrder: format.startsWith('Y') ? 'ymd' : format.startsWith('D') ? 'dmy' : 'mdy',
    date: (value, style) => {
      if (style === 'shortDate') return written(calendar.format(value))
      if (style === 'shortDateTime') return `${written(calendar.format(value))} ${ways.date(value, 'time')}`
      return ways.date(value, style)
    },
    day: (value, style) => (style === 'shortDate' ? written(value) : ways.day(value, style)),
  }
}

/** Numbers as a region writes them; amounts in the order of the language, with the signs of the region. */
function ownNumbers(locale: Locale, format: NumberFormat): Partial<Ways> {
  const region = regions[format]
  if (region === undefined) return {}
  const amounts = kept<string, Intl.NumberFormat>(
    (currency) => new Intl.NumberFormat(locales[locale].region, { style: 'currency', currency, useGrouping: 'always' }),
  )
  return {
    numberRegion: region,
    number: numbersOf(region).number,
    percent: numbersOf(region).percent,
    currency: (value, code) => withSigns(amounts(code, () => code).formatToParts(value as number), region),
  }
}

/** A number with words or signs around it, its own signs being those of another region. */
export function withSigns(parts: readonly Intl.NumberFormatPart[], region: string): string {
  const signs = signsOf(region, () => region)
  return parts.map(({ type, value }) => (type === 'group' || type === 'decimal' ? signs[type] : value)).join('')
}

const signsOf = kept<string, { readonly group: string; readonly decimal: string }>((region) => {
  const parts = new Intl.NumberFormat(region).formatToParts(1_234_567.8)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
})

/** Whether this browser knows a zone: the server may know newer ones. */
function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format(0)
    return true
  } catch {
    return false
  }
}
