import { listMetadata } from '#attributes/listMetadata.ts'
import type { Attribute } from '#attributes/attribute.ts'
import type { Cascade } from '#changes/cascade.ts'
import type { Operation } from '#changes/operation.ts'
import { putAttribute } from '#entities/edit.ts'
import { expressionProblems, inUseProblems } from '#entities/expressionUse.ts'
import { withResult } from '#entities/formula.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { Problem } from '#faults/fault.ts'

/**
 * Expressions follow what they read: those of the attributes that an operation makes or changes must hold, and those of all
 * others must go on doing so. A formula without a chosen result gets the type that its text has.
 */
export const expressionCascade: Cascade<Model> = {
  follow: ({ before, after, operation }) => settled(before, after, operation),
  problems: ({ before, after, operation }) => changeProblems(before, after, operation),
  inverse: ({ before }, inverse) => inverse.map((each) => backWithResult(before, each)),
}

function changeProblems(before: Model, after: Model, operation: Operation): Problem[] {
  const own = changedAttributes(before, after).flatMap((attribute) =>
    expressionProblems(after, attribute).map((problem) => ({
      ...problem,
      target: `${prefixOf(operation, attribute)}${problem.target ?? ''}`,
    })),
  )
  return own.length > 0 ? own : inUseProblems(before, after)
}

function settled(before: Model, after: Model, operation: Operation): Model {
  return changedAttributes(before, after).reduce((model, attribute) => {
    if (listMetadata[attribute.type].holds !== 'computed') return model
    const isSaid = operation['result'] !== undefined && operation['result'] !== null
    const fits = attribute.result !== null && expressionProblems(model, attribute).length === 0
    if (isSaid || fits) return model
    return putAttribute(model, withResult(model, { ...attribute, result: null }))
  }, after)
}

function changedAttributes(before: Model, after: Model): readonly Attribute[] {
  if (before.entities === after.entities) return []
  return [...after.entities.values()]
    .filter((entity) => before.entities.get(entity.id) !== entity)
    .flatMap((entity) => {
      const former = new Set(before.entities.get(entity.id)?.attributes)
      return entity.attributes.filter((attribute) => !former.has(attribute))
    })
}

/** Where the operation itself says the attribute. */
function prefixOf(operation: Operation, { uri }: Attribute): string {
  const drafts = operation['attributes']
  if (!Array.isArray(drafts)) return ''
  const index = drafts.findIndex((draft: { uri?: unknown }) => draft.uri === uri)
  return index < 0 ? '' : `attributes.${index}.`
}

// What a formula gives was found by its text, which the way back changes.
function backWithResult(before: Model, operation: Operation): Operation {
  if (operation.kind !== 'attribute.update' || operation['result'] !== undefined) return operation
  const former = typeof operation['id'] === 'string' ? attributeById(before, operation['id'])?.attribute : undefined
  const isComputed = former !== undefined && listMetadata[former.type].holds === 'computed'
  return isComputed && former.result !== null ? { ...operation, result: former.result } : operation
}
