import { closeSync, openSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fault } from '#faults/fault.ts'
import { isHeavyJson, isJsonLines, readJsonLine } from '#records/exchange/import/jsonRow.ts'
import { printRow } from '#records/exchange/import/print.ts'
import { rowTooLong } from '#records/exchange/import/rowBounds.ts'
import { cellLimit, columnLimit, rowLimit, tableLimit, type ImportFormat } from '#records/exchange/import/settings.ts'
import { readBeginning, decodeFile } from '#records/exchange/server/import/file.ts'
import { openAppender } from '#records/exchange/server/import/pagedFile.ts'
import type { OpenBook } from '#records/exchange/server/import/workbook.ts'

/**
 * Turns uploaded JSON lines into the one form that imports read, comma separated UTF-8, in place. Rows keep their numbers.
 * Faults: `import.unpacked`, `import.columns`, `import.jsonLine`, `import.cellTooLong`, `import.rowTooLong`.
 */
export function makeJsonTable(file: string): Promise<void> {
  return writeTable(file, tableLimit, (target) => tableOfJson(file, target))
}

/** Writes the table that a sheet of a workbook holds, by its place among the visible ones, whole or not at all. */
export function makeSheetTable(book: OpenBook, sheet: number, file: string): Promise<void> {
  return writeTable(file, book.mostTable, (target) => tableOfSheet(book, sheet, target))
}

/** A table that is being written. */
type Target = {
  /** Fault: `import.unpacked` where the table becomes too long. */
  write(text: string): void
  /** What is to be waited for before more is written: others have their turn of the event loop now and then. */
  rest(): Promise<void> | undefined
}

/** So many bytes are written in one turn of the event loop. */
const atOnce = 256 * 1024

async function writeTable(file: string, most: number, write: (target: Target) => Promise<void>): Promise<void> {
  const unfinished = `${file}.table`
  const descriptor = openSync(unfinished, 'w', 0o600)
  try {
    const appender = openAppender(descriptor, most)
    let rested = 0
    await write({
      write: appender.append,
      rest() {
        if (appender.size() - rested < atOnce) return undefined
        rested = appender.size()
        return nextTurn()
      },
    })
    appender.flush()
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** What an uploaded file is, by its beginning. */
export async function detectFormat(file: string): Promise<ImportFormat> {
  const first = Buffer.from(await readBeginning(file, 1024 * 1024))
  if (first.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'xlsx'
  return isJsonLines(first.toString('utf8').replace(/^\uFEFF/, '')) ? 'jsonl' : 'csv'
}

async function tableOfSheet(book: OpenBook, sheet: number, target: Target): Promise<void> {
  let written = 0
  await book.readRows(sheet, {
    row(cells, number) {
      // Blank lines stand for blank rows, so that a row is found again by its number.
      const blank = '\r\n'.repeat(Math.max(0, number - written - 1))
      written = number
      target.write(blank + printRow(cells, ','))
    },
    rest: target.rest,
  })
}

/** Two passes: only the whole file tells which names its objects have. */
async function tableOfJson(file: string, target: Target): Promise<void> {
  const names = new Set<string>()
  let length = 0
  for await (const { members, row } of linesOf(file)) {
    for (const name of members.keys()) {
      if (names.has(name)) continue
      names.add(name)
      length += name.length
      if (names.size > columnLimit) throw fault('import.columns', { count: names.size, max: columnLimit })
      if (length > rowLimit) throw rowTooLong(row)
    }
  }
  const columns = [...names]
  target.write(printRow(columns, ','))
  for await (const { members } of linesOf(file)) {
    target.write(
      printRow(
        columns.map((name) => members.get(name) ?? ''),
        ',',
      ),
    )
    await target.rest()
  }
}

type Line = { readonly members: ReadonlyMap<string, string>; readonly row: number }

async function* linesOf(file: string): AsyncGenerator<Line> {
  let row = 0
  let rest = ''
  for await (const { text } of decodeFile(file, 'utf-8')) {
    const lines = text.split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) {
      yield* objectOf(rest + line, (row += 1))
      rest = ''
    }
    rest += last
    if (rest.length > rowLimit) throw rowTooLong(row + 1)
  }
  yield* objectOf(rest, row + 1)
}

function* objectOf(given: string, row: number): Generator<Line> {
  const line = row === 1 ? given.replace(/^\uFEFF/, '') : given
  if (line.trim() === '') return
  if (line.length > rowLimit || isHeavyJson(line)) throw rowTooLong(row)
  const members = readJsonLine(line)
  if (!members) throw fault('import.jsonLine', { row })
  for (const text of members.values()) if (text.length > cellLimit) throw fault('import.cellTooLong', { row })
  yield { members, row }
}
