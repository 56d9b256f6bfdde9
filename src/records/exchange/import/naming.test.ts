import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameColumns } from '#records/exchange/import/columnNames.ts'
import { guessDelimiter } from '#records/exchange/import/delimiter.ts'
import { guessEncoding, isUtf8, type Encoding } from '#records/exchange/import/encoding.ts'
import { printRow } from '#records/exchange/import/print.ts'
import { uriPattern } from '#text/uri.ts'

const reserved = new Set(['id', 'name', 'status', 'version', 'and', 'not'])
const rules = {
  reserved: (uri: string) => reserved.has(uri),
  unnamed: (position: number | string) => `Column ${position}`,
}
const named = (...headers: string[]) => nameColumns(headers, rules)

describe('names of columns', () => {
  test('a header within 3 to 24 characters is kept as the name and gives the uri', () => {
    expect(named('Unit price')).toEqual([
      { header: 'Unit price', kind: 'attribute', name: 'Unit price', uri: 'unitprice', description: null },
    ])
  })

  test('a long header is cut between words and stands whole in the description', () => {
    const header = 'Total amount including all taxes (EUR)'
    const [column] = named(header)
    expect(column).toMatchObject({ name: 'Total amount including', description: header })
    expect(column?.uri).toBe('totalamountincludingallt')
  })

  test('reserved and repeated headers get a digit behind the uri', () => {
    expect(named('Status', 'Price', 'price').map(({ uri }) => uri)).toEqual(['status2', 'price', 'price2'])
    expect(named('Price', 'price').map(({ name }) => name)).toEqual(['Price', 'price 2'])
  })

  test('`name` fills the record’s own name, once', () => {
    expect(named('Name', 'name').map(({ kind, uri }) => [kind, uri])).toEqual([
      ['name', 'name'],
      ['attribute', 'name2'],
    ])
  })

  test('`id` becomes sourceid, since ids are made by us', () => {
    expect(named('ID')[0]).toMatchObject({ name: 'Source id', uri: 'sourceid', kind: 'attribute' })
  })

  test('empty and foreign headers are named by their position', () => {
    expect(named('', '日本')).toMatchObject([
      { name: 'Column 1', uri: 'column1' },
      { name: 'Column 日本', uri: 'column2' },
    ])
  })

  test('a header too short for a name stands behind the word for a column, in the uri too', () => {
    expect(named('a', 'Q1', 'A', '12')).toMatchObject([
      { name: 'Column a', uri: 'columna' },
      { name: 'Column Q1', uri: 'columnq1' },
      { name: 'Column A 2', uri: 'columna2' },
      { name: 'Column 12', uri: 'column12' },
    ])
  })

  test('[R352] any headers give names of 3 to 24 characters and unique uris that hold the pattern', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('id', 'name', 'x', ''))), (headers) => {
        const columns = nameColumns(headers, rules).filter(({ kind }) => kind === 'attribute')
        for (const { name, uri } of columns) {
          expect(name.length).toBeGreaterThanOrEqual(3)
          expect(name.length).toBeLessThanOrEqual(24)
          expect(uri).toMatch(uriPattern)
          expect(reserved.has(uri)).toBe(false)
        }
        expect(new Set(columns.map(({ uri }) => uri)).size).toBe(columns.length)
      }),
    )
  })
})

describe('the delimiter', () => {
  test('is what splits nearly every row into the same number of cells', () => {
    expect(guessDelimiter('a;b;c\n1,5;2;3\n2,5;3;4\n')).toMatchObject({
      delimiter: ';',
      reason: 'consistent',
      columns: 3,
    })
    expect(guessDelimiter('a\tb\n1, 2\t3\nx,y\tz\n')).toMatchObject({ delimiter: '\t', columns: 2 })
    expect(guessDelimiter('a|b|c\n1|2|3\n')).toMatchObject({ delimiter: '|', columns: 3 })
  })

  test('a line `sep=;` declares it and is not part of the table', () => {
    expect(guessDelimiter('sep=;\r\na;b\r\n1;2\r\n')).toEqual({
      delimiter: ';',
      reason: 'declared',
      columns: 2,
      skip: 1,
    })
  })

  test('a single column has none, and the reason says so', () => {
    expect(guessDelimiter('city\nRiga\nPorto\n')).toMatchObject({ reason: 'single', columns: 1 })
    expect(guessDelimiter('')).toMatchObject({ reason: 'single', columns: 1 })
  })

  test('is found again for any printed table of two or more columns', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const row = fc.tuple(word, word, word)
    fc.assert(
      fc.property(fc.array(row, { minLength: 3 }), fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
        const text = rows.map((cells) => printRow(cells, delimiter)).join('')
        expect(guessDelimiter(text).delimiter).toBe(delimiter)
      }),
    )
  })
})

describe('the encoding', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)
  const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
  const never = () => ''
  /** A few letters of each, enough to tell the guesses apart. */
  const letters: Record<string, Record<number, string>> = {
    'windows-1252': { 0xe4: 'ä', 0xe9: 'é', 0xe2: 'â', 0xf0: 'ð', 0xcf: 'Ï', 0xe8: 'è', 0xf2: 'ò', 0xe5: 'å' },
    'windows-1257': { 0xe4: 'ä', 0xe9: 'é', 0xe2: 'ā', 0xf0: 'š', 0xcf: 'Ļ', 0xe8: 'č', 0xf2: 'ņ', 0xe5: 'å' },
    'windows-1251': { 0xe4: 'д', 0xe9: 'й', 0xe2: 'в', 0xf0: 'р', 0xcf: 'П', 0xe8: 'и', 0xf2: 'т', 0xe5: 'е' },
  }
  const decode = (input: Uint8Array, encoding: Encoding) =>
    Array.from(input, (byte) => letters[encoding]?.[byte] ?? String.fromCharCode(byte)).join('')

  test('a byte order mark decides', () => {
    expect(guessEncoding(bytes(0xef, 0xbb, 0xbf, 0x61), never)).toEqual({ encoding: 'utf-8', reason: 'mark' })
    expect(guessEncoding(bytes(0xff, 0xfe, 0x61, 0), never)).toEqual({ encoding: 'utf-16le', reason: 'mark' })
    expect(guessEncoding(bytes(0xfe, 0xff, 0, 0x61), never)).toEqual({ encoding: 'utf-16be', reason: 'mark' })
  })

  test('valid UTF-8 is UTF-8, a character cut at the end of the sample included', () => {
    expect(guessEncoding(ascii('a,b\n1,2\n'), never)).toEqual({ encoding: 'utf-8', reason: 'valid' })
    expect(isUtf8(bytes(0x61, 0xc4, 0x81, 0xc4))).toBe(true)
    expect(isUtf8(bytes(0xc0, 0x80))).toBe(false)
    expect(isUtf8(bytes(0xed, 0xa0, 0x80))).toBe(false)
    expect(isUtf8(bytes(0xe4, 0x6e))).toBe(false)
  })

  test('zeros in every second byte are UTF-16 without a mark', () => {
    expect(guessEncoding(bytes(0x61, 0, 0x2c, 0, 0x62, 0, 0x0a, 0), never).encoding).toBe('utf-16le')
    expect(guessEncoding(bytes(0, 0x61, 0, 0x2c, 0, 0x62, 0, 0x0a), never).encoding).toBe('utf-16be')
  })

  test('else the letters that come out decide between western, Baltic and Cyrillic', () => {
    expect(guessEncoding(ascii('K\xe4se;caf\xe9\n'), decode)).toEqual({ encoding: 'windows-1252', reason: 'plausible' })
    expect(guessEncoding(ascii('m\xe2ja;\xf0is;\xe8aks\n'), decode).encoding).toBe('windows-1257')
    expect(guessEncoding(ascii('\xcf\xf0\xe8\xe2\xe5\xf2\n'), decode).encoding).toBe('windows-1251')
  })
})
