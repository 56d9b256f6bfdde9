import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { columnOf, isStored, type Attribute } from '#attributes/attribute.ts'
import { dropAttribute } from '#entities/edit.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { backOf, relationshipEntities, lossOf, partsOf } from '#entities/operations/deleteRelationship.ts'
import type { Relationship } from '#entities/relationship.ts'
import { dropRelationship } from '#entities/relationshipEnds.ts'
import { touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('attribute.delete'),
  id: z.uuid('request.idInvalid'),
  version: z.optional(z.int()),
})
export type DeleteAttribute = z.output<typeof schema>

/** Deletes an attribute; its column is kept for an undo. A relationship is deleted with its defining attribute. */
export const deleteAttribute: OperationKind<Model, DeleteAttribute> = {
  kind: 'attribute.delete',
  activity: 'alter-entities',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const found = attributeById(model, operation.id)
    if (!found) return [{ code: 'definition.unknown', target: 'id' }]
    return touchProblems(found.attribute, operation.version, author, 'delete')
  },
  apply(model, operation) {
    const found = attributeById(model, operation.id)
    if (!found) return model
    const relationship = livingWith(model, found.attribute)
    return relationship ? dropRelationship(model, relationship) : dropAttribute(model, found.attribute)
  },
  invert(before, operation) {
    const definition = attributeById(before, operation.id)?.attribute
    if (!definition) return []
    const relationship = livingWith(before, definition)
    return relationship ? backOf(before, relationship) : [{ kind: 'attribute.restore', id: operation.id, definition }]
  },
  footprint(before, operation) {
    const found = attributeById(before, operation.id)
    const relationship = found && livingWith(before, found.attribute)
    const own = relationship ? [relationship.id, ...partsOf(before, relationship)] : []
    return {
      writes: [...new Set([operation.id, ...own])],
      needs: [...new Set([found?.entity.id ?? operation.id, ...relationshipEntities(relationship)])],
    }
  },
  impact(before, operation) {
    const found = attributeById(before, operation.id)
    if (!found) return []
    const relationship = livingWith(before, found.attribute)
    if (relationship) return lossOf(before, relationship)
    if (!isStored(found.attribute)) return []
    const count = { table: found.entity.uri, column: columnOf(found.attribute), values: 'filled' } as const
    return [{ key: 'changes.impact.values', values: { name: found.attribute.name }, count }]
  },
  sentence(before, operation) {
    const found = attributeById(before, operation.id)
    return {
      key: 'changes.sentence.attributeDelete',
      values: { name: found?.attribute.name ?? '', entity: found?.entity.name ?? '' },
    }
  },
}

/** The relationship deleted with the attribute; an inverse attribute is deleted alone. */
function livingWith(model: Model, { id, relationship_id }: Attribute): Relationship | undefined {
  const relationship = model.relationships.get(relationship_id ?? '')
  return relationship?.attribute_id === id ? relationship : undefined
}
