import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { changedBack, patchOf } from '#entities/edit.ts'
import type { Model } from '#entities/model.ts'
import { relationshipShape, type Relationship } from '#entities/relationship.ts'
import { putRelationship } from '#entities/relationshipEnds.ts'
import { choiceProblems } from '#entities/relationshipRules.ts'
import { touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('relationship.update'),
  id: z.uuid('request.idInvalid'),
  /** The version that the change is based on; without a version, the last change wins. */
  version: z.optional(z.int()),
  ...relationshipShape,
})
export type UpdateRelationship = z.output<typeof schema>

/** Changes the settings of a relationship; its entities stay. */
export const updateRelationship: OperationKind<Model, UpdateRelationship> = {
  kind: 'relationship.update',
  activity: 'alter-entities',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const relationship = model.relationships.get(operation.id)
    if (!relationship) return [{ code: 'definition.unknown', target: 'id' }]
    return [
      ...touchProblems(relationship, operation.version, author, 'update'),
      ...choiceProblems(relationship.cardinality, operation),
    ]
  },
  apply(model, operation, changeId) {
    const relationship = model.relationships.get(operation.id)
    return relationship ? putRelationship(model, changed(relationship, operation, changeId)) : model
  },
  invert(before, operation) {
    const relationship = before.relationships.get(operation.id)
    if (!relationship) return []
    const back = changedBack(relationship, changed(relationship, operation, ''), ['version', 'change_id'])
    return [{ kind: 'relationship.update', id: operation.id, ...back }]
  },
  footprint: (_before, operation) => ({
    writes: Object.keys(patchOf(operation)).map((property) => `${operation.id}.${property}`),
    needs: [operation.id],
  }),
  impact: () => [],
  sentence: (before, operation) => ({
    key: 'changes.sentence.relationshipUpdate',
    values: { name: operation.name ?? before.relationships.get(operation.id)?.name ?? '' },
  }),
}

function changed(relationship: Relationship, operation: UpdateRelationship, changeId: string): Relationship {
  return { ...relationship, ...patchOf(operation), version: relationship.version + 1, change_id: changeId }
}
