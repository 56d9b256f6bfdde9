import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guardFormula, unguardFormula } from '#text/formulaGuard.ts'
import { printRow } from '#records/exchange/import/print.ts'
import { createSplitter, type Delimiter } from '#records/exchange/import/splitter.ts'

function split(pieces: readonly string[], delimiter: Delimiter = ',') {
  const rows: string[][] = []
  const numbers: number[] = []
  const splitter = createSplitter(delimiter, (cells, row) => {
    rows.push(cells)
    numbers.push(row)
  })
  for (const piece of pieces) splitter.push(piece)
  splitter.end()
  return { rows, numbers, warnings: splitter.warnings }
}

function cut(text: string, borders: readonly number[]): string[] {
  const places = [...new Set(borders.map((border) => border % (text.length + 1)))].toSorted((a, b) => a - b)
  return [...places, text.length].map((place, index) => text.slice(index === 0 ? 0 : places[index - 1], place))
}

const delimiters = fc.constantFrom<Delimiter>(',', ';', '\t', '|')
const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', 'a', '=', '-', "'", ' ', '1', 'ā', '\uFEFF'),
  }),
  fc.string({ unit: 'grapheme' }),
)
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 })

describe('splitting', () => {
  test('printing a table and splitting it again is the identity, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(table, delimiters, fc.array(fc.nat(), { maxLength: 12 }), (rows, delimiter, borders) => {
        const text = rows.map((row) => printRow(row, delimiter)).join('')
        const { rows: found } = split(cut(text, borders), delimiter)
        expect(found.map((row) => row.map(unguardFormula))).toEqual(rows)
      }),
      { numRuns: 2000 },
    )
  })

  test('any text at all splits the same, wherever the pieces are cut', () => {
    const wild = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', 'b') })
    fc.assert(
      fc.property(wild, fc.array(fc.nat(), { maxLength: 8 }), (text, borders) => {
        expect(split(cut(text, borders))).toEqual(split([text]))
      }),
      { numRuns: 2000 },
    )
  })

  test('LF, CR and CRLF end a row, and the last row needs none', () => {
    for (const newline of ['\n', '\r', '\r\n']) {
      const expected = [
        ['a', 'b'],
        ['1', '2'],
      ]
      expect(split([`a,b${newline}1,2`]).rows).toEqual(expected)
      expect(split([`a,b${newline}1,2${newline}`]).rows).toEqual(expected)
    }
  })

  test('a quoted cell holds delimiters, newlines and doubled quotes', () => {
    expect(split(['a,"b,\r\n""c""",d\n']).rows).toEqual([['a', 'b,\r\n"c"', 'd']])
    expect(split(['"",""\n']).rows).toEqual([['', '']])
  })

  test('blank lines are left out but counted, ragged rows come as they are', () => {
    const { rows, numbers } = split(['a,b\n\n1\n1,2,3\n'])
    expect(rows).toEqual([['a', 'b'], ['1'], ['1', '2', '3']])
    expect(numbers).toEqual([1, 3, 4])
  })

  test('a lone quote is kept as it stands, with a warning that names the row', () => {
    const { rows, warnings } = split(['name,size\nPipe,5"\n"Bar" stool,2\n'])
    expect(rows.slice(1)).toEqual([
      ['Pipe', '5"'],
      ['Bar stool', '2'],
    ])
    expect(warnings).toEqual({ strayQuotes: 2, firstStrayQuote: 2, unclosedQuote: false })
  })

  test('a quote that never closes takes the rest of the file, with a warning', () => {
    const { rows, warnings } = split(['a,b\n1,"x\ny,z\n'])
    expect(rows).toEqual([
      ['a', 'b'],
      ['1', 'x\ny,z\n'],
    ])
    expect(warnings.unclosedQuote).toBe(true)
  })

  test('a byte order mark before the first cell is dropped, also before a quote', () => {
    expect(split(['\uFEFFa,b\n']).rows).toEqual([['a', 'b']])
    expect(split(['\uFEFF', '"a",b\n']).rows).toEqual([['a', 'b']])
  })
})

describe('the guard against formulas', () => {
  test('what a spreadsheet would run gets an apostrophe, plain numbers do not', () => {
    for (const text of [
      '=HYPERLINK("x")',
      '+cmd|calc',
      '-2+3',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '-',
      '\n=1',
      '＝1',
      '＋1',
      '－1',
      '＠SUM(1)',
    ]) {
      expect(guardFormula(text)).toBe(`'${text}`)
    }
    for (const text of ['-5', '+5', '-1.25', '-1,25', '+1e10', 'a=b', '', "it's"]) expect(guardFormula(text)).toBe(text)
  })

  test('a guarded cell that needs quotes gets both', () => {
    expect(printRow(['=A1,B1', 'x'], ',')).toBe('"\'=A1,B1",x\r\n')
  })

  test('taking the guard off is the inverse for every text', () => {
    const text = fc.string({
      unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '1', '.', 'a'),
    })
    fc.assert(
      fc.property(text, (each) => unguardFormula(guardFormula(each)) === each),
      { numRuns: 5000 },
    )
  })
})
