import { isReadable, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { EntityDefinition } from '#entities/entity.ts'

/**
 * The fields whose texts searches look through (product ruling 2.4): searchable ones that queries may use. What nobody
 * may read, and what is computed when it is read, is none of them.
 */
export function searchFields(entity: Pick<EntityDefinition, 'fields'>): readonly Field[] {
  return entity.fields.filter(isSearched)
}

export function isSearched(field: Field): boolean {
  return field.searchable && field.queryable && isReadable(field) && listMetadata[field.type].edm === 'Edm.String'
}
