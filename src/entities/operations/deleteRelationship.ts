import * as z from 'zod/mini'
import type { Impact, OperationKind } from '#changes/operation.ts'
import { columnOf } from '#attributes/attribute.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'
import { dropRelationship, heldBy } from '#entities/relationshipEnds.ts'
import { touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('relationship.delete'),
  id: z.uuid('request.idInvalid'),
  version: z.optional(z.int()),
})
export type DeleteRelationship = z.output<typeof schema>

/** Deletes a relationship with both ends; the values of its lookup or its links are kept for an undo. */
export const deleteRelationship: OperationKind<Model, DeleteRelationship> = {
  kind: 'relationship.delete',
  activity: 'alter-entities',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const relationship = model.relationships.get(operation.id)
    if (!relationship) return [{ code: 'definition.unknown', target: 'id' }]
    return touchProblems(relationship, operation.version, author, 'delete')
  },
  apply(model, { id }) {
    const relationship = model.relationships.get(id)
    return relationship ? dropRelationship(model, relationship) : model
  },
  invert: (before, { id }) => backOf(before, before.relationships.get(id)),
  footprint: (before, { id }) => ({
    writes: [id, ...partsOf(before, before.relationships.get(id))],
    needs: relationshipEntities(before.relationships.get(id)),
  }),
  impact: (before, { id }) => lossOf(before, before.relationships.get(id)),
  sentence: (before, { id }) => ({
    key: 'changes.sentence.relationshipDelete',
    values: { name: before.relationships.get(id)?.name ?? '' },
  }),
}

/** The operation that restores a relationship after its deletion. */
export function backOf(before: Model, relationship: Relationship | undefined) {
  return relationship
    ? [{ kind: 'relationship.restore', id: relationship.id, held: heldBy(before, relationship) } as const]
    : []
}

/** The ids of the definitions deleted with the relationship. */
export function partsOf(before: Model, relationship: Relationship | undefined): string[] {
  if (!relationship) return []
  const { attributes, link } = heldBy(before, relationship)
  return [...attributes.map(({ id }) => id), ...(link ? [link.id] : [])]
}

export function relationshipEntities(relationship: Relationship | undefined): string[] {
  return relationship ? [relationship.from_entity, relationship.to_entity] : []
}

/** Number of values or links that the deletion removes. */
export function lossOf(before: Model, relationship: Relationship | undefined): Impact[] {
  if (!relationship) return []
  const { name, link_entity, attribute_id } = relationship
  const link = before.entities.get(link_entity ?? '')
  if (link) return [{ key: 'changes.impact.links', values: { name }, count: { table: link.uri, values: 'all' } }]
  const found = attributeById(before, attribute_id)
  if (!found) return []
  const count = { table: found.entity.uri, column: columnOf(found.attribute), values: 'filled' } as const
  return [{ key: 'changes.impact.values', values: { name: found.attribute.name }, count }]
}
