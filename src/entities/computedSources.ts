import { listMetadata } from '#attributes/listMetadata.ts'
import type { Attribute } from '#attributes/attribute.ts'
import { checkedRollup, expressionsOf } from '#entities/formula.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { Expression } from '#expressions/expression.ts'
import { memoize } from '#platform/memoize.ts'

/** A formula or rollup with the ids of its source attributes, including lookups on paths. */
export type ComputedAttribute = { readonly attribute: Attribute; readonly sources: ReadonlySet<string> }

/** All formulas and rollups of a model with their direct sources, computed once per model. */
export const computedAttributes = memoize((model: Model): readonly ComputedAttribute[] =>
  [...model.entities.values()].flatMap(({ attributes }) =>
    attributes
      .filter(({ type }) => listMetadata[type].holds === 'computed')
      .map((attribute) => ({ attribute, sources: new Set(sourceIds(model, attribute)) })),
  ),
)

/**
 * The ids of a formula's or rollup's direct sources, with repetitions; empty for other attributes and invalid texts.
 */
export function sourceIds(model: Model, attribute: Attribute): string[] {
  const own = expressionsOf(model, attribute).flatMap(({ place, read }) =>
    place === 'expression' && 'expression' in read ? namedIds(read.expression) : [],
  )
  return [...own, ...rollupSourceIds(model, attribute)]
}

/** The ids of an expression's attributes and variables. */
export function namedIds({ dependencies }: Expression): string[] {
  return [...dependencies.fields, ...dependencies.variables].flatMap(({ fields }) =>
    fields.flatMap(({ id }) => (id === undefined ? [] : [id])),
  )
}

/** The ids that a rollup reads: its path, the aggregated field and the fields of its filter. */
export function rollupSourceIds(model: Model, { rollup, entity_id }: Attribute): string[] {
  const entity = model.entities.get(entity_id)
  const checked = rollup && entity && checkedRollup(model, entity, rollup)
  if (!checked || 'problems' in checked) return []
  const { source, field, filter } = checked
  const fields = [...source.lookups, source.through, field].flatMap((each) => (each ? [each.id] : []))
  return [...fields, ...(filter ? namedIds(filter) : [])]
}

/**
 * The formulas and rollups computed from any of the given attributes, directly or through other formulas. Attributes
 * for which `isOpen` is true are left out and not followed further.
 */
export function computedFrom(
  model: Model,
  attributeIds: Iterable<string>,
  isOpen: (attribute: Attribute) => boolean = () => false,
): ReadonlySet<string> {
  const reached = new Set(attributeIds)
  if (reached.size === 0) return reached
  const found = new Set<string>()
  const all = computedAttributes(model).filter(({ attribute }) => !isOpen(attribute))
  for (let size = -1; size < found.size;) {
    size = found.size
    for (const { attribute, sources } of all) {
      if (found.has(attribute.id) || ![...sources].some((id) => reached.has(id))) continue
      found.add(attribute.id)
      reached.add(attribute.id)
    }
  }
  return found
}

/** The stored attributes from which a formula or rollup is ultimately computed. */
export function storedSources(model: Model, attribute: Attribute): readonly Attribute[] {
  const seen = new Set<string>()
  const walk = (id: string): Attribute[] => {
    if (seen.has(id)) return []
    seen.add(id)
    const found = attributeById(model, id)?.attribute
    if (!found) return []
    const sources = sourceIds(model, found)
    return sources.length === 0 ? [found] : sources.flatMap(walk)
  }
  return sourceIds(model, attribute).flatMap(walk)
}
