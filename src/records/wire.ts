import type { WireValue } from '#attributes/type.ts'
import { columnOf, isLink, type Field } from '#attributes/attribute.ts'

/** The linked record of a lookup, as expanded in an answer and readable by the member. */
export type Linked = { readonly id: string; readonly name: string | null }

/** A record in the wire form of the web client: numbers are texts, lookups are expanded with names. */
export type RecordRow = {
  readonly id: string
  readonly '@odata.etag': string
  readonly [name: string]: WireValue | Linked | undefined
}

/**
 * A record that a lookup may link to; `place` is the matched text where the search matched another text than the name.
 */
export type Candidate = { readonly id: string; readonly name: string | null; readonly place?: string }

/** The value of a field in a record. */
export function fieldValue(row: RecordRow, field: Field): WireValue {
  const value = row[columnOf(field)]
  if (value === undefined || isLinked(value)) return null
  return value
}

/** The linked record of a lookup; null where unset or not readable, undefined where not expanded. */
export function linkedRecord(row: RecordRow, field: Field): Linked | null | undefined {
  if (!isLink(field)) return undefined
  const linked = row[field.uri]
  return linked === null || isLinked(linked) ? linked : undefined
}

function isLinked(value: RecordRow[string]): value is Linked {
  return typeof value === 'object' && value !== null && 'id' in value
}

/** The plain values of a record by column, without expanded lookups. */
export function fieldValues(row: RecordRow, fields: readonly Field[]): Record<string, WireValue> {
  return Object.fromEntries(fields.map((field) => [columnOf(field), fieldValue(row, field)]))
}

/** The display name of a record. */
export function recordName(row: RecordRow, otherwise: string): string {
  return typeof row.name === 'string' && row.name !== '' ? row.name : otherwise
}
