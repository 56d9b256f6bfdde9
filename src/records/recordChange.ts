import { columnOf, type Field } from '#attributes/attribute.ts'
import { isSameValue } from '#attributes/valueEquality.ts'
import { cellOf, type CellValues } from '#records/cell.ts'
import { fieldValue, type RecordRow } from '#records/wire.ts'

/** What a save did to a record: how it left it, and what the changed cells held before. */
export type RecordChange = { readonly left: RecordRow; readonly before: CellValues }

/** What a save changed in some columns; undefined where all of them were so already. */
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

/** Whether the changed cells of a record still hold what the change left in them, as far as `now` is known. */
export function isAsLeft({ left, before }: RecordChange, now: RecordRow, fields: readonly Field[]): boolean {
  return fields.every(
    (field) => !(columnOf(field) in before) || isSameValue(fieldValue(now, field), fieldValue(left, field)),
  )
}

/** How many cells some changes concern. */
export function cellCount(changes: readonly RecordChange[]): number {
  return changes.reduce((sum, { before }) => sum + Object.keys(before).length, 0)
}
