import { guardFormula } from '#text/formulaGuard.ts'
import type { Delimiter } from '#records/exchange/import/splitter.ts'

/**
 * One row of CSV with its CRLF (RFC 4180). Cells with the delimiter, a quote, a line break or outer spaces are quoted, and
 * what a spreadsheet could take for a formula is guarded. Splitting and `unguardFormula` give the same cells again.
 */
export function printRow(cells: readonly string[], delimiter: Delimiter): string {
  return `${printCells(cells.map(guardFormula), delimiter)}\r\n`
}

/** The same without the line's end, of cells that are guarded already or must not be. */
export function printCells(cells: readonly string[], delimiter: Delimiter): string {
  // An empty line would be a blank one, which readers leave out.
  if (cells.length === 1 && cells[0] === '') return '""'
  return cells.map((cell) => printCell(cell, delimiter)).join(delimiter)
}

function printCell(text: string, delimiter: Delimiter): string {
  return needsQuotes(text, delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}

function needsQuotes(text: string, delimiter: Delimiter): boolean {
  if (text === '') return false
  return /["\r\n\uFEFF]|^\s|\s$/.test(text) || text.includes(delimiter)
}
