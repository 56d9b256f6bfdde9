import { columnOf, isLink, type Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import type { Option } from '#design/web/choice/Select.tsx'
import { api } from '#platform/web/http.ts'
import { exact, setAddress, type RecordsTable } from '#records/web/records.client.ts'
import type { Linked, RecordRow } from '#records/wire.ts'

export type RecordPatch = Readonly<Record<string, WireValue>>

/** Creates a record. The same key makes a repeated call happen once. */
export function createRecord(table: RecordsTable, values: RecordPatch, idempotencyKey: string): Promise<RecordRow> {
  return api.post<RecordRow>(setAddress(table), values, { headers: exact, idempotencyKey })
}

/** Changes fields of a record, made on the version of `etag`. */
export function patchRecord(table: RecordsTable, id: string, values: RecordPatch, etag: string): Promise<RecordRow> {
  return api.patch<RecordRow>(`${setAddress(table)}(${id})`, values, { headers: exact, etag })
}

/** Moves a record to the trash. */
export function deleteRecord(table: RecordsTable, id: string, etag?: string): Promise<void> {
  return api.remove(`${setAddress(table)}(${id})`, { headers: exact, ...(etag ? { etag } : {}) })
}

/** The answer of a write, with the names of lookups that are known already. */
export function withNames(
  answer: RecordRow,
  before: RecordRow,
  fields: readonly Field[],
  linked: LinkedNames,
): RecordRow {
  const named: Record<string, WireValue | Linked | undefined> = { ...answer }
  for (const field of fields) {
    if (!isLink(field)) continue
    const column = columnOf(field)
    const id = answer[column]
    const told = linked[column]
    if (told && told.id === id) named[field.uri] = { id: told.id, name: told.label }
    else if (before[column] === id) named[field.uri] = before[field.uri]
  }
  return named as RecordRow
}

/** What lookups were set to, by column, as it was chosen. */
export type LinkedNames = Readonly<Record<string, Option | undefined>>
