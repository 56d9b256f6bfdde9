import { columnOf, type Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { linkUris } from '#entities/relationship.ts'
import type { Collection } from '#odata/model.ts'

/**
 * The 1:N collections of an entity, one per lookup that points to the entity. The oldest lookup of an entity gives its
 * collection the name of that entity; further lookups, and lookups whose plain name is taken, get `<entity>_<lookup>`
 * (makers' uris contain no underscore). Adding a lookup renames no collection (decision 9). A collection whose other
 * end the maker named has that name, and reserves its automatic name.
 */
export function collectionsOf(
  entity: EntityDefinition,
  lookups: readonly Lookup[],
  inverses: ReadonlyMap<string, string> = new Map(),
): Collection[] {
  const taken = new Set(entity.fields.flatMap((field) => [field.uri, columnOf(field)]))
  return lookups
    .toSorted((one, other) => (one.attribute.id < other.attribute.id ? -1 : 1))
    .map((lookup) => {
      const name = namesOf(lookup).find((candidate) => !taken.has(candidate)) ?? lookup.attribute.id
      taken.add(name)
      const named = inverses.get(lookup.attribute.relationship_id ?? '')
      return { name: named ?? name, target: lookup.entity.uri, via: columnOf(lookup.attribute) }
    })
}

/** Names that makers gave to the 1:N ends of lookups, by relationship. */
export function inversesOf({ attributes }: EntityDefinition): ReadonlyMap<string, string> {
  const inverses = attributes.filter(({ type }) => type === '1:N')
  return new Map(inverses.map(({ relationship_id, uri }) => [relationship_id ?? '', uri]))
}

/** The N:N collections of an entity, one per end of a relationship on this entity. */
export function linkedCollections(entity: EntityDefinition, model: Model): Collection[] {
  return entity.attributes.flatMap((attribute) => {
    const relationship = attribute.type === 'N:N' ? model.relationships.get(attribute.relationship_id ?? '') : undefined
    const links = model.entities.get(relationship?.link_entity ?? '')
    const target = model.entities.get(attribute.related_entity ?? '')
    if (!relationship || !links || !target) return []
    const isFirst = relationship.attribute_id === attribute.id
    const [own, theirs] = isFirst ? [linkUris.from, linkUris.to] : [linkUris.to, linkUris.from]
    const through = { set: links.uri, own: `${own}_id`, theirs: `${theirs}_id` }
    return [{ name: attribute.uri, target: target.uri, via: 'id', through }]
  })
}

/** A lookup with its own entity. */
export type Lookup = { readonly entity: EntityDefinition; readonly attribute: Attribute }

/** The lookups of all entities, by the id of the target entity. */
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
