import { columnOf, type Field } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { isInForms } from '#attributes/web/controls.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { RecordPatch } from '#records/web/recordChanges.client.ts'

/** The fields that a form shows to be filled in: the name, the maker's, and the status. */
export function formFields(table: RecordsTable): readonly Field[] {
  const shown = table.entity.fields.filter(
    (field) => (!('label' in field) || field.uri === 'name') && isInForms(attributeTypes[field.type].control),
  )
  return [
    ...shown,
    ...table.entity.fields.filter((field) => 'label' in field && (field.uri === 'status' || field.uri === 'owner')),
  ]
}

/** The fields of a new record's form: who creates a record owns it, and its name may be computed. */
export function createFields(table: RecordsTable): readonly Field[] {
  return formFields(table).filter((field) => columnOf(field) !== 'owner_id' && !('label' in field && field.readonly))
}

/** What a new record starts with, as the server would fill it in. */
export function defaultValues(fields: readonly Field[]): RecordPatch {
  return Object.fromEntries(
    fields.map((field) => [
      columnOf(field),
      field.default === null ? null : typeof field.default === 'number' ? String(field.default) : field.default,
    ]),
  )
}
