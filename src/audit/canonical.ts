/**
 * An unambiguous text of a list of fields: each field follows its own length, so that no field value can pass for the
 * end of one field and the beginning of the next. A missing value is `-`.
 */
export function canonicalText(fields: readonly (string | null)[]): string {
  return fields.map((field) => (field === null ? '-' : `${field.length}:${field}`)).join('')
}
