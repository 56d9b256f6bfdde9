import { listMetadata } from '#attributes/listMetadata.ts'
import type { Attribute } from '#attributes/attribute.ts'
import { namedIds, rollupSourceIds, sourceIds } from '#entities/computedSources.ts'
import { hasExpressions } from '#entities/affectedExpressions.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { checkedRollup, expressionsOf } from '#entities/formula.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { Expression } from '#expressions/expression.ts'
import { expressionLimits } from '#expressions/limits.ts'
import type { Problem } from '#faults/fault.ts'
import { memoize } from '#platform/memoize.ts'

/** A use of an attribute or variable: the attribute with the expression, and its entity. */
export type Use = {
  readonly entity_id: string
  readonly entity: string
  readonly attribute_id: string
  readonly attribute: string
}

/** Problems of an attribute's expressions in a model with the attribute; targets are its properties. */
export function expressionProblems(model: Model, attribute: Attribute): Problem[] {
  const problems = [...rollupProblems(model, attribute), ...textProblems(model, attribute)]
  if (attribute.type === 'formula' && !attribute.expression) {
    return [{ code: 'validation.required', target: 'expression' }]
  }
  if (problems.length > 0 || !isComputed(attribute)) return problems
  const target = attribute.type === 'formula' ? 'expression' : 'rollup'
  const cycle = cycleFrom(model, attribute)
  if (cycle) {
    const names = cycle.map(({ name }) => name).join(' → ')
    return [{ code: 'expression.cycle', target, parameters: { names } }]
  }
  const isTooLarge = sizeOf(model, attribute) > expressionLimits.expanded
  return isTooLarge ? [{ code: 'expression.size', target, parameters: { max: expressionLimits.expanded } }] : []
}

/** The uses of an attribute or variable, by its id. */
export function usesOf(model: Model, id: string): readonly Use[] {
  return usesByDefinition(model).get(id) ?? []
}

/** All uses in a model, by the id of the used definition. */
const usesByDefinition = memoize((model: Model): ReadonlyMap<string, readonly Use[]> => {
  const found = new Map<string, Use[]>()
  for (const entity of model.entities.values())
    for (const attribute of entity.attributes.filter(hasExpressions))
      for (const id of readsOf(model, attribute)) {
        if (id === attribute.id) continue
        const known = found.get(id)
        if (known) known.push(useBy(entity, attribute))
        else found.set(id, [useBy(entity, attribute)])
      }
  return found
})

function useBy(entity: EntityDefinition, { id, name }: Attribute): Use {
  return { entity_id: entity.id, entity: entity.name, attribute_id: id, attribute: name }
}

/** The ids of all definitions that an attribute's expressions read, including lookups on paths. */
export function readsOf(model: Model, attribute: Attribute): ReadonlySet<string> {
  const expressions = expressionsOf(model, attribute).flatMap(({ read }) =>
    'expression' in read ? [read.expression] : [],
  )
  return new Set([...expressions.flatMap(namedIds), ...rollupSourceIds(model, attribute)])
}

function textProblems(model: Model, attribute: Attribute): Problem[] {
  return expressionsOf(model, attribute).flatMap(({ place, read }): Problem[] => {
    if (!('problems' in read)) return []
    const position = read.problems[0]?.position
    // Specification 8: the specified sentence first, then the details.
    const failed: Problem = { code: 'expression.failed', target: place, ...(position !== undefined && { position }) }
    return [failed, ...read.problems.map((problem) => ({ ...problem, target: place }))]
  })
}

function rollupProblems(model: Model, attribute: Attribute): Problem[] {
  if (attribute.type !== 'rollup') return []
  const entity = model.entities.get(attribute.entity_id)
  if (!attribute.rollup || !entity) return [{ code: 'validation.required', target: 'rollup' }]
  const checked = checkedRollup(model, entity, attribute.rollup)
  // Problems of the filter are reported with the other expressions.
  return 'problems' in checked ? checked.problems.filter(({ target }) => target !== 'rollup.filter') : []
}

function isComputed({ type }: Attribute): boolean {
  return listMetadata[type].holds === 'computed'
}

/** The computed attributes among the sources of a formula or rollup. */
function computedReads(model: Model, attribute: Attribute): Attribute[] {
  return [...new Set(sourceIds(model, attribute))].flatMap((id) => {
    const found = attributeById(model, id)?.attribute
    return found && isComputed(found) ? [found] : []
  })
}

/** The attributes of a cycle through an attribute, which is both first and last; undefined without a cycle. */
function cycleFrom(model: Model, start: Attribute): readonly Attribute[] | undefined {
  const seen = new Set<string>()
  const walk = (attribute: Attribute, path: readonly Attribute[]): readonly Attribute[] | undefined => {
    for (const read of computedReads(model, attribute)) {
      if (read.id === start.id) return [...path, read]
      if (seen.has(read.id)) continue
      seen.add(read.id)
      const cycle = walk(read, [...path, read])
      if (cycle) return cycle
    }
    return undefined
  }
  return walk(start, [start])
}

/** Estimated size of a rollup's subquery, which computes its aggregate per row. */
const rollupSize = 40
const rollupRows = 4

/** Estimated size of a computed value with all computed sources expanded; stops shortly above the limit. */
function sizeOf(model: Model, attribute: Attribute, known = new Map<string, number>()): number {
  const size = known.get(attribute.id)
  if (size !== undefined) return size
  const expressions = expressionsOf(model, attribute).flatMap(({ read }) =>
    'expression' in read ? [read.expression] : [],
  )
  const isGathering = attribute.type === 'rollup'
  const own = expressions.reduce((sum, { tree }) => sum + tree.to - tree.at, isGathering ? rollupSize : 1)
  const reads = [...expressions.flatMap(referencesIn), ...rollupSourceIds(model, attribute)]
  const sum = reads.reduce((all, id) => {
    const found = attributeById(model, id)?.attribute
    return found && isComputed(found) ? all + sizeOf(model, found, known) * (isGathering ? rollupRows : 1) : all
  }, own)
  known.set(attribute.id, Math.min(sum, expressionLimits.expanded + 1))
  return sum
}

// One entry per occurrence.
function referencesIn({ dependencies }: Expression): string[] {
  return dependencies.fields.flatMap(({ fields }) => fields.at(-1)?.id ?? [])
}
