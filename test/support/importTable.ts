import type { ImportFormat } from '../../src/records/exchange/import/settings.ts'
import { makeTableOfSheet } from '../../src/records/exchange/server/import/sheets.ts'
import { detectFormat, makeJsonTable } from '../../src/records/exchange/server/import/table.ts'

/** Turns a file into the table that imports read, in its place; of a workbook the first sheet. Answers what it was. */
export async function makeTable(file: string): Promise<ImportFormat> {
  const format = await detectFormat(file)
  if (format === 'xlsx') await makeTableOfSheet(file, 0, file)
  if (format === 'jsonl') await makeJsonTable(file)
  return format
}
