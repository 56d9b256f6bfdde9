import { columnOf, type Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { lookupsTo, type Model } from '#entities/model.ts'
import type { Collection } from '#odata/model.ts'

/**
 * The records that point to a record of the entity (1:N), one collection for each lookup. The oldest lookup of an entity
 * gives it the name of that entity, further ones `<entity>_<lookup>`, and so does one whose plain name is taken: makers'
 * uris hold no underscore. A lookup that is added later changes no name (decision 9).
 */
export function collectionsOf(model: Model, entity: EntityDefinition): Collection[] {
  const taken = new Set(entity.fields.flatMap((field) => [field.uri, columnOf(field)]))
  return lookupsTo(model, entity.id)
    .toSorted((one, other) => (one.attribute.id < other.attribute.id ? -1 : 1))
    .map((lookup) => {
      const name = namesOf(lookup).find((candidate) => !taken.has(candidate)) ?? lookup.attribute.id
      taken.add(name)
      return { name, target: lookup.entity.uri, via: columnOf(lookup.attribute) }
    })
}

function namesOf({ entity, attribute }: { entity: EntityDefinition; attribute: Attribute }): string[] {
  const long = `${entity.uri}_${attribute.uri}`
  return [entity.uri, long, `${long}_of`]
}
