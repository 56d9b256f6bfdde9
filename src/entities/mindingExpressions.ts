import type { Attribute } from '#attributes/attribute.ts'
import { appliedOnce, type Operation, type OperationKind } from '#changes/operation.ts'
import { putAttribute } from '#entities/edit.ts'
import { expressionProblems, inUseProblems } from '#entities/expressionUse.ts'
import { withResult } from '#entities/formula.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { Problem } from '#faults/fault.ts'

/**
 * An operation that minds expressions: those of the attributes that it makes or changes must hold, and those of all others
 * must go on doing so. A formula of which nobody said what it gives gets the type that it has.
 */
export function mindingExpressions<Op extends Operation>(kind: OperationKind<Model, Op>): OperationKind<Model, Op> {
  const { apply } = appliedOnce<Model, Op>({
    ...kind,
    apply: (model, operation, changeId) => settled(model, kind.apply(model, operation, changeId), operation),
  })
  return {
    ...kind,
    check(model, operation, author) {
      const found = kind.check(model, operation, author)
      return found.length > 0 ? found : changeProblems(model, apply(model, operation, ''), operation)
    },
    apply,
    invert: (before, operation) => kind.invert(before, operation).map((each) => backWithResult(before, each)),
  }
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
    if (attribute.type !== 'formula' && attribute.type !== 'rollup') return model
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
  const isComputed = former?.type === 'formula' || former?.type === 'rollup'
  return isComputed && former.result !== null ? { ...operation, result: former.result } : operation
}
