import { isReadable, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { EntityDefinition } from '#entities/entity.ts'

/**
 * The fields that searches include (product ruling 2.4): searchable and queryable ones. Unreadable and computed fields
 * are excluded.
 */
export function searchFields(entity: Pick<EntityDefinition, 'fields'>): readonly Field[] {
  return entity.fields.filter(isSearched)
}

export function isSearched(field: Field): boolean {
  return field.searchable && field.queryable && isReadable(field) && listMetadata[field.type].edm === 'Edm.String'
}
