import * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import type { OperationKind } from '#changes/operation.ts'
import { attributeOf, type Attribute } from '#attributes/attribute.ts'
import { attributeDraftSchema } from '#attributes/attributeSchema.ts'
import { attributeLimit, entityDraftShape, entityOf, type EntityDefinition } from '#entities/entity.ts'
import { putEntity } from '#entities/edit.ts'
import { attributeById, withAttributes, type Model } from '#entities/model.ts'
import { withRelationships } from '#entities/relationshipEnds.ts'
import { firstProblems } from '#entities/relationshipRules.ts'
import {
  attributeProblems,
  attributeUriProblems,
  entityUriProblems,
  managedProblems,
  tsvProblems,
} from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('entity.create'),
  id: z.optional(z.uuid('request.idInvalid')),
  ...entityDraftShape,
  attributes: z.optional(z.array(attributeDraftSchema).check(z.maxLength(attributeLimit, 'attribute.limit'))),
})
export type CreateEntity = z.output<typeof schema>

/** Creates an entity with its table, with or without first attributes. */
export const createEntity: OperationKind<Model, CreateEntity> = {
  kind: 'entity.create',
  activity: 'alter-entities',
  schema,
  complete(operation, newId) {
    const attributes = operation.attributes?.map((draft) => ({
      ...draft,
      id: draft.id ?? newId(),
      ...(draft.type === 'N:1' && { relationship_id: draft.relationship_id ?? newId() }),
    }))
    // An attribute without an id is referred to by uri.
    const naming = attributes?.find(({ uri }) => uri === operation.naming)?.id ?? operation.naming
    return { ...operation, id: operation.id ?? newId(), attributes, ...(naming !== undefined && { naming }) }
  },
  check(model, operation, author) {
    const id = operation.id ?? ''
    const problems = [
      ...managedProblems(operation, author, 'create'),
      ...takenIds(model, [id, ...attributeIds(operation)]),
      ...entityUriProblems(model, operation.uri),
      ...(operation.tsv ? tsvProblems(model, id) : []),
    ]
    const attributes = made(operation, '').attributesAsGiven
    for (const [index, attribute] of attributes.entries()) {
      const found = [
        ...managedProblems(attribute, author, 'create'),
        ...attributeUriProblems(attribute.uri, attributes.slice(0, index)),
        ...attributeProblems(attribute, (target) => target === id || model.entities.has(target), attributes),
        ...firstProblems(model, attribute),
      ]
      problems.push(...found.map((problem) => ({ ...problem, target: `attributes.${index}.${problem.target ?? ''}` })))
    }
    return problems
  },
  apply(model, operation, changeId) {
    const { entity, attributesAsGiven } = made(operation, changeId)
    return withRelationships(putEntity(model, entity), attributesAsGiven, changeId)
  },
  invert: (_before, { id }) => [{ kind: 'entity.delete', id }],
  footprint: (_before, operation) => ({
    writes: [operation.id ?? '', ...attributeIds(operation), ...relationshipIds(operation)],
    needs: targetsOf(operation),
  }),
  impact: () => [],
  sentence: (_before, { name }) => ({ key: 'changes.sentence.entityCreate', values: { name } }),
}

type Made = { readonly entity: EntityDefinition; readonly attributesAsGiven: readonly Attribute[] }

function made(operation: CreateEntity, changeId: string): Made {
  const { kind: _kind, attributes = [], ...draft } = operation
  const entity = entityOf(draft, { id: operation.id ?? '', change_id: changeId })
  const attributesAsGiven = attributes.map((attribute, index) =>
    attributeOf(attribute, { id: attribute.id ?? '', entity_id: entity.id, change_id: changeId, position: index + 1 }),
  )
  return { entity: withAttributes(entity, attributesAsGiven), attributesAsGiven }
}

function attributeIds(operation: CreateEntity): string[] {
  return (operation.attributes ?? []).map(({ id }) => id ?? '')
}

function relationshipIds(operation: CreateEntity): string[] {
  return (operation.attributes ?? []).flatMap(({ relationship_id: id }) => (id ? [id] : []))
}

function targetsOf(operation: CreateEntity): string[] {
  return (operation.attributes ?? []).flatMap(({ related_entity: target }) =>
    target && target !== operation.id ? [target] : [],
  )
}

/** Ids chosen by the client must be new; ids of dropped definitions are taken. */
export function takenIds(model: Model, ids: readonly string[]): Problem[] {
  const twice = new Set(ids).size < ids.length
  const known = ids.some(
    (id) =>
      model.entities.has(id) ||
      model.dropped.has(id) ||
      model.relationships.has(id) ||
      attributeById(model, id) !== undefined,
  )
  return twice || known ? [{ code: 'validation.taken', target: 'id' }] : []
}
