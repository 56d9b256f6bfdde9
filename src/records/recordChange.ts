import { columnOf, type Field } from '#attributes/attribute.ts'
import { isSameValue } from '#attributes/valueEquality.ts'
import { cellOf, type CellValues } from '#records/cell.ts'
import { fieldValue, type RecordRow } from '#records/wire.ts'

/** Result of a save: the saved record, and the former values of the changed cells. */
export type RecordChange = { readonly left: RecordRow; readonly before: CellValues }

/** The change that a save made in some columns; undefined where no value differed. */
export function changeOf(
  before: RecordRow,
  left: RecordRow,
  columns: readonly string[],
  fields: readonly Field[],
): RecordChange | undefined {
  const changed = fields.filter(
    (field) => columns.includes(columnOf(field)) && !isSameValue(fieldValue(before, field), fieldValue(left, field)),
  )
  if (changed.length === 0) return undefined
  return { left, before: Object.fromEntries(changed.map((field) => [columnOf(field), cellOf(before, field)])) }
}

/** Whether the changed cells still hold the saved values in `now`. */
export function isAsLeft({ left, before }: RecordChange, now: RecordRow, fields: readonly Field[]): boolean {
  return fields.every(
    (field) => !(columnOf(field) in before) || isSameValue(fieldValue(now, field), fieldValue(left, field)),
  )
}

/** Number of cells in some changes. */
export function cellCount(changes: readonly RecordChange[]): number {
  return changes.reduce((sum, { before }) => sum + Object.keys(before).length, 0)
}
