/** First and last second of the calendar, years 1 to 9999, in seconds since 1970 UTC. */
export const firstSecond = '-62135596800'
export const lastSecond = '253402300799.999999'

/** Minimum and maximum of each whole number type. */
export const wholeRanges: Readonly<Partial<Record<string, readonly [string, string]>>> = {
  'Edm.Byte': ['0', '255'],
  'Edm.SByte': ['-128', '127'],
  'Edm.Int16': ['-32768', '32767'],
  'Edm.Int32': ['-2147483648', '2147483647'],
  'Edm.Int64': ['-9223372036854775808', '9223372036854775807'],
}
