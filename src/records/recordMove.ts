import type { RecordRow } from '#records/wire.ts'

/** A record that was moved on this page. */
export type MovedRecord = {
  /** As it is now, or is on its way to be. */
  readonly row: RecordRow
  /** As the lists have it that were asked for before. */
  readonly origin: RecordRow
  /** Saved, and the lists have been asked for anew since. */
  readonly isSettled: boolean
}
export type MovedRecords = ReadonlyMap<string, MovedRecord>

/**
 * The loaded records of a place with those that were moved: what left is no longer there, what came stands first until the
 * place is loaded with it. What others have saved since a move is newer than it.
 */
export function withMoved(
  loaded: readonly RecordRow[],
  moved: MovedRecords,
  belongs: (row: RecordRow) => boolean,
): readonly RecordRow[] {
  const isLoaded = new Set(loaded.map(({ id }) => id))
  const came = [...moved.values()].map(({ row }) => row).filter((row) => !isLoaded.has(row.id))
  return [...came, ...loaded.map((row) => newest(row, moved.get(row.id)))].filter(belongs)
}

/** How many more records a place has by moves that its count does not know of yet. */
export function movedBy(moved: MovedRecords, belongs: (row: RecordRow) => boolean): number {
  return [...moved.values()].reduce(
    (sum, { row, origin, isSettled }) => (isSettled ? sum : sum + Number(belongs(row)) - Number(belongs(origin))),
    0,
  )
}

function newest(row: RecordRow, moved: MovedRecord | undefined): RecordRow {
  if (!moved) return row
  return moved.isSettled && Number(moved.row['version']) < Number(row['version']) ? row : moved.row
}
