import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fault } from '#faults/fault.ts'
import { isJsonLines, readJsonLine } from '#records/import/jsonRow.ts'
import { printRow } from '#records/import/print.ts'
import { columnLimit, type ImportFormat } from '#records/import/settings.ts'
import { beginningOf, textOf } from '#records/server/import/file.ts'
import { readWorkbook } from '#records/server/import/workbook.ts'

/**
 * Turns an uploaded sheet or JSON lines into the one form that imports read, comma separated UTF-8, in place. Rows keep
 * their numbers. Answers what it was. Faults: `import.notSheet`, `import.unpacked`, `import.columns`, `import.jsonLine`.
 */
export async function makeTable(file: string): Promise<ImportFormat> {
  const format = await formatOf(file)
  if (format === 'xlsx') await makeSheetTable(file, 0, file)
  if (format === 'jsonl') await written(file, (target) => tableOfJson(file, target))
  return format
}

/** Writes the table that a sheet of a workbook holds, by its place among the visible ones, whole or not at all. */
export function makeSheetTable(book: string, sheet: number, file: string): Promise<void> {
  return written(file, (target) => tableOfWorkbook(book, sheet, target))
}

async function written(file: string, write: (target: WriteStream) => Promise<void>): Promise<void> {
  const unfinished = `${file}.table`
  const target = createWriteStream(unfinished, { mode: 0o600 })
  // What fails is thrown by who waits for it.
  target.on('error', () => undefined)
  try {
    await write(target)
    target.end()
    await once(target, 'close')
    await rename(unfinished, file)
  } catch (error) {
    target.destroy()
    await rm(unfinished, { force: true })
    throw error
  }
}

/** What an uploaded file is, by its beginning. */
export async function formatOf(file: string): Promise<ImportFormat> {
  const first = Buffer.from(await beginningOf(file, 1024 * 1024))
  if (first.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'xlsx'
  return isJsonLines(first.toString('utf8').replace(/^\uFEFF/, '')) ? 'jsonl' : 'csv'
}

async function tableOfWorkbook(file: string, sheet: number, target: WriteStream): Promise<void> {
  let written = 0
  await readWorkbook(file, sheet, {
    row(cells, number) {
      // Blank lines stand for blank rows, so that a row is found again by its number.
      const blank = '\r\n'.repeat(Math.max(0, number - written - 1))
      written = number
      target.write(blank + printRow(cells, ','))
    },
    rest: () => drained(target),
  })
}

/** Two passes: only the whole file tells which names its objects have. */
async function tableOfJson(file: string, target: WriteStream): Promise<void> {
  const names = new Set<string>()
  for await (const { members } of linesOf(file)) {
    for (const name of members.keys()) names.add(name)
    if (names.size > columnLimit) throw fault('import.columns', { count: names.size, max: columnLimit })
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
    await drained(target)
  }
}

const longestLine = 16 * 1024 * 1024

async function* linesOf(file: string): AsyncGenerator<{ members: ReadonlyMap<string, string> }> {
  let row = 0
  let rest = ''
  for await (const { text } of textOf(file, 'utf-8')) {
    const lines = (rest + (row === 0 && rest === '' ? text.replace(/^\uFEFF/, '') : text)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw fault('import.cellTooLong', { row: row + lines.length + 1 })
    for (const line of lines) yield* objectOf(line, (row += 1))
  }
  yield* objectOf(rest, row + 1)
}

function* objectOf(line: string, row: number): Generator<{ members: ReadonlyMap<string, string> }> {
  if (line.trim() === '') return
  const members = readJsonLine(line)
  if (!members) throw fault('import.jsonLine', { row })
  yield { members }
}

async function drained(target: WriteStream): Promise<void> {
  if (target.errored) throw target.errored
  if (target.writableNeedDrain) await once(target, 'drain')
}
