import type { WireValue } from '#attributes/type.ts'
import { columnOf, isLink, type Field } from '#attributes/attribute.ts'

/** What a lookup brings of the record it links to, where it was asked for and may be read. */
export type Linked = { readonly id: string; readonly name: string | null }

/** A record as our screens ask for it: numbers are texts, lookups bring names. */
export type RecordRow = {
  readonly id: string
  readonly '@odata.etag': string
  readonly [name: string]: WireValue | Linked | undefined
}

/** A record that a lookup may link to, and by what it was found where that is not its name. */
export type Candidate = { readonly id: string; readonly name: string | null; readonly place?: string }

/** The value of a field in a record. */
export function fieldValue(row: RecordRow, field: Field): WireValue {
  const value = row[columnOf(field)]
  if (value === undefined || isLinked(value)) return null
  return value
}

/** What a lookup of a record links to; null where it may not be read, undefined where it was not asked for. */
export function linkedRecord(row: RecordRow, field: Field): Linked | null | undefined {
  if (!isLink(field)) return undefined
  const linked = row[field.uri]
  return linked === null || isLinked(linked) ? linked : undefined
}

function isLinked(value: RecordRow[string]): value is Linked {
  return typeof value === 'object' && value !== null && 'id' in value
}

/** The plain values of a record by column, without what lookups brought. */
export function fieldValues(row: RecordRow, fields: readonly Field[]): Record<string, WireValue> {
  return Object.fromEntries(fields.map((field) => [columnOf(field), fieldValue(row, field)]))
}

/** The name that people know a record by. */
export function recordName(row: RecordRow, otherwise: string): string {
  return typeof row.name === 'string' && row.name !== '' ? row.name : otherwise
}
