import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { attributeOf, type Attribute } from '#attributes/attribute.ts'
import { attributeDraftShape } from '#attributes/attributeSchema.ts'
import { putAttribute } from '#entities/edit.ts'
import { attributeLimit } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { takenIds } from '#entities/operations/createEntity.ts'
import { attributeProblems, attributeUriProblems, managedProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('attribute.create'),
  entity_id: z.uuid('request.idInvalid'),
  id: z.optional(z.uuid('request.idInvalid')),
  ...attributeDraftShape,
})
export type CreateAttribute = z.output<typeof schema>

/** Adds an attribute to an entity, with its column. */
export const createAttribute: OperationKind<Model, CreateAttribute> = {
  kind: 'attribute.create',
  schema,
  complete: (operation, newId) => ({ ...operation, id: operation.id ?? newId() }),
  check(model, operation, author) {
    const entity = model.entities.get(operation.entity_id)
    if (!entity) return [{ code: 'definition.unknown', target: 'entity_id' }]
    const full = entity.attributes.length >= attributeLimit
    return [
      ...managedProblems(operation, author, 'create'),
      ...takenIds(model, [operation.id ?? '']),
      ...(full ? [{ code: 'attribute.limit', parameters: { max: attributeLimit } } as const] : []),
      ...attributeUriProblems(operation.uri, entity.attributes),
      ...attributeProblems(made(model, operation, ''), (target) => model.entities.has(target)),
    ]
  },
  apply: (model, operation, changeId) => putAttribute(model, made(model, operation, changeId)),
  invert: (_before, { id }) => [{ kind: 'attribute.delete', id }],
  footprint: (_before, { id, entity_id, related_entity }) => ({
    writes: [id ?? ''],
    needs: [entity_id, ...(related_entity ? [related_entity] : [])],
  }),
  impact(before, operation) {
    const entity = before.entities.get(operation.entity_id)
    if (!entity || !operation.required) return []
    const count = { table: entity.uri, values: 'all' } as const
    return [{ key: 'changes.impact.missing', values: { name: operation.name }, count }]
  },
  sentence: (before, { name, entity_id }) => ({
    key: 'changes.sentence.attributeCreate',
    values: { name, entity: before.entities.get(entity_id)?.name ?? '' },
  }),
}

function made(model: Model, operation: CreateAttribute, changeId: string): Attribute {
  const { kind: _kind, entity_id, ...draft } = operation
  const last = model.entities.get(entity_id)?.attributes.at(-1)?.position ?? 0
  return attributeOf(draft, { id: operation.id ?? '', entity_id, change_id: changeId, position: last + 1 })
}
