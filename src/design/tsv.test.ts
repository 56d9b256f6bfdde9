import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTsv, printTsv } from '#design/tsv.ts'

test('a copied range reads back as it was, whatever is in the cells', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ā', '"', '\t', '\n', '\r', ' ') })
  const width = fc.integer({ min: 1, max: 4 })
  const cells = width.chain((n) =>
    fc.array(fc.array(cell, { minLength: n, maxLength: n }), { minLength: 1, maxLength: 4 }),
  )
  fc.assert(
    fc.property(cells, (table) => {
      // One empty last line cannot be told from a final line break.
      fc.pre(!(table.length > 1 && table.at(-1)?.length === 1 && table.at(-1)?.[0] === ''))
      expect(parseTsv(printTsv(table))).toEqual(table)
    }),
  )
})

test.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"line\nbreak"\t"say ""hi"""', [['line\nbreak', 'say "hi"']]],
  ['5" pipe\t"loose', [['5" pipe', '"loose']]],
  ['', [['']]],
])('%j', (text, table) => expect(parseTsv(text)).toEqual(table))
