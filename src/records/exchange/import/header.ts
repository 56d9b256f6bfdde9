import { datePartsOf } from '#dates/writtenDate.ts'
import { countNumber, countsOfStyles } from '#decimals/writtenNumber.ts'

export type HeaderReason = 'words' | 'values' | 'repeated' | 'empty'
export type HeaderGuess = {
  readonly header: boolean
  /** Why: the first row holds only words; it holds numbers or dates; it repeats itself or a cell below; it is mostly empty. */
  readonly reason: HeaderReason
}

/** Guesses whether the first of these rows names the columns. */
export function guessHeader(rows: readonly (readonly string[])[]): HeaderGuess {
  const [first = [], ...body] = rows
  const cells = first.map((cell) => cell.trim())
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length * 2 < cells.length || filled.length === 0) return { header: false, reason: 'empty' }
  const values = filled.filter(isValue).length
  // Years above columns of numbers are names: `country, 1990, 1991`.
  if (values * 2 > filled.length) return { header: false, reason: 'values' }
  if (values > 0 && !isNamedTable(cells, body)) return { header: false, reason: 'values' }
  const unique = new Set(filled.map((cell) => cell.toLowerCase()))
  const recurs = cells.some((cell, index) => cell !== '' && body.some((row) => row[index]?.trim() === cell))
  if (unique.size * 2 < filled.length || recurs) return { header: false, reason: 'repeated' }
  return { header: true, reason: 'words' }
}

function isNamedTable(cells: readonly string[], body: readonly (readonly string[])[]): boolean {
  return cells.every((cell, index) => {
    if (!isValue(cell)) return true
    return /^(?:1[5-9]|20)\d\d$/.test(cell) && body.every((row) => (row[index] ?? '') !== cell)
  })
}

function isValue(cell: string): boolean {
  return countNumber(countsOfStyles(), cell) || datePartsOf(cell) !== null || /^[^\s@]+@[^\s@]+\.[a-z]+$/i.test(cell)
}
