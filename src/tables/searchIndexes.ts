import { columnOf, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { searchFields } from '#entities/searchFields.ts'
import { folded } from '#platform/caseFolding.ts'
import { ident } from '#platform/sql.ts'
import { digitsText } from '#platform/telephone.ts'
import type { TableIndex } from '#tables/indexes.ts'
import { indexName } from '#tables/step.ts'

/** A smaller table is read through faster than its indexes are worth at each write. */
export const searchedFrom = 10_000

/**
 * The indexes by which searches for parts of texts find their rows: trigrams of each searchable text, in small letters, and of
 * the digits of telephone numbers.
 * `opclass` is the qualified operator class of pg_trgm.
 */
export function searchIndexesOf(entity: EntityDefinition, opclass: string): TableIndex[] {
  return searchFields(entity).map((field) => {
    const column = ident(columnOf(field))
    const texts =
      listMetadata[field.type].words === 'telephone' ? [folded(column), digitsText(column)] : [folded(column)]
    return {
      name: nameOf(entity, field),
      table: entity.uri,
      on: `using gin (${texts.map((text) => `(${text}) ${opclass}`).join(', ')})`,
    }
  })
}

// What an attribute of another type left behind is not taken for the index of telephone numbers.
function nameOf(entity: EntityDefinition, field: Field): string {
  if ('label' in field) return indexName(entity.id, `search_${field.uri}`)
  return indexName(field.id, listMetadata[field.type].words === 'telephone' ? 'search_digits' : 'search')
}
