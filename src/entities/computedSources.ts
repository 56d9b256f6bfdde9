import { listMetadata } from '#attributes/listMetadata.ts'
import type { Attribute } from '#attributes/attribute.ts'
import { checkedRollup, expressionsOf } from '#entities/formula.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { Expression } from '#expressions/expression.ts'
import { memoize } from '#platform/memoize.ts'

/** A formula or rollup with the ids of the attributes that its value is computed from, lookups on the way included. */
export type ComputedAttribute = { readonly attribute: Attribute; readonly sources: ReadonlySet<string> }

/** Every formula and rollup of a model with its direct sources; read once in a model. */
export const computedAttributes = memoize((model: Model): readonly ComputedAttribute[] =>
  [...model.entities.values()].flatMap(({ attributes }) =>
    attributes
      .filter(({ type }) => listMetadata[type].holds === 'computed')
      .map((attribute) => ({ attribute, sources: new Set(sourceIds(model, attribute)) })),
  ),
)

/** The ids of what a formula or rollup names itself, once for each time; empty for other attributes and broken texts. */
export function sourceIds(model: Model, attribute: Attribute): string[] {
  const own = expressionsOf(model, attribute).flatMap(({ place, read }) =>
    place === 'expression' && 'expression' in read ? namedIds(read.expression) : [],
  )
  return [...own, ...rollupSourceIds(model, attribute)]
}

/** The ids of the attributes and variables that an expression names. */
export function namedIds({ dependencies }: Expression): string[] {
  return [...dependencies.fields, ...dependencies.variables].flatMap(({ fields }) =>
    fields.flatMap(({ id }) => (id === undefined ? [] : [id])),
  )
}

/** The ids of what a rollup reads: its path, the field that it gathers and those of its filter. */
export function rollupSourceIds(model: Model, { rollup, entity_id }: Attribute): string[] {
  const entity = model.entities.get(entity_id)
  const checked = rollup && entity && checkedRollup(model, entity, rollup)
  if (!checked || 'problems' in checked) return []
  const { source, field, filter } = checked
  const fields = [...source.lookups, source.through, field].flatMap((each) => (each ? [each.id] : []))
  return [...fields, ...(filter ? namedIds(filter) : [])]
}

/**
 * The formulas and rollups whose value comes of any of the given attributes, directly or over other formulas. `isOpen` ends
 * the way: what it holds for is neither among them nor leads to others.
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

/** The attributes of makers' records that a formula or rollup comes of in the end, over all formulas between. */
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
