import type { RecordRow } from '#records/wire.ts'

/** A record that was moved on this page. */
export type MovedRecord = {
  /** The record after the move, saved or being saved. */
  readonly row: RecordRow
  /** The record as in the lists loaded before the move. */
  readonly origin: RecordRow
  /** The move is saved and the lists have been reloaded since. */
  readonly isSettled: boolean
}
export type MovedRecords = ReadonlyMap<string, MovedRecord>

/**
 * The loaded records of a lane or day, adjusted by moves: records that left are removed, arrivals stand first until the
 * list is reloaded. Newer saves by others win over a move.
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

/** Difference to a loaded count caused by moves that the count does not include yet. */
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
