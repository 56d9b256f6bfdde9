import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { putEntity } from '#entities/edit.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { withAttributes, type Model } from '#entities/model.ts'
import { entityUriProblems, tsvProblems } from '#entities/rules.ts'

type Definition = Omit<EntityDefinition, 'fields'>

const schema = z.strictObject({
  kind: z.literal('entity.restore'),
  id: z.uuid('request.idInvalid'),
  // Written by the inverse of a deletion and read back from the history, never from outside.
  definition: z.custom<Definition>((value) => value !== null && typeof value === 'object'),
})
export type RestoreEntity = z.output<typeof schema>

/** Brings a deleted entity back with its records. Only an undo does this. */
export const restoreEntity: OperationKind<Model, RestoreEntity> = {
  kind: 'entity.restore',
  schema,
  author: 'undo',
  complete: (operation) => operation,
  check(model, { id, definition }) {
    if (!model.dropped.has(id)) return [{ code: 'change.purged' }]
    const missing = definition.attributes.filter(
      ({ related_entity: target }) => target !== null && target !== id && !model.entities.has(target),
    )
    return [
      ...entityUriProblems(model, definition.uri),
      ...(definition.tsv ? tsvProblems(model, id) : []),
      ...missing.map(({ name }) => ({ code: 'validation.unknown' as const, parameters: { name } })),
    ]
  },
  apply(model, { definition }, changeId) {
    const { attributes, ...entity } = definition
    const stamp = { change_id: changeId }
    return putEntity(
      model,
      withAttributes(
        { ...entity, ...stamp, version: entity.version + 1 },
        attributes.map((attribute) => ({ ...attribute, ...stamp, version: attribute.version + 1 })),
      ),
    )
  },
  invert: (_before, { id }) => [{ kind: 'entity.delete', id }],
  footprint: (_before, { id, definition }) => ({
    writes: [id, ...definition.attributes.map((attribute) => attribute.id)],
    needs: definition.attributes.flatMap(({ related_entity: target }) => (target && target !== id ? [target] : [])),
  }),
  impact: () => [],
  sentence: (_before, { definition }) => ({
    key: 'changes.sentence.entityRestore',
    values: { name: definition.name },
  }),
}
