import { columnOf, type Attribute } from '#attributes/attribute.ts'
import { readDataQuery } from '#attributes/dataQueryText.ts'
import {
  noDifference,
  type CascadeDescriptor,
  type Difference,
  type Reference,
  type ReferenceUse,
} from '#changes/definition.ts'
import { attributePlace } from '#entities/descriptors/definitionPlaces.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { principalTarget } from '#entities/system.ts'
import { memoize, memoizePair } from '#platform/memoize.ts'

/** Attributes, with all references except those of their expressions. */
export const attributeDescriptor: CascadeDescriptor<Model, Attribute> = {
  kind: 'attribute',
  of: allAttributes,
  find: (model, id) => attributeById(model, id)?.attribute,
  idOf: ({ id }) => id,
  nameOf: nameOfAttribute,
  references(model, attribute) {
    const entity = model.entities.get(attribute.entity_id)
    return entity ? referencesOf(entity, attribute) : []
  },
  difference: (before, after) => differingAttributes(before, after),
  referring: (model, ids) => [...model.entities.values()].flatMap((entity) => referringIn(entity, ids)),
  removal(model, { id, name, entity_id }) {
    const entity = model.entities.get(entity_id)
    const links = model.relationships.get(entity?.link_of ?? '')
    // The lookups of a link entity are deleted with their relationship.
    if (links) {
      const operation = { kind: 'relationship.delete', id: links.id }
      return { id: links.id, kind: 'relationship', name: links.name, entity: null, operation }
    }
    const operation = { kind: 'attribute.delete', id }
    return entity && { id, kind: 'attribute', name, entity: entity.name, operation }
  },
  place: (_model, attribute) => attributePlace(attribute),
}

/** The display name of an attribute in refusals; a lookup of links is shown as its relationship. */
export function nameOfAttribute(model: Model, { entity_id, name }: Attribute): string {
  const entity = model.entities.get(entity_id)
  return model.relationships.get(entity?.link_of ?? '')?.name ?? `${entity?.name ?? ''}.${name}`
}

export function* allAttributes({ entities }: Model): Iterable<Attribute> {
  for (const { attributes } of entities.values()) yield* attributes
}

/** The differing attributes of two models; only differing entities are compared. */
export const differingAttributes = memoizePair((before: Model, after: Model): Difference<Attribute> => {
  if (before.entities === after.entities) return noDifference
  const made: Attribute[] = []
  const gone: Attribute[] = []
  const changed: { before: Attribute; after: Attribute }[] = []
  for (const entity of after.entities.values()) {
    const former = before.entities.get(entity.id)
    if (former === entity) continue
    const were = new Map(former?.attributes.map((attribute) => [attribute.id, attribute]))
    for (const attribute of entity.attributes) {
      const was = were.get(attribute.id)
      if (!was) made.push(attribute)
      else if (was !== attribute) changed.push({ before: was, after: attribute })
      were.delete(attribute.id)
    }
    gone.push(...were.values())
  }
  for (const { id, attributes } of before.entities.values()) if (!after.entities.has(id)) gone.push(...attributes)
  return { made, gone, changed }
})

const attributesByNamed = memoize((entity: EntityDefinition): ReadonlyMap<string, readonly Attribute[]> => {
  const pairs = entity.attributes.flatMap((attribute) =>
    referencesOf(entity, attribute).map(({ id }) => ({ id, attribute })),
  )
  return new Map(
    [...Map.groupBy(pairs, ({ id }) => id)].map(([id, found]) => [id, found.map(({ attribute }) => attribute)]),
  )
})

function referringIn(entity: EntityDefinition, ids: ReadonlySet<string>): readonly Attribute[] {
  const named = attributesByNamed(entity)
  return [...ids].flatMap((id) => named.get(id) ?? [])
}

function referencesOf(entity: EntityDefinition, attribute: Attribute): readonly Reference[] {
  const { id, type, entity_id, related_entity, related_view, relationship_id, parent_attribute, validators } = attribute
  // A reference to an attribute of the same entity prevents its deletion, because the referrer would need a new
  // definition.
  const neighbour = (use: ReferenceUse, named: string | null | undefined): Reference[] =>
    named && named !== id ? [{ kind: 'attribute', id: named, use, bond: 'restrict' }] : []
  const references: Reference[] = [
    { kind: 'entity', id: entity_id, use: 'table', bond: 'part' },
    ...validators.flatMap((each) => neighbour('check', each.attribute)),
    ...neighbour('choice', parent_attribute),
    ...placeholdersIn(entity, attribute).flatMap((named) => neighbour('query', named)),
  ]
  if (related_entity !== null && related_entity !== principalTarget) {
    // The other ends of a relationship follow its lookup.
    const bond = type === 'N:1' ? 'dependent' : 'implied'
    references.push({ kind: 'entity', id: related_entity, use: 'target', bond })
  }
  if (relationship_id !== null)
    references.push({ kind: 'relationship', id: relationship_id, use: 'relationship', bond: 'part' })
  if (related_view !== null) {
    const place = { property: 'related_view', within: related_entity } as const
    references.push({ kind: 'view', id: related_view, use: 'candidates', bond: 'restrict', ...place })
  }
  return references
}

/** The attributes whose values a data query inserts into its text. */
function placeholdersIn({ attributes }: EntityDefinition, { query }: Attribute): readonly string[] {
  const columns = new Set(query === null ? [] : readDataQuery(query.text)?.placeholders)
  if (columns.size === 0) return []
  return attributes.filter((each) => columns.has(columnOf(each))).map(({ id }) => id)
}
