import * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import type { OperationKind } from '#changes/operation.ts'
import { attributeOf, type Attribute } from '#attributes/attribute.ts'
import { putAttribute } from '#entities/edit.ts'
import { attributeLimit } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { takenIds } from '#entities/operations/createEntity.ts'
import { cardinalities, relationshipShape } from '#entities/relationship.ts'
import { withEnd } from '#entities/relationshipEnds.ts'
import { choiceProblems, endProblems } from '#entities/relationshipRules.ts'
import { attributeProblems, attributeUriProblems } from '#entities/rules.ts'
import { descriptionSchema, nameSchema } from '#text/name.ts'
import { uriSchema } from '#text/uri.ts'

const end = z.strictObject({
  id: z.optional(z.uuid('request.idInvalid')),
  name: nameSchema,
  uri: uriSchema,
  description: z.optional(descriptionSchema),
  required: z.optional(z.boolean()),
})
type End = z.output<typeof end>

const schema = z.strictObject({
  kind: z.literal('relationship.create'),
  id: z.optional(z.uuid('request.idInvalid')),
  from_entity: z.uuid('request.idInvalid'),
  to_entity: z.uuid('request.idInvalid'),
  cardinality: z.enum(cardinalities, 'validation.option'),
  /** The end at `from_entity`; for 1:N the named collection, otherwise the lookup or the links. */
  attribute: z.optional(end),
  /** The end at `to_entity`; for 1:N the lookup. */
  inverse: z.optional(end),
  link: z.optional(z.tuple([z.uuid(), z.uuid(), z.uuid()])),
  ...relationshipShape,
})
export type CreateRelationship = z.output<typeof schema>

/** Creates a relationship between two entities: the attributes of both ends, and for N:N the link entity. */
export const createRelationship: OperationKind<Model, CreateRelationship> = {
  kind: 'relationship.create',
  activity: 'alter-entities',
  schema,
  complete: (operation, newId) => ({
    ...operation,
    id: operation.id ?? newId(),
    ...(operation.attribute && { attribute: { ...operation.attribute, id: operation.attribute.id ?? newId() } }),
    ...(operation.inverse && { inverse: { ...operation.inverse, id: operation.inverse.id ?? newId() } }),
    ...(operation.cardinality === 'N:N' && { link: operation.link ?? [newId(), newId(), newId()] }),
  }),
  check(model, operation) {
    const sides = sidesOf(operation)
    const lost = (['from_entity', 'to_entity'] as const).filter((side) => !model.entities.has(operation[side]))
    if (lost.length > 0) return lost.map((target) => ({ code: 'definition.unknown', target }))
    if (!sides.own) return [{ code: 'validation.required', target: sides.ownKey }]
    const ids = [operation.id ?? '', ...endIds(operation), ...(operation.link ?? [])]
    const found = [
      ...takenIds(model, ids),
      ...choiceProblems(operation.cardinality === 'N:N' ? 'N:N' : 'N:1', operation),
      ...endIn(model, ownEnd(model, operation), sides.ownKey),
    ]
    const inverse = inverseEnd(model, operation)
    if (!inverse || found.length > 0) return found
    return endIn(withOwn(model, operation, ''), inverse, sides.inverseKey)
  },
  apply(model, operation, changeId) {
    const after = withOwn(model, operation, changeId)
    const inverse = inverseEnd(after, operation, changeId)
    return inverse ? putAttribute(after, inverse) : after
  },
  invert: (_before, { id }) => [{ kind: 'relationship.delete', id }],
  footprint: (_before, operation) => ({
    writes: [operation.id ?? '', ...endIds(operation), ...(operation.link?.slice(0, 1) ?? [])],
    needs: [operation.from_entity, operation.to_entity],
  }),
  impact: () => [],
  sentence: (before, { name, attribute, inverse, from_entity, to_entity }) => ({
    key: 'changes.sentence.relationshipCreate',
    values: {
      name: name ?? attribute?.name ?? inverse?.name ?? '',
      from: before.entities.get(from_entity)?.name ?? '',
      to: before.entities.get(to_entity)?.name ?? '',
    },
  }),
}

/** 1:N is the same N:1 from the other side: the lookup defines the relationship. */
function sidesOf(operation: CreateRelationship) {
  const { cardinality, attribute, inverse, from_entity, to_entity } = operation
  return cardinality === '1:N'
    ? { own: inverse, other: attribute, from: to_entity, to: from_entity, ownKey: 'inverse', inverseKey: 'attribute' }
    : { own: attribute, other: inverse, from: from_entity, to: to_entity, ownKey: 'attribute', inverseKey: 'inverse' }
}

function endIds({ attribute, inverse }: CreateRelationship): string[] {
  return [attribute, inverse].flatMap((each) => (each ? [each.id ?? ''] : []))
}

function withOwn(model: Model, operation: CreateRelationship, changeId: string): Model {
  const { name, on_delete, on_assign, on_share, link } = operation
  return withEnd(model, ownEnd(model, operation, changeId), link, changeId, { name, on_delete, on_assign, on_share })
}

function ownEnd(model: Model, operation: CreateRelationship, changeId = ''): Attribute {
  const { own, from, to } = sidesOf(operation)
  const type = operation.cardinality === 'N:N' ? 'N:N' : 'N:1'
  return endOf(model, own ?? { name: '', uri: '' }, { type, at: from, related: to, operation, changeId })
}

function inverseEnd(model: Model, operation: CreateRelationship, changeId = ''): Attribute | undefined {
  const { other, from, to } = sidesOf(operation)
  const type = operation.cardinality === 'N:N' ? 'N:N' : '1:N'
  return other && endOf(model, other, { type, at: to, related: from, operation, changeId })
}

function endOf(
  model: Model,
  { id = '', ...draft }: End,
  place: {
    readonly type: 'N:1' | '1:N' | 'N:N'
    readonly at: string
    readonly related: string
    readonly operation: CreateRelationship
    readonly changeId: string
  },
): Attribute {
  const position = (model.entities.get(place.at)?.attributes.at(-1)?.position ?? 0) + 1
  return attributeOf(
    { ...draft, type: place.type, related_entity: place.related, relationship_id: place.operation.id ?? null },
    { id, entity_id: place.at, change_id: place.changeId, position },
  )
}

function endIn(model: Model, attribute: Attribute, key: string): Problem[] {
  const neighbours = model.entities.get(attribute.entity_id)?.attributes ?? []
  const full = neighbours.length >= attributeLimit
  const problems: Problem[] = [
    ...(full ? [{ code: 'attribute.limit', parameters: { max: attributeLimit } } as const] : []),
    ...attributeUriProblems(attribute.uri, neighbours),
    ...attributeProblems(attribute, (target) => model.entities.has(target), neighbours),
    ...endProblems(model, attribute),
  ]
  return problems.map((problem) => ({ ...problem, target: [key, problem.target].filter(Boolean).join('.') }))
}
