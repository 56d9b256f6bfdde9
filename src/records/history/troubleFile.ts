import type { TroubleRecord } from '#records/work.ts'
import { guardFormula } from '#text/formulaGuard.ts'

/**
 * Records that were left as they are as CSV: id, name, reasons. A cell that a spreadsheet would execute gets an apostrophe
 * in front of it.
 */
export function troubleFile(
  head: readonly string[],
  records: readonly TroubleRecord[],
  reasonOf: (record: TroubleRecord) => string,
): string {
  const rows = records.map((record) => [record.id, record.name ?? '', reasonOf(record)])
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

function cell(text: string): string {
  const safe = guardFormula(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
