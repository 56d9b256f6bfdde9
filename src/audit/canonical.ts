/**
 * One text for a list of fields, such that no two lists have the same: each field follows its own length, so that no
 * value, whatever is in it, can pass for the end of one field and the beginning of the next. No value at all is `-`.
 */
export function canonicalText(fields: readonly (string | null)[]): string {
  return fields.map((field) => (field === null ? '-' : `${field.length}:${field}`)).join('')
}
