import { columnOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'

/** The address of the page that makes a record which has a value of a field already; none is as if nothing was said. */
export function newRecordAddress(
  { envid, entityId }: { readonly envid: string; readonly entityId: string },
  field: Field,
  value: string | boolean | null,
): string {
  const page = `/${envid}/entity/${entityId}/create`
  if (value === null) return page
  return `${page}?${columnOf(field)}=${encodeURIComponent(listMetadata[field.type].toText(value, field))}`
}
