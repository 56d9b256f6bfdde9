import type { WireValue } from '#attributes/type.ts'
import type { RowProblem, RowReader } from '#records/exchange/import/rowReader.ts'
import { refuseLongRow } from '#records/exchange/import/rowBounds.ts'
import type { FileSettings } from '#records/exchange/import/settings.ts'
import { createSplitter } from '#records/exchange/import/splitter.ts'
import { decodeFile } from '#records/exchange/server/import/file.ts'

/** Product ruling 6.15: one event for up to 5,000 rows. */
export const batchSize = 5000
/** Most characters of the file that a batch is made of, so that long rows make short batches. */
const batchLength = 16 * 1024 * 1024

/** Rows that hold so far, with their numbers in the file, and those that do not. */
export type Batch = {
  readonly numbers: number[]
  readonly rows: WireValue[][]
  /** The rows as they stand in the file. */
  readonly cells: (readonly string[])[]
  /** The records that the rows change; null for those that are new. */
  readonly own: (string | null)[]
  readonly rejected: RejectedCells[]
}
/** A row that does not hold, as it stands in the file. */
export type RejectedCells = RowProblem & { readonly row: number; readonly cells: readonly string[] }

/** Reads a file in batches; memory does not grow with it. `onBytes` hears how much was read. */
export async function* batchesOf(
  file: string,
  settings: FileSettings,
  reader: RowReader,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<Batch> {
  const ahead = settings.skip + (settings.header ? 1 : 0)
  let batch = emptyBatch()
  const full: Batch[] = []
  let undecodable = false
  let seen = 0
  let length = 0
  const endBatch = () => {
    full.push(batch)
    batch = emptyBatch()
    length = 0
  }
  const splitter = createSplitter(settings.delimiter, (cells, row) => {
    // `skip` counts lines of the file, and the header is the first row behind them.
    if (row <= settings.skip || seen++ < ahead - settings.skip) return
    const values = undecodable && cells.some(isUndecodable) ? undecodableRow(cells) : reader.read(cells)
    if (Array.isArray(values)) {
      batch.numbers.push(row)
      batch.rows.push(values)
      batch.cells.push(cells)
      batch.own.push(null)
    } else batch.rejected.push({ ...values, row, cells })
    if (batch.rows.length + batch.rejected.length >= batchSize) endBatch()
  })
  for await (const { text, bytes } of decodeFile(file, settings.encoding)) {
    // Reading goes cell by cell only where a character was lost.
    undecodable ||= text.includes('\uFFFD')
    splitter.push(text)
    refuseLongRow(splitter)
    length += text.length
    if (length > batchLength && batch.rows.length + batch.rejected.length > 0) endBatch()
    onBytes(bytes)
    yield* full.splice(0)
  }
  splitter.end()
  yield* full
  if (batch.rows.length + batch.rejected.length > 0) yield batch
}

/** Takes the rows at the given places out of a batch, with the problems that they turned out to have. */
export function rejectRows(batch: Batch, problems: ReadonlyMap<number, RowProblem>): Batch {
  if (problems.size === 0) return batch
  const rejected = [...batch.rejected]
  for (const [index, problem] of problems)
    rejected.push({ ...problem, row: batch.numbers[index] ?? 0, cells: batch.cells[index] ?? [] })
  return {
    numbers: batch.numbers.filter((_row, index) => !problems.has(index)),
    rows: batch.rows.filter((_row, index) => !problems.has(index)),
    cells: batch.cells.filter((_row, index) => !problems.has(index)),
    own: batch.own.filter((_row, index) => !problems.has(index)),
    rejected: rejected.toSorted((a, b) => a.row - b.row),
  }
}

function emptyBatch(): Batch {
  return { numbers: [], rows: [], cells: [], own: [], rejected: [] }
}

function isUndecodable(cell: string): boolean {
  return cell.includes('\uFFFD')
}

function undecodableRow(cells: readonly string[]): RowProblem {
  const column = cells.findIndex(isUndecodable)
  return { column, cell: cells[column] ?? null, problem: { code: 'import.undecodable' } }
}
