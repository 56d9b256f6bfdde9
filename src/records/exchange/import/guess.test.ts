import { describe, expect, test } from 'vitest'
import { datePartsOf, readDateText } from '#dates/writtenDate.ts'
import { createFileGuess } from '#records/exchange/import/guess.ts'
import { beginsAsJson, isJson } from '#records/exchange/import/json.ts'
import { guessHeader } from '#records/exchange/import/header.ts'
import { plainImportedNumber } from '#decimals/writtenNumber.ts'
import { unstorablePaths } from '#text/storable.ts'

const naming = {
  reserved: (uri: string) => ['id', 'name', 'status'].includes(uri),
  unnamed: (n: number | string) => `Column ${n}`,
}

function guess(text: string, share = 1) {
  const file = createFileGuess(text, naming)
  file.push(text)
  return file.finish({ value: 'utf-8', reason: 'valid' }, share)
}
const column = (values: readonly string[], delimiter = ';') =>
  guess(`label${delimiter}extra\n${values.map((value) => `${value}${delimiter}x${value}y`).join('\n')}\n`).columns[0]

describe('the type of a column', () => {
  test('whole numbers, with and without thousands', () => {
    expect(column(['1', '-20', '300'])).toMatchObject({ type: 'number', reason: { code: 'whole' } })
    expect(column(['1 200', '30 400 500'])).toMatchObject({
      type: 'number',
      format: { group: ' ' },
      reason: { code: 'thousands' },
    })
    expect(column(['9007199254740993'])).toMatchObject({ type: 'number' })
  })

  test('decimals take precision and scale from the values', () => {
    expect(column(['1.5', '20.25', '3'])).toMatchObject({
      type: 'decimal',
      options: { scale: 2 },
      format: { decimal: '.', group: '' },
      reason: { code: 'decimalPoint' },
    })
  })

  test('a column whose numbers all have a percent sign holds shares; some with a sign are texts', () => {
    expect(column(['25 %', '-12,5%', '7\u00a0%'])).toMatchObject({
      type: 'percent',
      options: { scale: 3 },
      format: { decimal: ',', group: '' },
      reason: { code: 'percent', values: { count: 3 } },
    })
    expect(column(['25 %', '12', '7'])).toMatchObject({ type: 'text' })
  })

  test('a decimal comma is told from a comma between thousands', () => {
    expect(column(['1,5', '20,25'])).toMatchObject({
      type: 'decimal',
      format: { decimal: ',', group: '' },
      reason: { code: 'decimalComma' },
    })
    expect(column(['1.234,5', '20.000,25'])).toMatchObject({ type: 'decimal', format: { decimal: ',', group: '.' } })
    expect(column(['1,234.5', '20,000.25'], '\t')).toMatchObject({
      type: 'decimal',
      format: { decimal: '.', group: ',' },
    })
    expect(column(['1,234', '2,000,000'], '\t')).toMatchObject({ type: 'number', format: { group: ',' } })
    // The delimiter says which part of the world wrote the file.
    expect(column(['1,234', '5,678'], '\t')).toMatchObject({ type: 'number', format: { group: ',' } })
    expect(column(['1,234', '5,678'], ';')).toMatchObject({ type: 'decimal', format: { decimal: ',' } })
  })

  test('leading zeros and numbers of more than 18 digits stay text, and the reason shows one', () => {
    expect(column(['01234', '98765'])).toMatchObject({
      type: 'text',
      reason: { code: 'leadingZeros', values: { example: '01234' } },
    })
    expect(column(['12345678901234567890'])).toMatchObject({ type: 'text', reason: { code: 'tooBig' } })
  })

  test('truth values in words; 0 and 1 are numbers with boolean as an alternative', () => {
    expect(column(['yes', 'No', 'YES'])).toMatchObject({ type: 'boolean', reason: { code: 'truth' } })
    expect(column(['jā', 'nē'])).toMatchObject({ type: 'boolean' })
    const digits = column(['0', '1', '1'])
    expect(digits?.type).toBe('number')
    expect(digits?.alternatives.map(({ type }) => type)).toContain('boolean')
    expect(column(['F', 'F'])).toMatchObject({ type: 'text' })
  })

  test('dates: the order is proved by a day above 12, else the reason says that it is a guess', () => {
    expect(column(['2024-01-31', '2024-02-01'])).toMatchObject({
      type: 'date',
      format: { dateOrder: 'ymd' },
      reason: { code: 'dateIso' },
    })
    expect(column(['01.02.2024', '31.12.2024'])).toMatchObject({
      type: 'date',
      format: { dateOrder: 'dmy' },
      reason: { code: 'dateDayFirst' },
    })
    expect(column(['01/02/2024', '12/31/2024'])).toMatchObject({
      type: 'date',
      format: { dateOrder: 'mdy' },
      reason: { code: 'dateMonthFirst' },
    })
    expect(column(['01/02/2024', '03/04/2024'])).toMatchObject({ type: 'date', reason: { code: 'dateAmbiguous' } })
    expect(column(['Jan 1 2000', 'Feb 1 2000'])).toMatchObject({ type: 'date', reason: { code: 'dateNamed' } })
    expect(column(['2024-02-30'])).toMatchObject({ type: 'text' })
  })

  test('instants are datetime; midnights only are dates with datetime as an alternative', () => {
    expect(column(['2024-01-31T10:00:00Z', '2024-02-01 11:30'])).toMatchObject({
      type: 'datetime',
      reason: { code: 'datetime' },
    })
    expect(column(['2015-01-01 01:00:00', '2015-01-01 02:00:00'])).toMatchObject({ type: 'datetime' })
    const midnights = column(['1/8/90 0:00', '1/30/90 0:00'])
    expect(midnights).toMatchObject({ type: 'date', format: { dateOrder: 'mdy' } })
    expect(midnights?.alternatives.map(({ type }) => type)).toContain('datetime')
  })

  test('addresses are email, few repeated values are choices, long or multi-line ones textarea', () => {
    expect(column(['a@example.com', 'b.c@example.org'])).toMatchObject({ type: 'email' })
    const colors = Array.from({ length: 30 }, (_, index) => ['red', 'green', 'blue'][index % 3] ?? '')
    expect(column(colors)).toMatchObject({
      type: 'select',
      reason: { code: 'choices', values: { choices: 3, count: 30 } },
      options: {
        options: [
          { value: 'blue', label: 'blue' },
          { value: 'green', label: 'green' },
          { value: 'red', label: 'red' },
        ],
      },
    })
    expect(column(['x'.repeat(251)])).toMatchObject({ type: 'textarea', reason: { code: 'long' } })
    expect(column(['"a\nb"', 'c'])).toMatchObject({ type: 'textarea', reason: { code: 'lines' } })
  })

  test('marks for nothing such as NA do not spoil a column of numbers', () => {
    expect(column(['1', 'NA', '3', ''])).toMatchObject({ type: 'number', emptymarks: ['NA'] })
    expect(column(['Riga', 'NA', 'Porto'])).toMatchObject({ type: 'text', emptymarks: [] })
  })

  test('a single odd cell makes it text, says which one, and offers the type as an alternative with its misses', () => {
    const mixed = column(['1', '2', 'three', '4'])
    expect(mixed).toMatchObject({ type: 'text', reason: { code: 'mixed', values: { example: 'three', count: 1 } } })
    expect(mixed?.alternatives.find(({ type }) => type === 'number')).toMatchObject({ misses: 1, example: 'three' })
  })

  test('an empty column is text', () => {
    expect(column(['', ''])).toMatchObject({ type: 'text', reason: { code: 'empty' } })
  })
})

describe('the header', () => {
  test('is a first row of words above values', () => {
    expect(
      guessHeader([
        ['city', 'people'],
        ['Riga', '600000'],
      ]),
    ).toEqual({ header: true, reason: 'words' })
    expect(
      guessHeader([
        ['country', '1990', '1991'],
        ['Latvia', '1', '2'],
      ]).header,
    ).toBe(false)
    expect(
      guessHeader([
        ['country', 'area', '1990'],
        ['Latvia', '1', '2'],
      ]).header,
    ).toBe(true)
  })

  test('is not a row of values, an empty one, or one that comes again', () => {
    expect(
      guessHeader([
        ['1', '2'],
        ['3', '4'],
      ]).reason,
    ).toBe('values')
    expect(guessHeader([['', '']]).reason).toBe('empty')
    expect(
      guessHeader([
        ['red', 'x'],
        ['blue', 'y'],
        ['red', 'z'],
      ]).reason,
    ).toBe('repeated')
  })
})

describe('the file', () => {
  test('rows are counted, and estimated from a part of the file', () => {
    expect(guess('a,b\n1,2\n3,4\n').rows).toEqual({ value: 2, exact: true })
    expect(guess('a,b\n1,2\n3,4\n5,6\n', 0.5).rows).toEqual({ value: 6, exact: false })
  })

  test('a row with more cells than the header has names makes no column: its surplus is for the check to tell', () => {
    expect(guess('a,b\n1,2\n3,4,5\n6,7\n').columns.map(({ header }) => header)).toEqual(['a', 'b'])
  })

  test('where most rows are wider than the header, the columns without a name are columns all the same', () => {
    expect(guess('a,b\n1,2,3\n3,4,5\n6,7\n').columns.map(({ header }) => header)).toEqual(['a', 'b', ''])
  })

  test('rows with another number of cells are counted as ragged', () => {
    const file = guess('a,b\n1,2\n3\n4,5,6\n7,8\n')
    expect(file.warnings.ragged).toBe(2)
    expect(file.columns.map(({ name }) => name)).toEqual(['Column a', 'Column b'])
  })

  test('whatever a file holds, what is said of it can be stored: no half of a sign, and nothing that no text may hold', () => {
    const long = (count: number) => `${'a'.repeat(count - 1)}😀`
    const files = [
      `name,text\nx,${long(200)} and more\n`,
      `name,${long(24)} of people\nx,y\n`,
      `name,${long(255)} of people\nx,y\n`,
      `name,count\n${'x,1\n'.repeat(9)}b,${long(100)}\n`,
      'a\0,b\nc,x\0y\n',
    ]
    for (const file of files) expect(unstorablePaths(guess(file))).toEqual([])
    expect(guess(`name,${long(24)} of people\nx,y\n`).columns[1]?.name).toBe('a'.repeat(23))
  })

  test('an empty file has no columns', () => {
    expect(guess('')).toMatchObject({ columns: [], rows: { value: 0 } })
  })
})

describe('reading dates and numbers', () => {
  test.each([
    ['31.12.2024', 'dmy', '2024-12-31'],
    ['12/31/2024', 'mdy', '2024-12-31'],
    ['2024/12/31', 'ymd', '2024-12-31'],
    ['1/8/90 0:00', 'mdy', '1990-01-08T00:00:00'],
    ['3 March 2021', 'ymd', '2021-03-03'],
    ['March 3rd, 2021 5:06 pm', 'ymd', '2021-03-03T17:06:00'],
    ['2021-03-03 17:06 UTC', 'ymd', '2021-03-03T17:06:00Z'],
    ['2024-01-01T00:30:00+02:00', 'ymd', '2023-12-31T22:30:00Z'],
    ['2024-01-01 00:30:00.123456-05', 'ymd', '2024-01-01T05:30:00.123456Z'],
    ['2024-02-30', 'ymd', null],
    ['2024-01-01 25:00', 'ymd', null],
    ['12.2024', 'dmy', null],
  ] as const)('%s as %s is %s', (text, order, expected) => {
    expect(readDateText(text, order)).toBe(expected)
  })

  test('a text that only begins like a date is none', () => {
    expect(datePartsOf('2024-01-01 and later')).toBeNull()
    expect(datePartsOf('1.2.3.4')).toBeNull()
  })

  test('numbers lose their marks between thousands and their decimal comma', () => {
    expect(plainImportedNumber('1.234.567,5', { decimal: ',', group: '.' })).toBe('1234567.5')
    expect(plainImportedNumber('+1 234', { decimal: '.', group: ' ' })).toBe('1234')
  })
})

describe('what is no table', () => {
  test('JSON is known whole, and by its beginning where the text is cut', () => {
    expect(isJson('\uFEFF\n [{"a": 1, "b": [2, 3]}]')).toBe(true)
    expect(isJson('[{"a": 1, "b": [2, 3')).toBe(false)
    expect(beginsAsJson('[{"a": 1, "b": [2, 3')).toBe(true)
    expect(isJson('[note],{size}\n[x],{1}\n')).toBe(false)
    expect(beginsAsJson('[note],{size}\n[x],{1}\n')).toBe(false)
    expect(isJson('a,b\n1,2\n')).toBe(false)
  })

  test('rows of which more than half differ from the usual number of cells are irregular', () => {
    const isIrregular = (text: string) => {
      const looking = createFileGuess(text, { reserved: () => false, unnamed: String })
      looking.push(text)
      looking.finish({ value: 'utf-8', reason: 'valid' }, 1)
      return looking.isIrregular()
    }
    expect(isIrregular('a\nb,c\nd,e,f\ng,h,i,j\n')).toBe(true)
    expect(isIrregular('a,b\n1,2\n3\n4,5,6\n')).toBe(false)
    expect(isIrregular('')).toBe(false)
  })
})
