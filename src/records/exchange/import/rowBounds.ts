import { fault } from '#faults/fault.ts'
import { cellLimit, rowLimit } from '#records/exchange/import/settings.ts'
import type { Splitter } from '#records/exchange/import/splitter.ts'

/**
 * Refuses a row that goes on and on, before all of it is in memory; to be asked after each piece of text. Cells that are
 * complete are judged by the attributes that they fill. Faults: `import.cellTooLong`, `import.rowTooLong`.
 */
export function refuseLongRow(splitter: Pick<Splitter, 'pending' | 'row'>): void {
  const { cell, row } = splitter.pending()
  // A doubled quote is one character of its cell, so a cell may take twice its length.
  if (cell > 2 * cellLimit) throw fault('import.cellTooLong', { row: splitter.row() })
  if (row > rowLimit) throw rowTooLong(splitter.row())
}

/** The refusal of a row by its number. */
export function rowTooLong(row: number) {
  return fault('import.rowTooLong', { row, max: `${rowLimit / 1024 / 1024} MiB` })
}
