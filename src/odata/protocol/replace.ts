import type { EntitySet } from '#odata/model.ts'
import type { BodyValues } from '#odata/protocol/store.ts'

/**
 * The values that a row gets where it is replaced as a whole (part 1, 11.4.3): what is not given goes back to its default
 * or to nothing. Lookups that are not given stay.
 */
export function replacementOf(set: EntitySet, given: BodyValues): BodyValues {
  const lookups = new Set([...set.navigations.values()].map(({ via }) => via))
  const values: Record<string, unknown> = {}
  for (const { name, type, collection, default: value = null } of set.properties.values()) {
    if (lookups.has(name) || type === 'Edm.Stream' || !isSettable(set, name)) continue
    values[name] = value === null && collection ? [] : value
  }
  return { ...values, ...settableOf(set, given) }
}

/** What is given without that which only the server sets: whoever sends back a row as it was read may leave it there. */
export function settableOf(set: EntitySet, given: BodyValues): BodyValues {
  return Object.fromEntries(Object.entries(given).filter(([name]) => isSettable(set, name)))
}

function isSettable(set: EntitySet, name: string): boolean {
  const property = set.properties.get(name)
  return name !== set.key && !property?.computed && !property?.immutable
}
