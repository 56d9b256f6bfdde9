import { locales, type Locale } from '#language/locale.ts'

/** Specification 9: dates are formatted as long or short date-time, long or short date, or time. */
export type DateStyle = 'longDateTime' | 'shortDateTime' | 'longDate' | 'shortDate' | 'time'

/** Formats of one person for moments, days and numbers, shown and typed; all screens use these functions. */
export type Ways = {
  /** The zone on whose clocks moments are read (IANA). */
  readonly timeZone: string
  /** A region with this person's number format; its language may differ from the person's. */
  readonly numberRegion: string
  /** In which order the parts of a date are typed. */
  readonly dateOrder: 'ymd' | 'dmy' | 'mdy'
  /** Whether hours go to 12 or to 24; undefined where the language decides. */
  readonly hourCycle: 'h12' | 'h23' | undefined
  /** An instant on the person's clocks. */
  readonly date: (value: Date, style: DateStyle) => string
  /** A calendar day `YYYY-MM-DD`, never shifted by a zone. */
  readonly day: (value: string, style: 'longDate' | 'shortDate') => string
  /** A month `YYYY-MM`; any other text is returned unchanged. */
  readonly month: (value: string, style: 'long' | 'short') => string
  /** A time of day `HH:MM:SS`, in no zone; seconds where there are some. */
  readonly time: (value: string) => string
  /** `decimals` fixes the digits behind the sign. A decimal text keeps every digit. */
  readonly number: (value: number | string, decimals?: number) => string
  /** A share in percent: 0.25 is 25 %. `most` is how many digits may stand behind the sign. */
  readonly percent: (value: number | string, most: number) => string
  /** An amount with its currency (ISO 4217 code). */
  readonly currency: (value: number | string, code: string) => string
}

const styles = {
  longDateTime: { dateStyle: 'long', timeStyle: 'short' },
  shortDateTime: { dateStyle: 'short', timeStyle: 'short' },
  longDate: { dateStyle: 'long' },
  shortDate: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  seconds: { timeStyle: 'medium' },
  long: { month: 'long', year: 'numeric' },
  short: { month: 'short', year: 'numeric' },
} as const satisfies Record<DateStyle | 'seconds' | 'long' | 'short', Intl.DateTimeFormatOptions>

/** The ways of a language, on the clocks of a zone. */
export function waysOf(locale: Locale, timeZone: string, hourCycle?: Ways['hourCycle']): Ways {
  const { region } = locales[locale]
  const dates = kept((options) => new Intl.DateTimeFormat(region, { hourCycle, ...options }))
  const say = (value: Date, style: keyof typeof styles, zone = 'UTC') =>
    dates(style + zone, () => ({ ...styles[style], timeZone: zone })).format(value)
  const sayIf = (value: string, moment: string, style: keyof typeof styles) =>
    Number.isNaN(Date.parse(moment)) ? value : say(new Date(moment), style)
  return {
    timeZone,
    numberRegion: region,
    dateOrder: locale === 'en' ? 'mdy' : 'dmy',
    hourCycle,
    date: (value, style) => say(value, style, timeZone),
    day: (value, style) => say(new Date(value), style),
    month: (value, style) => sayIf(value, value, style),
    time: (value) => sayIf(value, `1970-01-01T${value}Z`, /^.{6}(?!00)/.test(value) ? 'seconds' : 'time'),
    ...numbersOf(region),
  }
}

/** The ways of a region to write numbers and amounts. */
export function numbersOf(region: string): Pick<Ways, 'number' | 'percent' | 'currency'> {
  const numbers = kept<Intl.NumberFormatOptions, Intl.NumberFormat>((options) => new Intl.NumberFormat(region, options))
  return {
    number: (value, decimals) =>
      numbers(`${decimals}`, () =>
        decimals === undefined
          ? { maximumFractionDigits: 20 }
          : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
      ).format(value as number),
    percent: (value, most) =>
      numbers(`${most}%`, () => ({ style: 'percent', maximumFractionDigits: most })).format(value as number),
    currency: (value, code) => numbers(code, () => ({ style: 'currency', currency: code })).format(value as number),
  }
}

/** Formats are slow to create: each is created once and cached. */
export function kept<Options = Intl.DateTimeFormatOptions, Format = Intl.DateTimeFormat>(
  make: (options: Options) => Format,
) {
  const formats = new Map<string, Format>()
  return (key: string, options: () => Options): Format => {
    let format = formats.get(key)
    if (!format) formats.set(key, (format = make(options())))
    return format
  }
}
