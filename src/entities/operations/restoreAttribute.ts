import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { isStored, type Attribute } from '#attributes/attribute.ts'
import { putAttribute } from '#entities/edit.ts'
import type { Model } from '#entities/model.ts'
import { withRelationshipId, withRelationships } from '#entities/relationshipEnds.ts'
import { attributeUriProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('attribute.restore'),
  id: z.uuid('request.idInvalid'),
  // Written by the inverse of a deletion and read from the history, never from requests.
  definition: z.custom<Attribute>((value) => value !== null && typeof value === 'object'),
})
export type RestoreAttribute = z.output<typeof schema>

/** Restores a deleted attribute with its values. Only for undos. */
export const restoreAttribute: OperationKind<Model, RestoreAttribute> = {
  kind: 'attribute.restore',
  activity: 'alter-entities',
  schema,
  author: 'undo',
  complete: (operation, newId) => ({ ...operation, definition: withRelationshipId(operation.definition, newId) }),
  check(model, { id, definition }) {
    const entity = model.entities.get(definition.entity_id)
    if (!entity) return [{ code: 'definition.unknown' }]
    if (isStored(definition) && !model.dropped.has(id)) return [{ code: 'change.purged' }]
    const target = definition.related_entity
    const lost = target !== null && !model.entities.has(target)
    return [
      ...attributeUriProblems(definition.uri, entity.attributes),
      ...(lost ? [{ code: 'validation.unknown', parameters: { name: definition.name } } as const] : []),
    ]
  },
  apply(model, { definition }, changeId) {
    const attribute = { ...definition, version: definition.version + 1, change_id: changeId }
    return withRelationships(putAttribute(model, attribute), [attribute], changeId)
  },
  invert: (_before, { id }) => [{ kind: 'attribute.delete', id }],
  footprint: (_before, { id, definition }) => ({
    writes: [id],
    needs: [definition.entity_id, ...(definition.related_entity ? [definition.related_entity] : [])],
  }),
  impact: () => [],
  sentence: (before, { definition }) => ({
    key: 'changes.sentence.attributeRestore',
    values: { name: definition.name, entity: before.entities.get(definition.entity_id)?.name ?? '' },
  }),
}
