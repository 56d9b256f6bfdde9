import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { dropEntity } from '#entities/edit.ts'
import { lookupsTo, type Model } from '#entities/model.ts'
import { touchProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('entity.delete'),
  id: z.uuid('request.idInvalid'),
  version: z.optional(z.int()),
})
export type DeleteEntity = z.output<typeof schema>

/** Takes an entity away; its table waits aside for an undo. Refused while lookups of others point to it. */
export const deleteEntity: OperationKind<Model, DeleteEntity> = {
  kind: 'entity.delete',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const entity = model.entities.get(operation.id)
    if (!entity) return [{ code: 'definition.unknown', target: 'id' }]
    const users = lookupsTo(model, entity.id).filter((user) => user.entity.id !== entity.id)
    const names = users.map((user) => `${user.entity.name}.${user.attribute.name}`).join(', ')
    return [
      ...touchProblems(entity, operation.version, author, 'delete'),
      ...(users.length > 0 ? [{ code: 'definition.inUse', parameters: { users: names } } as const] : []),
    ]
  },
  apply: (model, operation) => dropEntity(model, operation.id),
  invert(before, operation) {
    const entity = before.entities.get(operation.id)
    if (!entity) return []
    const { fields: _fields, ...definition } = entity
    return [{ kind: 'entity.restore', id: entity.id, definition }]
  },
  footprint: (before, operation) => ({
    writes: [operation.id, ...(before.entities.get(operation.id)?.attributes ?? []).map(({ id }) => id)],
    needs: [operation.id],
  }),
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
