import fc from 'fast-check'

/** Texts with everything that a format of files has a meaning for. */
export const randomText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...`ab'="-+@,;\t\r\n \\{}<>&_x0D|`), maxLength: 12 }),
    fc.constantFrom(
      "'",
      "''=1",
      '=1+1',
      '-5',
      '+371 2000',
      '_x000D_',
      'NULL',
      String.raw`\N`,
      String.raw`\.`,
      ' x ',
      '\uFEFFa',
    ),
  )
  .map((value) => value.replaceAll('\0', ''))

/** Whole numbers of at most so many digits, as text. */
export const randomDigits = (most: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${most - 1}}$`))

/** Moments of the years 1 to 9999 (ISO 8601, UTC). */
export const randomMoment = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
