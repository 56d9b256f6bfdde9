import type { Attribute } from '#attributes/attribute.ts'
import type { DefinitionPlace } from '#changes/definition.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'

export function attributePlace({ id, name, entity_id }: Attribute): DefinitionPlace {
  return { name, entityId: entity_id, path: attributePath(entity_id, id) }
}

export function entityPlace({ id, name }: EntityDefinition): DefinitionPlace {
  return { name, entityId: id, path: `/entity/${id}/settings` }
}

/** A relationship's screen is an attribute's: its own attribute or the end at the other entity. */
export function relationshipPlace(model: Model, relationship: Relationship, fromEntityId: string): DefinitionPlace {
  const { id, name, from_entity, to_entity } = relationship
  const other = model.entities.get(from_entity === fromEntityId ? to_entity : from_entity)
  const end = other?.attributes.find((each) => each.relationship_id === id && each.entity_id !== fromEntityId)
  const path = other && end ? attributePath(other.id, end.id) : '/entity?view=diagram'
  return { name, entityId: other?.id ?? null, path }
}

function attributePath(entityId: string, attributeId: string): string {
  return `/entity/${entityId}/attribute?attribute=${attributeId}`
}
