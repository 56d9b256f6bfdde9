import type { Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { linkedRecord, fieldValue, type RecordRow } from '#records/wire.ts'

/** What a cell is set to; `linked` is the name of what a lookup then links to. `isTyped`: a text that nobody has read yet. */
export type CellValue = {
  readonly value: WireValue
  readonly linked?: { readonly id: string; readonly label: string }
  readonly isTyped?: true
}

export type CellValues = Readonly<Record<string, CellValue>>

/** What a cell of a record holds, with the name of what it links to. */
export function cellOf(row: RecordRow, field: Field): CellValue {
  const value = fieldValue(row, field)
  const linked = linkedRecord(row, field)
  return linked && value !== null ? { value, linked: { id: linked.id, label: linked.name ?? linked.id } } : { value }
}
