import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Attribute } from '#attributes/attribute.ts'
import { putAttribute, putEntity } from '#entities/edit.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { withAttributes, type Model } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'
import { putRelationship, withRelationshipId, withRelationships } from '#entities/relationshipEnds.ts'
import { attributeUriProblems, entityUriProblems, tsvProblems } from '#entities/rules.ts'

type Definition = Omit<EntityDefinition, 'fields'>

const schema = z.strictObject({
  kind: z.literal('entity.restore'),
  id: z.uuid('request.idInvalid'),
  // Written by the inverse of a deletion and read from the history, never from requests.
  definition: z.custom<Definition>((value) => value !== null && typeof value === 'object'),
  relationships: z.optional(z.custom<readonly Relationship[]>(Array.isArray)),
  inverses: z.optional(z.custom<readonly Attribute[]>(Array.isArray)),
})
export type RestoreEntity = z.output<typeof schema>

/** Restores a deleted entity with its records. Only for undos. */
export const restoreEntity: OperationKind<Model, RestoreEntity> = {
  kind: 'entity.restore',
  activity: 'alter-entities',
  schema,
  author: 'undo',
  complete: (operation, newId) => ({
    ...operation,
    definition: {
      ...operation.definition,
      attributes: operation.definition.attributes.map((each) => withRelationshipId(each, newId)),
    },
  }),
  check(model, { id, definition, inverses = [] }) {
    if (!model.dropped.has(id)) return [{ code: 'change.purged' }]
    const missing = definition.attributes.filter(
      ({ related_entity: target }) => target !== null && target !== id && !model.entities.has(target),
    )
    return [
      ...entityUriProblems(model, definition.uri),
      ...(definition.tsv ? tsvProblems(model, id) : []),
      ...inverses.flatMap(({ uri, entity_id }) => {
        const entity = model.entities.get(entity_id)
        return entity ? attributeUriProblems(uri, entity.attributes) : []
      }),
      ...missing.map(({ name }) => ({ code: 'validation.unknown' as const, parameters: { name } })),
    ]
  },
  apply(model, { definition, relationships = [], inverses = [] }, changeId) {
    const { attributes, ...entity } = definition
    const anew = <Thing extends { readonly version: number }>(thing: Thing) => ({
      ...thing,
      version: thing.version + 1,
      change_id: changeId,
    })
    const lookups = attributes.map(anew)
    const whole = putEntity(model, withAttributes(anew({ ...entity, link_of: entity.link_of ?? null }), lookups))
    const joined = relationships.map(anew).reduce(putRelationship, whole)
    return withRelationships(inverses.map(anew).reduce(putAttribute, joined), lookups, changeId)
  },
  invert: (_before, { id }) => [{ kind: 'entity.delete', id }],
  footprint: (_before, { id, definition, relationships = [], inverses = [] }) => ({
    writes: [id, ...[...definition.attributes, ...relationships, ...inverses].map((each) => each.id)],
    needs: definition.attributes.flatMap(({ related_entity: target }) => (target && target !== id ? [target] : [])),
  }),
  impact: () => [],
  sentence: (_before, { definition }) => ({
    key: 'changes.sentence.entityRestore',
    values: { name: definition.name },
  }),
}
