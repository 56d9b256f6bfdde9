import type { BoundNode, BoundQuery, BoundThrough, TableReference } from '#odata/bind/bound.ts'
import { mismatch, refuseUnknownName, unknownProperty } from '#odata/bind/refusals.ts'
import { weightOf } from '#odata/bind/computedWeight.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import { wholeSet, type EntitySet, type Navigation, type ODataModel, type Over, type Property } from '#odata/model.ts'
import type { Name } from '#odata/syntax/node.ts'
import { throughLinks, type ThroughLinks } from '#odata/resourcePath.ts'

/** Where names are looked up while a query is bound: the tables it uses so far, the root first. */
export type QueryScope = {
  readonly model: ODataModel
  readonly tables: TableReference[]
  /** How many parts the computed values have that expressions used so far. */
  spent: number
  /** What the arithmetic and the patterns of the query cost for each row (`weight.ts`). */
  cost: number
  /** What the computed values weigh that were used or shown so far. */
  reckoned: number
  /** How often nested options spoke of the row of the whole query. */
  roots: number
}

/** From where paths start: a table, the variables of lambdas, and the values that the query computes. */
export type BindPlace = {
  readonly base: number
  /** What `$it` stands for where that is not the base: the table of the whole query. */
  readonly root?: number
  readonly variables?: ReadonlyMap<string, number>
  readonly computed?: ReadonlyMap<string, BoundNode>
  /** The values that lambdas over collections of values look at, by their variables. */
  readonly elements?: ReadonlyMap<string, BoundNode>
}

/** A scope whose root is the entity set. */
export function querySetScope(model: ODataModel, set: EntitySet): QueryScope {
  return { model, tables: [{ set, alias: 't' }], spent: 0, cost: 0, reckoned: 0, roots: 0 }
}

/** The table at a place. */
export function tableAt(query: Pick<BoundQuery, 'tables'>, index: number): TableReference {
  const table = query.tables[index]
  if (!table) throw new Error(`no table ${index}`)
  return table
}

const root: BindPlace = { base: 0 }

/** The property at the end of a path, and the table it belongs to; tables on the way are joined once. */
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

/** The table that all names but the last lead to, and the last name. */
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
  // A variable alone is no value.
  const last = names.at(-1)
  if (!last || (started !== undefined && names.length === 1))
    throw refuseUnknownName(last ?? { text: '', at: 0 }, [], target)
  return { table, rest: before === '' ? last : { ...last, text: before + last.text } }
}

function startOf({ base, root: whole, variables }: BindPlace, { text }: Name): number | undefined {
  if (text === '$this') return base
  return text === '$it' ? (whole ?? base) : variables?.get(text)
}

/** Whether a name stands for the row or the value that a lambda looks at. */
export function isVariable(place: BindPlace, name: string): boolean {
  return (place.variables?.has(name) ?? false) || (place.elements?.has(name) ?? false)
}

/** The lookup of that name. */
export function navigationOf(scope: QueryScope, table: number, name: Name, target: string): Navigation {
  const { set } = tableAt(scope, table)
  const navigation = set.navigations.get(name.text)
  if (!navigation) throw refuseUnknownName(name, set.navigations.keys(), target)
  return navigation
}

/** The place of the lookup's table; a join of the same lookup is used again. */
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

/** A new use of the rows of a collection, or undefined where the table has none of that name. */
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

/** A use of the links that a collection goes through: a table of its own, guarded like any. */
export function throughTable(scope: QueryScope, { set, own, theirs }: ThroughLinks): BoundThrough {
  return { table: scope.tables.push({ set, alias: `l${scope.tables.length}` }) - 1, own, theirs }
}

/**
 * Makes the tables that a computed value reads part of the query, so that each of them is guarded. Refuses what weighs more
 * than a query may: the value stands in the statement wherever it is named, with all that it reads in its place.
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

// What leads out of the model leads nowhere.
function follow(scope: QueryScope, from: number, lookups: readonly string[]): number | undefined {
  let table = from
  for (const name of lookups) {
    const navigation = wholeSet(tableAt(scope, table).set).navigations.get(name)
    if (!navigation || !scope.model.entitySets.has(navigation.target)) return undefined
    table = reference(scope, table, navigation, 'join')
  }
  return table
}

/** Everything of a set that can be named. */
export function knownNames(set: EntitySet): readonly string[] {
  const { properties, complexes, navigations, collections } = set
  return [properties, complexes, navigations, collections].flatMap((names) => [...(names?.keys() ?? [])])
}
