import type { Attribute } from '#attributes/attribute.ts'
import type { CascadeDescriptor, Difference, Reference } from '#changes/definition.ts'
import type { Operation } from '#changes/operation.ts'
import { affectedExpressions, hasExpressions } from '#entities/affectedExpressions.ts'
import {
  allAttributes,
  attributeDescriptor,
  differingAttributes,
  nameOfAttribute,
} from '#entities/descriptors/attributeDescriptor.ts'
import { attributePlace } from '#entities/descriptors/definitionPlaces.ts'
import { putAttribute } from '#entities/edit.ts'
import { expressionProblems, readsOf } from '#entities/expressionUse.ts'
import { withResult } from '#entities/formula.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { memoize } from '#platform/memoize.ts'

/**
 * The expressions and the rollup of an attribute: new and changed ones must be valid, and all others must stay valid. A
 * formula without a chosen result gets the type of its text.
 */
export const expressionDescriptor: CascadeDescriptor<Model, Attribute> = {
  kind: 'expression',
  of: (model) => [...allAttributes(model)].filter(isHolder),
  find(model, id) {
    const found = attributeById(model, id)?.attribute
    return found && isHolder(found) ? found : undefined
  },
  idOf: ({ id }) => id,
  nameOf: nameOfAttribute,
  references(model, attribute) {
    if (!hasExpressions(attribute)) return []
    const variables = idsOfVariables(model.variables)
    return [...readsOf(model, attribute)].flatMap((id): Reference[] => {
      if (id === attribute.id) return []
      if (variables.has(id)) return [{ kind: 'variable', id, use: 'expression', bond: 'restrict' }]
      return [{ kind: 'attribute', id, use: 'expression', bond: 'dependent' }]
    })
  },
  difference: differingExpressions,
  validation: {
    problems: expressionProblems,
    affected: (before, after) =>
      before.entities === after.entities && before.variables === after.variables
        ? []
        : affectedExpressions(before, after),
    inUse: (_before, after, broken) => [
      {
        code: 'definition.inUse',
        parameters: { users: broken.map((attribute) => nameOfAttribute(after, attribute)).join(', ') },
      },
    ],
  },
  settle({ before, after, operation }) {
    const { made, changed } = differingAttributes(before, after)
    return [...made, ...changed.map((each) => each.after)].reduce((model, attribute) => {
      if (attribute.type !== 'formula' && attribute.type !== 'rollup') return model
      const isSaid = operation['result'] !== undefined && operation['result'] !== null
      const fits = attribute.result !== null && expressionProblems(model, attribute).length === 0
      if (isSaid || fits) return model
      return putAttribute(model, withResult(model, { ...attribute, result: null }))
    }, after)
  },
  invert: withFormerResult,
  removal: (model, attribute) => attributeDescriptor.removal?.(model, attribute),
  place: (_model, attribute) => attributePlace(attribute),
}

function isHolder(attribute: Attribute): boolean {
  return attribute.type === 'formula' || attribute.type === 'rollup' || hasExpressions(attribute)
}

const idsOfVariables = memoize(
  (variables: Model['variables']): ReadonlySet<string> => new Set([...variables.values()].map(({ id }) => id)),
)

function differingExpressions(before: Model, after: Model): Difference<Attribute> {
  const { made, gone, changed } = differingAttributes(before, after)
  return {
    made: made.filter(isHolder),
    gone: gone.filter(isHolder),
    changed: changed.filter((each) => isHolder(each.after)),
  }
}

// The result type of a formula was derived from its text, which the inverse operation changes.
function withFormerResult(before: Model, operation: Operation): Operation {
  if (operation.kind !== 'attribute.update' || operation['result'] !== undefined) return operation
  const former = typeof operation['id'] === 'string' ? attributeById(before, operation['id'])?.attribute : undefined
  const isComputed = former?.type === 'formula' || former?.type === 'rollup'
  return isComputed && former.result !== null ? { ...operation, result: former.result } : operation
}
