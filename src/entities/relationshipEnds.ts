import { attributeOf, type Attribute } from '#attributes/attribute.ts'
import { neutralProperties } from '#attributes/properties.ts'
import { dropAttribute, dropEntity, putAttribute, putEntity } from '#entities/edit.ts'
import { entityOf, type EntityDefinition } from '#entities/entity.ts'
import { attributeById, withAttributes, type Model } from '#entities/model.ts'
import { linkUris, relationshipOf, type Relationship, type RelationshipPatch } from '#entities/relationship.ts'

/** A relationship with its dependent definitions: its attributes, and the link entity. */
export type RelationshipEnd = {
  readonly relationship: Relationship
  readonly attributes: readonly Attribute[]
  readonly link: Omit<EntityDefinition, 'fields'> | null
}

/** The ids of an N:N relationship's link entity and its two lookups. */
export type LinkIds = readonly [entity: string, source: string, target: string]

/** The model with a relationship added or replaced. */
export function putRelationship(model: Model, relationship: Relationship): Model {
  return { ...model, relationships: new Map(model.relationships).set(relationship.id, relationship) }
}

/**
 * The model with an attribute added that may be the end of a relationship. The first end also adds the relationship and
 * its link entity.
 */
export function withEnd(
  model: Model,
  attribute: Attribute,
  link: LinkIds | undefined,
  changeId: string,
  said: RelationshipPatch = {},
): Model {
  const after = putAttribute(model, attribute)
  const { type, relationship_id: id, entity_id } = attribute
  if ((type !== 'N:1' && type !== 'N:N') || id === null || model.relationships.has(id)) return after
  const place = { id, link: type === 'N:N' ? (link?.[0] ?? null) : null, change_id: changeId }
  const joined = putRelationship(after, relationshipOf(attribute, place, said))
  const from = after.entities.get(entity_id)
  if (type === 'N:1' || !link || !from) return joined
  return putEntity(joined, linkEntityOf(attribute, from, link, { relationship: id, change_id: changeId }))
}

/** The model with relationships added for lookups that have none. */
export function withRelationships(model: Model, attributes: readonly Attribute[], changeId: string): Model {
  return attributes.reduce((after, attribute) => {
    const { type, relationship_id: id } = attribute
    if (type !== 'N:1' || id === null || after.relationships.has(id)) return after
    return putRelationship(after, relationshipOf(attribute, { id, link: null, change_id: changeId }))
  }, model)
}

/** A lookup older than relationships gets the id of its future relationship. */
export function withRelationshipId(attribute: Attribute, newId: () => string): Attribute {
  if (attribute.type !== 'N:1') return attribute
  return { ...neutralProperties, ...attribute, relationship_id: attribute.relationship_id ?? newId() }
}

/** The relationship of an attribute that is one of its ends. */
export function relationshipOfAttribute(model: Model, { relationship_id: id }: Attribute): Relationship | undefined {
  return id === null ? undefined : model.relationships.get(id)
}

/** The attribute at the other end of a relationship, if any. */
export function inverseOf(model: Model, { id, to_entity, attribute_id }: Relationship): Attribute | undefined {
  const others = model.entities.get(to_entity)?.attributes ?? []
  return others.find((attribute) => attribute.relationship_id === id && attribute.id !== attribute_id)
}

/** A relationship with its current ends. */
export function heldBy(model: Model, relationship: Relationship): RelationshipEnd {
  const own = attributeById(model, relationship.attribute_id)?.attribute
  const link = model.entities.get(relationship.link_entity ?? '')
  return {
    relationship,
    attributes: [own, inverseOf(model, relationship)].filter((each) => each !== undefined),
    link: link ? withoutFields(link) : null,
  }
}

/** The model without a relationship and its ends; their columns are kept for an undo. */
export function dropRelationship(model: Model, relationship: Relationship): Model {
  const { attributes, link } = heldBy(model, relationship)
  const relationships = new Map(model.relationships)
  relationships.delete(relationship.id)
  const without = attributes.reduce(dropAttribute, { ...model, relationships })
  return link ? dropEntity(without, link.id) : without
}

/** The model with a relationship and its ends restored, each with its version incremented. */
export function withRelationship(
  model: Model,
  { relationship, attributes, link }: RelationshipEnd,
  changeId: string,
): Model {
  const anew = <Thing extends { readonly version: number }>(thing: Thing) => ({
    ...thing,
    version: thing.version + 1,
    change_id: changeId,
  })
  const withEnds = attributes.map(anew).reduce(putAttribute, putRelationship(model, anew(relationship)))
  if (!link) return withEnds
  const { attributes: lookups, ...entity } = link
  return putEntity(withEnds, withAttributes(anew(entity), lookups.map(anew)))
}

/** The link entity of an N:N relationship; its uri contains an underscore, unlike makers' uris. */
export function linkEntityOf(
  attribute: Attribute,
  from: { readonly uri: string; readonly name: string },
  ids: LinkIds,
  place: { readonly relationship: string; readonly change_id: string },
): EntityDefinition {
  const [id, source, target] = ids
  const { change_id } = place
  const name = attribute.name
  const entity = entityOf(
    {
      name,
      collectionname: name,
      uri: linkUri(from, attribute),
      managed: true,
      searchable: false,
      link_of: place.relationship,
    },
    { id, change_id },
  )
  const lookup = (end: 'from' | 'to', lookupId: string, related: string | null): Attribute =>
    attributeOf(
      {
        name: end === 'from' ? from.name : name,
        uri: linkUris[end],
        type: 'N:1',
        required: true,
        managed: true,
        related_entity: related,
      },
      { id: lookupId, entity_id: id, change_id, position: end === 'from' ? 1 : 2 },
    )
  return withAttributes(entity, [
    lookup('from', source, attribute.entity_id),
    lookup('to', target, attribute.related_entity),
  ])
}

export function linkUri(from: { readonly uri: string }, attribute: { readonly uri: string }): string {
  return `${from.uri}_${attribute.uri}`
}

function withoutFields({ fields: _fields, ...definition }: EntityDefinition): Omit<EntityDefinition, 'fields'> {
  return definition
}
