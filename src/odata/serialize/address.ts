import type { EntitySet, Property } from '#odata/model.ts'

/** The address of a row below the service root: `invoices(5)`, `codes('a%2Fb')`. */
export function rowAddress(set: EntitySet, key: string): string {
  return `${set.name}(${keyText(set.properties.get(set.key), key)})`
}

function keyText(property: Property | undefined, key: string): string {
  return property?.type === 'Edm.String' ? `'${encodeURIComponent(key.replaceAll("'", "''"))}'` : key
}
