import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { searchedFields } from '#entities/searched.ts'
import { folded } from '#platform/folded.ts'
import { ident } from '#platform/sql.ts'
import type { TableIndex } from '#tables/indexes.ts'
import { indexName } from '#tables/step.ts'

/** A smaller table is read through faster than its indexes are worth at each write. */
export const searchedFrom = 10_000

/**
 * The indexes by which searches for parts of texts find their rows: trigrams of each searchable text, in small letters.
 * `opclass` is the qualified operator class of pg_trgm.
 */
export function searchIndexesOf(entity: EntityDefinition, opclass: string): TableIndex[] {
  return searchedFields(entity).map((field) => ({
    name: 'label' in field ? indexName(entity.id, `search_${field.uri}`) : indexName(field.id, 'search'),
    table: entity.uri,
    on: `using gin ((${folded(ident(columnOf(field)))}) ${opclass})`,
  }))
}
