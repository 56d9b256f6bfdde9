import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { attributeOf, isStored, type Attribute } from '#attributes/attribute.ts'
import { attributeDraftShape } from '#attributes/attributeSchema.ts'
import { attributeLimit } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { takenIds } from '#entities/operations/createEntity.ts'
import { withEnd } from '#entities/relationshipEnds.ts'
import { endProblems } from '#entities/relationshipRules.ts'
import { attributeProblems, attributeUriProblems, closedProblems, managedProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('attribute.create'),
  entity_id: z.uuid('request.idInvalid'),
  id: z.optional(z.uuid('request.idInvalid')),
  /** For the first end of an N:N: the ids of the link entity and its two lookups. */
  link: z.optional(z.tuple([z.uuid(), z.uuid(), z.uuid()])),
  ...attributeDraftShape,
})
export type CreateAttribute = z.output<typeof schema>

/** Adds an attribute with its column to an entity; the first end of a relationship also creates the relationship. */
export const createAttribute: OperationKind<Model, CreateAttribute> = {
  kind: 'attribute.create',
  activity: 'alter-entities',
  schema,
  complete: (operation, newId) => ({
    ...operation,
    id: operation.id ?? newId(),
    ...(isFirstEnd(operation) && { relationship_id: operation.relationship_id ?? newId() }),
    ...(operation.type === 'N:N' && !operation.relationship_id && { link: [newId(), newId(), newId()] as const }),
  }),
  check(model, operation, author) {
    const entity = model.entities.get(operation.entity_id)
    if (!entity) return [{ code: 'definition.unknown', target: 'entity_id' }]
    const full = entity.attributes.length >= attributeLimit
    return [
      ...managedProblems(operation, author, 'create'),
      ...closedProblems(entity, author),
      ...takenIds(model, [operation.id ?? '']),
      ...(full ? [{ code: 'attribute.limit', parameters: { max: attributeLimit } } as const] : []),
      ...attributeUriProblems(operation.uri, entity.attributes),
      ...attributeProblems(made(model, operation, ''), (target) => model.entities.has(target), entity.attributes),
      ...endProblems(model, made(model, operation, '')),
    ]
  },
  apply: (model, operation, changeId) => withEnd(model, made(model, operation, changeId), operation.link, changeId),
  invert: (_before, { id }) => [{ kind: 'attribute.delete', id }],
  footprint(before, { id, entity_id, related_entity, relationship_id, link }) {
    const isInverse = before.relationships.has(relationship_id ?? '')
    const relationship = relationship_id ? [relationship_id] : []
    return {
      writes: [id ?? '', ...(isInverse ? [] : relationship), ...(link?.slice(0, 1) ?? [])],
      needs: [entity_id, ...(related_entity ? [related_entity] : []), ...(isInverse ? relationship : [])],
    }
  },
  impact(before, operation) {
    const entity = before.entities.get(operation.entity_id)
    if (!entity || !operation.required || !isStored(made(before, operation, ''))) return []
    const count = { table: entity.uri, values: 'all' } as const
    return [{ key: 'changes.impact.missing', values: { name: operation.name }, count }]
  },
  sentence: (before, { name, entity_id }) => ({
    key: 'changes.sentence.attributeCreate',
    values: { name, entity: before.entities.get(entity_id)?.name ?? '' },
  }),
}

function made(model: Model, operation: CreateAttribute, changeId: string): Attribute {
  const { kind: _kind, entity_id, link: _link, ...given } = operation
  // The other end of a relationship points to the entity of the first end.
  const known = model.relationships.get(given.relationship_id ?? '')
  const draft = known ? { ...given, related_entity: given.related_entity ?? known.from_entity } : given
  const last = model.entities.get(entity_id)?.attributes.at(-1)?.position ?? 0
  return attributeOf(draft, { id: operation.id ?? '', entity_id, change_id: changeId, position: last + 1 })
}

function isFirstEnd({ type, relationship_id }: CreateAttribute): boolean {
  return type === 'N:1' || (type === 'N:N' && !relationship_id)
}
