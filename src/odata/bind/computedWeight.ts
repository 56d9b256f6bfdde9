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

/** What a query of its own within the statement weighs. */
const ownQuery = 10
/** Of a value that is computed for each row of a collection: as many rows as are taken for granted, for want of counting. */
const usualRows = 4

const weightsOf = memoize((_model: ODataModel) => new Map<Property, number>())

/**
 * What a value adds to a statement: a column is one part, a computed value its own parts and those of all that it reads,
 * each time that it reads it, over joins, and for several rows where it gathers them. Rollups of rollups weigh by the power
 * of their depth, as they cost.
 */
export function weightOf(model: ODataModel, set: EntitySet, property: Property): number {
  const { derived } = property
  if (!derived) return 1
  const known = weightsOf(model)
  const before = known.get(property)
  if (before !== undefined) return before
  // What reads itself in a circle leads out of the definitions' rules; it weighs too much.
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
