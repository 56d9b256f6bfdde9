import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Attribute } from '#attributes/attribute.ts'
import { dropAttribute, dropEntity } from '#entities/edit.ts'
import type { Model } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'
import { inverseOf } from '#entities/relationshipEnds.ts'
import { touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('entity.delete'),
  id: z.uuid('request.idInvalid'),
  version: z.optional(z.int()),
})
export type DeleteEntity = z.output<typeof schema>

/** Deletes an entity; its table is kept for an undo. Refused while lookups of other entities point to the entity. */
export const deleteEntity: OperationKind<Model, DeleteEntity> = {
  kind: 'entity.delete',
  activity: 'alter-entities',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const entity = model.entities.get(operation.id)
    if (!entity) return [{ code: 'definition.unknown', target: 'id' }]
    return touchProblems(entity, operation.version, author, 'delete')
  },
  apply(model, { id }) {
    const { relationships, inverses } = goingWith(model, id)
    const kept = new Map(model.relationships)
    for (const relationship of relationships) kept.delete(relationship.id)
    return dropEntity(inverses.reduce(dropAttribute, { ...model, relationships: kept }), id)
  },
  invert(before, operation) {
    const entity = before.entities.get(operation.id)
    if (!entity) return []
    const { fields: _fields, ...definition } = entity
    return [{ kind: 'entity.restore', id: entity.id, definition, ...goingWith(before, entity.id) }]
  },
  footprint(before, { id: entityId }) {
    const { relationships, inverses } = goingWith(before, entityId)
    const attributes = before.entities.get(entityId)?.attributes ?? []
    return {
      writes: [entityId, ...[...attributes, ...relationships, ...inverses].map(({ id }) => id)],
      needs: [entityId],
    }
  },
  impact(before, operation) {
    const entity = before.entities.get(operation.id)
    if (!entity) return []
    const count = { table: entity.uri, values: 'all' } as const
    return [{ key: 'changes.impact.records', values: { name: entity.name }, count }]
  },
  sentence: (before, operation) => ({
    key: 'changes.sentence.entityDelete',
    values: { name: before.entities.get(operation.id)?.name ?? '' },
  }),
}

/** The relationships of the entity's lookups, and their inverse ends at other entities. */
function goingWith(
  model: Model,
  entityId: string,
): { readonly relationships: readonly Relationship[]; readonly inverses: readonly Attribute[] } {
  const relationships = [...model.relationships.values()].filter(({ from_entity }) => from_entity === entityId)
  const inverses = relationships.flatMap((relationship) => inverseOf(model, relationship) ?? [])
  return { relationships, inverses: inverses.filter(({ entity_id }) => entity_id !== entityId) }
}
