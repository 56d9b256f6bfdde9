/** The first and the last second of the calendar, years 1 to 9999, counted from 1970 in UTC. */
export const firstSecond = '-62135596800'
export const lastSecond = '253402300799.999999'

/** The least and the greatest number of each whole type. */
export const wholeRanges: Readonly<Partial<Record<string, readonly [string, string]>>> = {
  'Edm.Byte': ['0', '255'],
  'Edm.SByte': ['-128', '127'],
  'Edm.Int16': ['-32768', '32767'],
  'Edm.Int32': ['-2147483648', '2147483647'],
  'Edm.Int64': ['-9223372036854775808', '9223372036854775807'],
}
