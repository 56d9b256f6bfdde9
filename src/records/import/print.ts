import { guardFormula } from '#records/import/guard.ts'
import type { Delimiter } from '#records/import/splitter.ts'

/**
 * One row of CSV with its CRLF (RFC 4180). Cells with the delimiter, a quote, a line break or outer spaces are quoted, and
 * what a spreadsheet could take for a formula is guarded. Splitting and `unguardFormula` give the same cells again.
 */
export function printRow(cells: readonly string[], delimiter: Delimiter): string {
  // An empty line would be a blank one, which readers leave out.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map((cell) => printCell(cell, delimiter)).join(delimiter)}\r\n`
}

function printCell(text: string, delimiter: Delimiter): string {
  const safe = guardFormula(text)
  if (!needsQuotes(safe, delimiter)) return safe
  return `"${safe.replaceAll('"', '""')}"`
}

function needsQuotes(text: string, delimiter: Delimiter): boolean {
  if (text === '') return false
  return /["\r\n\uFEFF]|^\s|\s$/.test(text) || text.includes(delimiter)
}
