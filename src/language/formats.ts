/** Date formats; `auto` follows the person's language. Y, M and D stand for digits. */
export const dateFormats = ['auto', 'YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
export type DateFormat = (typeof dateFormats)[number]

/** Times of day by 24 hours, or by 12 with the half of the day behind. */
export const timeFormats = ['auto', '24', '12'] as const
export type TimeFormat = (typeof timeFormats)[number]

/** Number formats: group and decimal signs, by an example. */
export const numberFormats = ['auto', '1 234,56', '1,234.56', '1.234,56', "1'234.56"] as const
export type NumberFormat = (typeof numberFormats)[number]

/**
 * Formats of dates, times and numbers, for reading and typing. Every field may be `auto`: the browser's zone, and the
 * format of the language. Otherwise `timezone` is a name of the IANA list, such as `Europe/Riga`.
 */
export type Formats = {
  readonly timezone: string
  readonly dateformat: DateFormat
  readonly timeformat: TimeFormat
  readonly numberformat: NumberFormat
}

export const autoFormats: Formats = { timezone: 'auto', dateformat: 'auto', timeformat: 'auto', numberformat: 'auto' }
