import { columnOf, type Field } from '#attributes/attribute.ts'
import { isSameValue } from '#attributes/sameValue.ts'
import type { WireValue } from '#attributes/type.ts'
import { linkedOf, valueOf, type RecordRow } from '#records/wire.ts'

/** What a cell is set to; `linked` is the name of what a lookup then links to. */
export type CellValue = { readonly value: WireValue; readonly linked?: { readonly id: string; readonly label: string } }

export type CellValues = Readonly<Record<string, CellValue>>

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
    (field) => columns.includes(columnOf(field)) && !isSameValue(valueOf(before, field), valueOf(left, field)),
  )
  if (changed.length === 0) return undefined
  return { left, before: Object.fromEntries(changed.map((field) => [columnOf(field), cellOf(before, field)])) }
}

/** Whether the changed cells of a record still hold what the change left in them, as far as `now` is known. */
export function isAsLeft({ left, before }: RecordChange, now: RecordRow, fields: readonly Field[]): boolean {
  return fields.every((field) => !(columnOf(field) in before) || isSameValue(valueOf(now, field), valueOf(left, field)))
}

/** How many cells some changes concern. */
export function cellCount(changes: readonly RecordChange[]): number {
  return changes.reduce((sum, { before }) => sum + Object.keys(before).length, 0)
}

/** What a cell of a record holds, with the name of what it links to. */
export function cellOf(row: RecordRow, field: Field): CellValue {
  const value = valueOf(row, field)
  const linked = linkedOf(row, field)
  return linked && value !== null ? { value, linked: { id: linked.id, label: linked.name ?? linked.id } } : { value }
}
