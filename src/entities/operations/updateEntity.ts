import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { changedBack, bare, patchOf, putEntity } from '#entities/edit.ts'
import { entityPatchShape, type EntityDefinition } from '#entities/entity.ts'
import { withAttributes, type Model } from '#entities/model.ts'
import { touchProblems, tsvProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('entity.update'),
  id: z.uuid('request.idInvalid'),
  /** The version that the change is based on; without a version, the last change wins. */
  version: z.optional(z.int()),
  ...entityPatchShape,
})
export type UpdateEntity = z.output<typeof schema>

/** Changes the properties of an entity, except its uri. */
export const updateEntity: OperationKind<Model, UpdateEntity> = {
  kind: 'entity.update',
  activity: 'alter-entities',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const entity = model.entities.get(operation.id)
    if (!entity) return [{ code: 'definition.unknown', target: 'id' }]
    const untouchable = touchProblems(entity, operation.version, author, 'update')
    if (untouchable.length > 0) return untouchable
    return [
      ...(operation.uri !== undefined && operation.uri !== entity.uri
        ? [{ code: 'validation.uriImmutable', target: 'uri' } as const]
        : []),
      ...(operation.tsv && !entity.tsv ? tsvProblems(model, entity.id) : []),
    ]
  },
  apply(model, operation, changeId) {
    const entity = model.entities.get(operation.id)
    return entity ? putEntity(model, changed(entity, operation, changeId)) : model
  },
  invert(before, operation) {
    const entity = before.entities.get(operation.id)
    if (!entity) return []
    const back = changedBack(bare(entity), bare(changed(entity, operation, '')), ['version', 'change_id'])
    return [{ kind: 'entity.update', id: entity.id, ...back }]
  },
  footprint: (_before, operation) => ({
    writes: Object.keys(patchOf(operation)).map((property) => `${operation.id}.${property}`),
    needs: [operation.id],
  }),
  impact(before, { id, naming }) {
    const entity = before.entities.get(id)
    if (!entity || !naming || naming === entity.naming) return []
    const count = { table: entity.uri, values: 'all' } as const
    return [{ key: 'changes.impact.naming', values: { name: entity.collectionname }, count }]
  },
  sentence: (before, operation) => ({
    key: 'changes.sentence.entityUpdate',
    values: { name: operation.name ?? before.entities.get(operation.id)?.name ?? '' },
  }),
}

function changed(entity: EntityDefinition, operation: UpdateEntity, changeId: string): EntityDefinition {
  const next = { ...bare(entity), ...patchOf(operation), version: entity.version + 1, change_id: changeId }
  return withAttributes({ ...next, description: next.description ?? null }, entity.attributes)
}
