import type { AttributeDraft } from '#attributes/attribute.ts'
import type { Operation } from '#changes/operation.ts'
import type { Problem } from '#faults/fault.ts'
import type { Model } from '#entities/model.ts'
import { createAttribute, type CreateAttribute } from '#entities/operations/createAttribute.ts'
import { operationProblems } from '#entities/problems.ts'
import type { RelationshipPatch } from '#entities/relationship.ts'

/** A maker's settings of a new relationship, beside the new attribute. */
export type NewRelationship = RelationshipPatch & {
  /** The attribute of the other entity; none without a name. A 1:N requires the other attribute. */
  readonly otherName: string
  readonly otherUri: string
}

export const plainRelationship: NewRelationship = { otherName: '', otherUri: '' }

/** The prefix of the problems of the other end. */
export const otherEnd = 'other'

/** An operation of the change that creates both ends, with the prefix for its problems. */
type Step = { readonly operation: Operation & { readonly kind: string }; readonly prefix: string }

/**
 * The operations that create an attribute with its relationship, as one change: the first end, the relationship's
 * settings, the other end. For 1:N, the first end is the lookup of the other entity.
 */
export function newRelationshipSteps(
  entityId: string,
  draft: AttributeDraft,
  said: NewRelationship,
  newId: () => string,
): readonly Step[] {
  const relationship_id = newId()
  const { otherName, otherUri, ...choices } = said
  const isPointedTo = draft.type === '1:N'
  const other = { name: otherName.trim(), uri: otherUri, related_entity: entityId }
  const target = draft.related_entity ?? ''
  const own: Step = {
    prefix: '',
    operation: { ...draft, kind: 'attribute.create', entity_id: entityId, relationship_id },
  }
  const theirs: Step = {
    prefix: `${otherEnd}.`,
    operation: {
      ...other,
      kind: 'attribute.create',
      entity_id: target,
      type: isPointedTo ? 'N:1' : draft.type === 'N:N' ? 'N:N' : '1:N',
      relationship_id,
    },
  }
  const links = { link: [newId(), newId(), newId()] }
  const first = draft.type === 'N:N' ? { ...own, operation: { ...own.operation, ...links } } : own
  const choice: Step = {
    prefix: '',
    operation: { ...choices, kind: 'relationship.update', id: relationship_id },
  }
  const hasChoices = Object.values(choices).some((each) => each !== undefined)
  const hasOther = isPointedTo || other.name !== ''
  return [
    ...(isPointedTo ? [theirs] : [first]),
    ...(hasChoices ? [choice] : []),
    ...(isPointedTo ? [own] : hasOther ? [theirs] : []),
  ]
}

/** Problems of creating both ends: each operation is checked on the model after the preceding ones. */
export function newRelationshipProblems(model: Model, steps: readonly Step[], newId: () => string): Problem[] {
  const found: Problem[] = []
  let now = model
  for (const { operation, prefix } of steps) {
    if (operation.kind !== 'attribute.create') continue
    const create = operation as CreateAttribute
    const problems = operationProblems(createAttribute, now, create, newId)
    found.push(...problems.map(({ target, ...rest }) => ({ ...rest, target: placeOf(prefix, target) })))
    if (problems.length === 0) now = createAttribute.apply(now, createAttribute.complete(create, newId), '')
  }
  // A 1:N without a valid lookup reports its problem only at the lookup.
  const hasLookup = now !== model || found.every(({ target }) => !target?.startsWith(`${otherEnd}.`))
  return hasLookup ? found : found.filter(({ target }) => target !== 'relationship_id')
}

function placeOf(prefix: string, target = ''): string {
  const isOfChoice = target === 'related_entity' || target === 'entity_id'
  return isOfChoice ? 'related_entity' : `${prefix}${target}`
}
