import { Readable } from 'node:stream'
import { fault } from '#faults/fault.ts'
import { unguardFormula } from '#text/formulaGuard.ts'
import type { ImportFormat } from '#records/exchange/import/settings.ts'
import { createSplitter } from '#records/exchange/import/splitter.ts'
import { sheetBegin, sheetEnd, sheetRow, type SheetCell } from '#records/exchange/sheet/sheetXml.ts'
import type { ImportActor, ImportDeps } from '#records/exchange/server/import/deps.ts'
import { decodeText, fileOf } from '#records/exchange/server/import/file.ts'
import { visibleImport } from '#records/exchange/server/import/imports.ts'
import { rejectsOf } from '#records/exchange/server/import/rejects.ts'
import { zippedSheet } from '#records/exchange/server/export/workbook.ts'

/**
 * The rows that the last try of an import rejected, with their numbers and reasons, in the format that they came in.
 * Fault: `import.unknown`, also when none were.
 */
export async function rejectedRows(
  actor: ImportActor,
  deps: ImportDeps,
  id: string,
): Promise<{ readonly name: string; readonly format: ImportFormat; readonly body: Readable }> {
  const { file: label, format } = await visibleImport(actor, id)
  const file = await deps.files.read(rejectsOf(fileOf(actor.environment.id, id)))
  if (!file) throw fault('import.unknown')
  const name = `${label.replace(/\.[a-z]{1,5}$/i, '')} rejected.${format}`
  return { name, format, body: bodyOf(file, format) }
}

function bodyOf(file: Readable, format: ImportFormat): Readable {
  if (format === 'xlsx') return zippedSheet('Rejected', Readable.from(sheetOf(file)))
  return Readable.from(format === 'jsonl' ? linesOf(file) : plainOf(file))
}

async function* plainOf(file: Readable): AsyncGenerator<string> {
  // Spreadsheet programs know UTF-8 by its mark.
  yield '\uFEFF'
  for await (const { text } of decodeText(file, 'utf-8')) yield text
}

async function* rowsOf(file: Readable): AsyncGenerator<readonly string[][]> {
  let rows: string[][] = []
  const splitter = createSplitter(',', (cells) => rows.push(cells.map(unguardFormula)))
  for await (const { text } of decodeText(file, 'utf-8')) {
    splitter.push(text)
    yield rows
    rows = []
  }
  splitter.end()
  yield rows
}

async function* sheetOf(file: Readable): AsyncGenerator<string> {
  let number = 0
  for await (const rows of rowsOf(file)) {
    let xml = ''
    for (const cells of rows) {
      number += 1
      xml += number === 1 ? sheetBegin(cells) : sheetRow(number, cells.map(textCell))
    }
    if (xml !== '') yield xml
  }
  yield sheetEnd
}

function textCell(text: string): SheetCell {
  return text === '' ? null : { kind: 'text', text }
}

async function* linesOf(file: Readable): AsyncGenerator<string> {
  let names: readonly string[] | undefined
  for await (const rows of rowsOf(file)) {
    for (const cells of rows) {
      const heads = names
      names ??= cells
      if (heads) yield `${JSON.stringify(Object.fromEntries(heads.map((name, at) => [name, cells[at] ?? ''])))}\n`
    }
  }
}
