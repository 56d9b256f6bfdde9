import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPieces } from '#platform/server/bufferPool.ts'
import type { CellKind } from '#records/exchange/export/cells.ts'
import { guardFormula } from '#text/formulaGuard.ts'
import { finishCells } from '#records/exchange/server/export/csvCells.ts'

const begins = fc.constantFrom(
  '',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  "'",
  "''=",
  '"',
  ',',
  '\n',
  '-1',
  '+2.5',
  '＝1',
  '＋',
  '－2',
  '＠',
  '\uFEFF',
  'ķ',
  '𝒳',
)
const rest = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ',5', '1e5', '"', ',=', '\n=1', '"=1', 'x'))
const texts = fc.option(
  fc.tuple(begins, rest).map((parts) => parts.join('')),
  { freq: 5 },
)
const cells = {
  text: texts,
  plain: fc.option(fc.constantFrom('-5', '1.5', 't', '2024-02-29', '=1')),
  boolean: fc.option(fc.constantFrom('t', 'f')),
} satisfies Record<CellKind, unknown>

/** As PostgreSQL writes a cell; nothing is null. */
const printed = (cell: string | null) => {
  if (cell === null) return ''
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
const lines = (rows: readonly (readonly (string | null)[])[]) =>
  rows.map((row) => `${row.map(printed).join(',')}\n`).join('')

const finished = (kinds: readonly CellKind[], text: string, size: number) => {
  const pieces = createPieces(size)
  let all = Buffer.alloc(0)
  const finish = finishCells(kinds, pieces, (piece) => {
    all = Buffer.concat([all, piece])
    pieces.giveBack(piece.fill('?'))
  })
  const rows = Buffer.from(text)
  finish(rows)
  expect(rows.toString()).toBe(text)
  return all.toString()
}

test('cells are guarded and written out as the cells themselves would be, and nothing else changes', () => {
  const tables = fc
    .array(fc.constantFrom<CellKind>('text', 'plain', 'boolean'), { minLength: 2, maxLength: 6 })
    .chain((kinds) => fc.tuple(fc.constant(kinds), fc.array(fc.tuple(...kinds.map((kind) => cells[kind])))))
  fc.assert(
    fc.property(tables, fc.constantFrom(1, 16, 1000), ([kinds, rows], size) => {
      const wanted = rows.map((row) =>
        row.map((cell, at) => {
          if (cell === null || kinds[at] === 'plain') return cell
          return kinds[at] === 'text' ? guardFormula(cell) : { t: 'true', f: 'false' }[cell]
        }),
      )
      expect(finished(kinds, lines(rows), size)).toBe(lines(wanted as (string | null)[][]))
    }),
    { numRuns: 500 },
  )
})

test('many cells that become longer have room, in long rows and in many', () => {
  const row = Array.from({ length: 3000 }, () => 't')
  const kinds = row.map(() => 'boolean' as const)
  expect(finished(kinds, lines([row, row]), 64)).toBe(lines([row, row]).replaceAll('t', 'true'))
  const many = 't,f\n'.repeat(50_000)
  expect(finished(['boolean', 'boolean'], many, 80 * 1024)).toBe('true,false\n'.repeat(50_000))
})
