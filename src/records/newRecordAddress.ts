import { columnOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'

/** The path of the create page with one field prefilled; null prefills nothing. */
export function newRecordAddress(
  { envid, entityId }: { readonly envid: string; readonly entityId: string },
  field: Field,
  value: string | boolean | null,
): string {
  const page = `/${envid}/entity/${entityId}/create`
  if (value === null) return page
  return `${page}?${columnOf(field)}=${encodeURIComponent(listMetadata[field.type].toText(value, field))}`
}
