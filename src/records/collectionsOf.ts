import { columnOf, type Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Collection } from '#odata/model.ts'

/**
 * The records that point to a record of the entity (1:N), one collection for each of the lookups to it. The oldest lookup of an entity
 * gives it the name of that entity, further ones `<entity>_<lookup>`, and so does one whose plain name is taken: makers'
 * uris hold no underscore. A lookup that is added later changes no name (decision 9).
 */
export function collectionsOf(entity: EntityDefinition, lookups: readonly Lookup[]): Collection[] {
  const taken = new Set(entity.fields.flatMap((field) => [field.uri, columnOf(field)]))
  return lookups
    .toSorted((one, other) => (one.attribute.id < other.attribute.id ? -1 : 1))
    .map((lookup) => {
      const name = namesOf(lookup).find((candidate) => !taken.has(candidate)) ?? lookup.attribute.id
      taken.add(name)
      return { name, target: lookup.entity.uri, via: columnOf(lookup.attribute) }
    })
}

/** A lookup with the entity that it belongs to. */
export type Lookup = { readonly entity: EntityDefinition; readonly attribute: Attribute }

/** The lookups of all entities by the id of the entity that they point to. */
export function lookupsByTarget(entities: readonly EntityDefinition[]): ReadonlyMap<string | null, readonly Lookup[]> {
  const lookups = entities.flatMap((entity) =>
    entity.attributes.filter(({ type }) => type === 'N:1').map((attribute) => ({ entity, attribute })),
  )
  return Map.groupBy(lookups, ({ attribute }) => attribute.related_entity)
}

function namesOf({ entity, attribute }: Lookup): string[] {
  const long = `${entity.uri}_${attribute.uri}`
  return [entity.uri, long, `${long}_of`]
}
