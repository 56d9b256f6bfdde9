import type { BoundNode, BoundQuery, BoundThrough, TableReference } from '#odata/bind/bound.ts'
import { mismatch, refuseUnknownName, unknownProperty } from '#odata/bind/refusals.ts'
import { weightOf } from '#odata/bind/computedWeight.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import { wholeSet, type EntitySet, type Navigation, type ODataModel, type Over, type Property } from '#odata/model.ts'
import type { Name } from '#odata/syntax/node.ts'
import { throughLinks, type ThroughLinks } from '#odata/resourcePath.ts'

/** State of resolving names while a query is bound: the tables used so far, the root first. */
export type QueryScope = {
  readonly model: ODataModel
  readonly tables: TableReference[]
  /** Number of parts of the computed values used so far. */
  spent: number
  /** Cost per row of the query's arithmetic and patterns (`weight.ts`). */
  cost: number
  /** Weight of the computed values used or shown so far. */
  reckoned: number
  /** Number of references from nested options to the row of the whole query. */
  roots: number
}

/** Starting points of paths: a table, lambda variables, and computed values of the query. */
export type BindPlace = {
  readonly base: number
  /** The table of the whole query, for `$it`, where different from the base. */
  readonly root?: number
  readonly variables?: ReadonlyMap<string, number>
  readonly computed?: ReadonlyMap<string, BoundNode>
  /** Current values of lambdas over collections of values, by variable. */
  readonly elements?: ReadonlyMap<string, BoundNode>
}

/** A scope with the entity set as its root. */
export function querySetScope(model: ODataModel, set: EntitySet): QueryScope {
  return { model, tables: [{ set, alias: 't' }], spent: 0, cost: 0, reckoned: 0, roots: 0 }
}

/** The table reference at an index. Throws for unknown indexes. */
export function tableAt(query: Pick<BoundQuery, 'tables'>, index: number): TableReference {
  const table = query.tables[index]
  if (!table) throw new Error(`no table ${index}`)
  return table
}

const root: BindPlace = { base: 0 }

/** The property at the end of a path, and its table; tables on the path are joined once. */
export function resolvePath(
  scope: QueryScope,
  names: readonly Name[],
  target: string,
  place: BindPlace = root,
): { table: number; property: Property } {
  const { table, rest } = walk(scope, names, target, place)
  const { set } = tableAt(scope, table)
  const property = set.properties.get(rest.text)
  if (!property && set.complexes?.has(rest.text)) throw mismatch(rest.text, '{}', rest.at, target)
  if (!property) throw unknownProperty(rest, set, knownNames(set), target)
  provide(scope, table, property)
  return { table, property }
}

/** The table before the last name of a path, and the last name. */
export function walk(
  scope: QueryScope,
  names: readonly Name[],
  target: string,
  place: BindPlace,
): { table: number; rest: Name } {
  const [first] = names
  const started = first && startOf(place, first)
  if (first?.text === '$it' && started !== place.base) scope.roots += 1
  let table = started ?? place.base
  let before = ''
  for (const name of names.slice(started === undefined ? 0 : 1, -1)) {
    const path = before + name.text
    if (tableAt(scope, table).set.complexes?.has(path)) before = `${path}/`
    else table = reference(scope, table, navigationOf(scope, table, { ...name, text: path }, target), 'join')
  }
  // A lambda variable alone is no value.
  const last = names.at(-1)
  if (!last || (started !== undefined && names.length === 1))
    throw refuseUnknownName(last ?? { text: '', at: 0 }, [], target)
  return { table, rest: before === '' ? last : { ...last, text: before + last.text } }
}

function startOf({ base, root: whole, variables }: BindPlace, { text }: Name): number | undefined {
  if (text === '$this') return base
  return text === '$it' ? (whole ?? base) : variables?.get(text)
}

/** Whether a name is a lambda variable. */
export function isVariable(place: BindPlace, name: string): boolean {
  return (place.variables?.has(name) ?? false) || (place.elements?.has(name) ?? false)
}

/** The lookup with a name. Throws for unknown names. */
export function navigationOf(scope: QueryScope, table: number, name: Name, target: string): Navigation {
  const { set } = tableAt(scope, table)
  const navigation = set.navigations.get(name.text)
  if (!navigation) throw refuseUnknownName(name, set.navigations.keys(), target)
  return navigation
}

/** The index of the lookup's table; an existing join of the same lookup is reused. */
export function reference(
  scope: QueryScope,
  parent: number,
  navigation: Navigation,
  purpose: 'join' | 'expand',
): number {
  const { set: parentSet } = tableAt(scope, parent)
  const via = wholeSet(parentSet).properties.get(navigation.via)
  const set = scope.model.entitySets.get(navigation.target)
  if (!via || !set) throw new Error(`${parentSet.name}.${navigation.name} leads nowhere`)
  const isSame = ({ link }: TableReference) => link?.parent === parent && link.via === via && link.purpose === purpose
  const existing = purpose === 'join' ? scope.tables.findIndex((table) => isSame(table) && table.set === set) : -1
  if (existing >= 0) return existing
  const alias = `${purpose === 'join' ? 'j' : 'e'}${scope.tables.length}`
  return scope.tables.push({ set, alias, link: { parent, via, purpose } }) - 1
}

/** Adds a reference to the rows of a collection; undefined where the table has no such collection. */
export function collectionOf(scope: QueryScope, parent: number, name: string): number | undefined {
  const { set: parentSet } = tableAt(scope, parent)
  const collection = parentSet.collections?.get(name)
  if (!collection) return undefined
  const set = scope.model.entitySets.get(collection.target)
  const via = set?.properties.get(collection.via)
  if (!via || !set) throw new Error(`${parentSet.name}.${name} leads nowhere`)
  const links = throughLinks(scope.model, collection)
  const through = links && throughTable(scope, links)
  const link = { parent, via, purpose: 'many', ...(through && { through }) } as const
  return scope.tables.push({ set, alias: `m${scope.tables.length}`, link }) - 1
}

/** Adds a reference to the link rows of a collection: a table of its own with its own guard. */
export function throughTable(scope: QueryScope, { set, own, theirs }: ThroughLinks): BoundThrough {
  return { table: scope.tables.push({ set, alias: `l${scope.tables.length}` }) - 1, own, theirs }
}

/**
 * Adds the tables that a computed value reads to the query, so that each of them is guarded. Refuses queries above the
 * weight limit: the value is repeated in the statement at each use, with everything it reads.
 */
export function provide(scope: QueryScope, table: number, property: Property): void {
  if (!property.derived) return
  scope.reckoned += weightOf(scope.model, tableAt(scope, table).set, property)
  if (scope.reckoned > queryLimits.reckoned) throw overLimit('reckoned')
  joinReads(scope, table, property)
}

function joinReads(scope: QueryScope, table: number, property: Property): void {
  const { derived } = property
  if (!derived) return
  const base = derived.over ? gatheredBy(scope, table, property, derived.over) : table
  if (base === undefined) return
  for (const path of [...derived.paths, ...(derived.over?.first ?? [])]) {
    const end = follow(scope, base, path.slice(0, -1))
    const read = end === undefined ? undefined : wholeSet(tableAt(scope, end).set).properties.get(path.at(-1) ?? '')
    if (end !== undefined && read) joinReads(scope, end, read)
  }
}

function gatheredBy(scope: QueryScope, table: number, property: Property, over: Over): number | undefined {
  const parent = follow(scope, table, over.lookups)
  if (parent === undefined) return undefined
  const known = scope.tables.findIndex(({ link }) => link?.derived === property && link.parent === parent)
  if (known >= 0) return known
  const collection = wholeSet(tableAt(scope, parent).set).collections?.get(over.collection)
  const set = collection && scope.model.entitySets.get(collection.target)
  const via = set && wholeSet(set).properties.get(collection.via)
  if (!set || !via) return undefined
  const links = throughLinks(scope.model, collection)
  if (collection.through && !links) return undefined
  const through = links && throughTable(scope, links)
  const link = { parent, via, purpose: 'many', derived: property, ...(through && { through }) } as const
  return scope.tables.push({ set, alias: `d${scope.tables.length}`, link }) - 1
}

// A path out of the model ends in undefined.
function follow(scope: QueryScope, from: number, lookups: readonly string[]): number | undefined {
  let table = from
  for (const name of lookups) {
    const navigation = wholeSet(tableAt(scope, table).set).navigations.get(name)
    if (!navigation || !scope.model.entitySets.has(navigation.target)) return undefined
    table = reference(scope, table, navigation, 'join')
  }
  return table
}

/** All names of a set. */
export function knownNames(set: EntitySet): readonly string[] {
  const { properties, complexes, navigations, collections } = set
  return [properties, complexes, navigations, collections].flatMap((names) => [...(names?.keys() ?? [])])
}
