import type { Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { linkedRecord, fieldValue, type RecordRow } from '#records/wire.ts'

/**
 * New value of a cell. `linked` is the linked record of a lookup with its name. `isTyped`: raw text that has not been
 * parsed yet.
 */
export type CellValue = {
  readonly value: WireValue
  readonly linked?: { readonly id: string; readonly label: string }
  readonly isTyped?: true
}

export type CellValues = Readonly<Record<string, CellValue>>

/** The current value of a record's cell, with the name of the linked record. */
export function cellOf(row: RecordRow, field: Field): CellValue {
  const value = fieldValue(row, field)
  const linked = linkedRecord(row, field)
  return linked && value !== null ? { value, linked: { id: linked.id, label: linked.name ?? linked.id } } : { value }
}
