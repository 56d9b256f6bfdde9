import {
  wholeSet,
  type Derived,
  type EntitySet,
  type Navigation,
  type ODataModel,
  type Property,
} from '#odata/model.ts'
import { queryLimits } from '#odata/syntax/limits.ts'
import { memoize } from '#platform/memoize.ts'

/** Weight of a subquery. */
const ownQuery = 10
/** Assumed number of rows of a collection, in the absence of counts. */
const usualRows = 4

const weightsOf = memoize((_model: ODataModel) => new Map<Property, number>())

/**
 * Weight of a value in a statement: 1 for a column; for a computed value its own parts and the weights of everything
 * read, multiplied by the number of reads, over joins, and for several rows where collections are aggregated. Nested
 * rollups grow exponentially with their depth, like their cost.
 */
export function weightOf(model: ODataModel, set: EntitySet, property: Property): number {
  const { derived } = property
  if (!derived) return 1
  const known = weightsOf(model)
  const before = known.get(property)
  if (before !== undefined) return before
  // The rules for definitions exclude cycles; the initial weight above the limit refuses one.
  known.set(property, queryLimits.reckoned + 1)
  const weight = Math.min(reckonedWeight(model, set, derived), queryLimits.reckoned + 1)
  known.set(property, weight)
  return weight
}

function reckonedWeight(model: ODataModel, set: EntitySet, { paths, times, parts = 1, over }: Derived): number {
  const base = over ? gathered(model, set, over.lookups, over.collection) : set
  const reads = base
    ? paths.reduce((sum, path, at) => sum + (times?.[at] ?? 1) * pathWeight(model, base, path), 0)
    : paths.length
  return over ? parts + over.lookups.length + ownQuery + usualRows * reads : parts + reads
}

function pathWeight(model: ODataModel, start: EntitySet, path: readonly string[]): number {
  const end = follow(model, start, path.slice(0, -1))
  const property = end && wholeSet(end).properties.get(path.at(-1) ?? '')
  return path.length - 1 + (end && property ? weightOf(model, end, property) : 1)
}

function gathered(model: ODataModel, set: EntitySet, lookups: readonly string[], name: string): EntitySet | undefined {
  const parent = follow(model, set, lookups)
  const collection = parent && wholeSet(parent).collections?.get(name)
  return collection && model.entitySets.get(collection.target)
}

function follow(model: ODataModel, start: EntitySet, lookups: readonly string[]): EntitySet | undefined {
  let set: EntitySet | undefined = start
  for (const name of lookups) {
    const navigation: Navigation | undefined = set && wholeSet(set).navigations.get(name)
    set = navigation && model.entitySets.get(navigation.target)
  }
  return set
}
