import type { Attribute } from '#attributes/attribute.ts'
import type { Problem } from '#faults/fault.ts'
import type { Model } from '#entities/model.ts'
import { inverseOf, linkUri } from '#entities/relationshipEnds.ts'
import type { Relationship, RelationshipPatch } from '#entities/relationship.ts'

/** Problems of an attribute as an end of a new or existing relationship. */
export function endProblems(model: Model, attribute: Attribute): Problem[] {
  const { type, relationship_id: id } = attribute
  if (type !== 'N:1' && type !== '1:N' && type !== 'N:N') return []
  const known = model.relationships.get(id ?? '')
  if (type === 'N:1') return known ? [{ code: 'validation.taken', target: 'relationship_id' }] : []
  if (known) return inverseProblems(model, attribute, known)
  if (type === '1:N') return [{ code: 'validation.required', target: 'relationship_id' }]
  return manyProblems(model, attribute)
}

/** A new entity may include lookups; ends that need links or lookups elsewhere have to follow later. */
export function firstProblems(model: Model, attribute: Attribute): Problem[] {
  if (attribute.type === '1:N' || attribute.type === 'N:N')
    return [{ code: 'validation.required', target: 'relationship_id' }]
  return endProblems(model, attribute)
}

/** The other end must have the inverse cardinality, belong to the other entity, and be the only one. */
function inverseProblems(model: Model, attribute: Attribute, relationship: Relationship): Problem[] {
  const seen = relationship.cardinality === 'N:1' ? '1:N' : 'N:N'
  if (attribute.type !== seen || attribute.entity_id !== relationship.to_entity)
    return [{ code: 'validation.option', target: 'relationship_id' }]
  if (attribute.related_entity !== relationship.from_entity)
    return [{ code: 'validation.option', target: 'related_entity' }]
  return inverseOf(model, relationship) ? [{ code: 'validation.taken', target: 'relationship_id' }] : []
}

function manyProblems(model: Model, attribute: Attribute): Problem[] {
  const { related_entity: target } = attribute
  if (target === null) return [{ code: 'validation.required', target: 'related_entity' }]
  if (!model.entities.has(target))
    return [{ code: 'validation.unknown', target: 'related_entity', parameters: { name: target } }]
  const from = model.entities.get(attribute.entity_id)
  const uri = from ? linkUri(from, attribute) : ''
  return model.entitiesByUri.has(uri) ? [{ code: 'validation.uriTaken', target: 'uri', parameters: { uri } }] : []
}

/** Links have no owner and are deleted with either record, so an N:N allows fewer choices. */
export function choiceProblems(
  cardinality: Relationship['cardinality'],
  { on_delete, on_assign, on_share }: RelationshipPatch,
): Problem[] {
  if (cardinality !== 'N:N') return []
  const asked = {
    on_delete: on_delete === 'cascade',
    on_assign: on_assign === 'cascade',
    on_share: on_share === 'cascade',
  }
  return Object.entries(asked).flatMap(([target, isAsked]): Problem[] =>
    isAsked ? [{ code: 'relationship.manyToMany', target }] : [],
  )
}
