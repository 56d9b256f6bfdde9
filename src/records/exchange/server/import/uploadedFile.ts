import { rename, rm, stat } from 'node:fs/promises'
import { reservedAttributeUris } from '#entities/system.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Encoding } from '#records/exchange/import/encoding.ts'
import type { FileGuess, Settled } from '#records/exchange/import/guess.ts'
import { columnLimit, type Import, type ImportFormat, type SettledGuess } from '#records/exchange/import/settings.ts'
import type { ImportActor, ImportDeps } from '#records/exchange/server/import/deps.ts'
import { bookOf, fileOf, tableOf } from '#records/exchange/server/import/file.ts'
import { guessFile, type LookedAt } from '#records/exchange/server/import/guessFile.ts'
import { insertImport, updateImport, type ImportRow } from '#records/exchange/server/import/import.store.ts'
import { readImport, visibleImport } from '#records/exchange/server/import/imports.ts'
import { firstTable, makeTableOfSheet, queueForReading, setBookAside } from '#records/exchange/server/import/sheets.ts'
import { detectFormat, makeJsonTable } from '#records/exchange/server/import/table.ts'
import { deleteUpload } from '#records/exchange/server/import/upload.store.ts'

/**
 * Says what a file holds that lies at its place on this machine, keeps it for all processes, and makes the import of its
 * upload, which ends in the same transaction. Where it throws, the upload tells whether its files are those of an import.
 * Faults: `request.tooMany`, `import.notCsv`, `import.empty`, `import.unknown`, and those of the readers.
 */
export async function takeIn(
  actor: ImportActor,
  { files }: ImportDeps,
  upload: { readonly id: string; readonly label: string; readonly size: number },
): Promise<void> {
  const { database, environment, member } = actor
  const { schema } = environment
  const { id, size } = upload
  const name = fileOf(environment.id, id)
  const file = files.path(name)
  const format = await detectFormat(file)
  // Separated text is looked at and not read.
  const leave = format === 'csv' ? undefined : await queueForReading(environment.id)
  const read = await readTable(actor, file, format).finally(leave)
  const table = tableOf(environment.id, { id, ...read })
  if (table !== name) await rename(file, files.path(table))
  const kept = read.sheets.length > 0 ? [table, bookOf(name)] : [table]
  for (const each of kept) await files.keep(each)
  const bytes = await sizeOf(kept.map(files.path))
  const row = { id, file: fileLabel(upload.label), size, kept: bytes, format, by_id: member.id, ...read }
  await database.transaction(async (transaction) => {
    if (!(await deleteUpload(transaction, schema, id))) throw fault('import.unknown')
    await insertImport(transaction, schema, row)
  })
}

type ReadTable = { readonly sheets: readonly string[]; readonly sheet: number; readonly guess: FileGuess }

/** Makes the table that imports read of a file, in its place, and guesses what it holds. */
async function readTable(actor: ImportActor, file: string, format: ImportFormat): Promise<ReadTable> {
  const look = () => guessFile(file, naming(actor), settledBy(format))
  if (format === 'jsonl') await makeJsonTable(file)
  if (format !== 'xlsx') return { sheets: [], sheet: 0, guess: tableIn(await look(), format) }
  const sheets = await setBookAside(file)
  if (sheets.length === 0) await makeTableOfSheet(file, 0, file)
  const looked = sheets.length > 0 ? await firstTable(file, look) : { ...(await look()), sheet: 0 }
  return { sheets, sheet: looked.sheet, guess: tableIn(looked, format) }
}

/** What was found in a file that holds a table. Rows of a sheet may end anywhere: its empty cells at the end are not there. */
function tableIn({ guess, widest, isTable }: LookedAt, format: ImportFormat): FileGuess {
  if (format === 'csv' && !isTable) throw fault('import.notCsv')
  const { length } = guess.columns
  if (length === 0 || guess.rows.value === 0) throw fault('import.empty')
  if (length > columnLimit) throw fault('import.columns', { count: Math.max(length, widest), max: columnLimit })
  return guess
}

/** Guesses anew around what the maker has settled; another sheet of a workbook takes the place of the one that was read. */
export async function guessAgain(
  actor: ImportActor,
  deps: ImportDeps,
  id: string,
  { sheet, ...settled }: SettledGuess,
): Promise<Import> {
  const row = await visibleImport(actor, id)
  if (sheet !== undefined && sheet !== row.sheet) return readSheetInstead(actor, deps, row, sheet)
  const file = await deps.files.fetch(tableOf(actor.environment.id, row))
  const { guess } = await guessFile(file, naming(actor), { ...settled, ...settledBy(row.format) })
  if (!(await updateImport(actor.database, actor.environment.schema, id, ['uploaded'], { guess })))
    throw fault('import.state')
  return readImport(actor, id)
}

async function readSheetInstead(
  actor: ImportActor,
  { files }: ImportDeps,
  row: ImportRow,
  sheet: number,
): Promise<Import> {
  if (row.state !== 'uploaded') throw fault('import.state')
  if (sheet >= row.sheets.length) refuseIf([{ code: 'validation.option', target: 'sheet' }])
  const { environment, database } = actor
  const book = await files.fetch(bookOf(fileOf(environment.id, row.id)))
  const table = tableOf(environment.id, { ...row, sheet })
  const other = `${files.path(table)}.${actor.newId()}.new`
  try {
    const leave = await queueForReading(environment.id)
    await makeTableOfSheet(book, sheet, other).finally(leave)
    const guess = tableIn(await guessFile(other, naming(actor), settledBy(row.format)), row.format)
    const kept = await sizeOf([book, other])
    await rename(other, files.path(table))
    await files.keep(table)
    if (!(await updateImport(database, environment.schema, row.id, ['uploaded'], { guess, sheet, kept })))
      throw fault('import.state')
  } finally {
    await rm(other, { force: true })
  }
  await files.remove([tableOf(environment.id, row)])
  return readImport(actor, row.id)
}

/** What is known of a table that was made of another file. The names of JSON are always its header. */
function settledBy(format: ImportFormat): Settled & { readonly encoding?: Encoding } {
  if (format === 'csv') return {}
  return { encoding: 'utf-8', delimiter: ',', ...(format === 'jsonl' && { header: true }) }
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const found = await Promise.all(files.map((file) => stat(file)))
  return found.reduce((sum, { size }) => sum + size, 0)
}

function naming(actor: ImportActor) {
  const translate = translateFor(actor.locale)
  return {
    reserved: (uri: string) => reservedAttributeUris.has(uri),
    unnamed: (position: number | string) => translate('imports.column.unnamed', { position }),
  }
}

const longestLabel = 100

/** The name of the file as a label: its last part, without control characters. One that is too long to be shown says so, and keeps its ending. */
export function fileLabel(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = [...last.replaceAll(/\p{C}/gu, '').trim()]
  if (clean.length === 0) return 'file.csv'
  if (clean.length <= longestLabel) return clean.join('')
  const [ending = ''] = /\.[a-z0-9]{1,10}$/i.exec(clean.join('')) ?? []
  return `${clean
    .slice(0, longestLabel - 1 - ending.length)
    .join('')
    .trimEnd()}…${ending}`
}
