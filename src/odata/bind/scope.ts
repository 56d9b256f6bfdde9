import type { BoundQuery, TableReference } from '#odata/bind/bound.ts'
import { unknownName } from '#odata/bind/refusals.ts'
import type { EntitySet, Navigation, ODataModel, Property } from '#odata/model.ts'
import type { Name } from '#odata/syntax/node.ts'

/** Where names are looked up while a query is bound: the tables it uses so far, the root first. */
export type Scope = { readonly model: ODataModel; readonly tables: TableReference[] }

/** A scope whose root is the entity set. */
export function scopeOf(model: ODataModel, set: EntitySet): Scope {
  return { model, tables: [{ set, alias: 't' }] }
}

/** The table at a place. */
export function tableAt(query: Pick<BoundQuery, 'tables'>, index: number): TableReference {
  const table = query.tables[index]
  if (!table) throw new Error(`no table ${index}`)
  return table
}

/** The property at the end of a path, and the table it belongs to; tables on the way are joined once. */
export function resolve(scope: Scope, names: readonly Name[], target: string): { table: number; property: Property } {
  let table = 0
  for (const name of names.slice(0, -1))
    table = reference(scope, table, navigationOf(scope, table, name, target), 'join')
  const { set } = tableAt(scope, table)
  const last = names.at(-1) ?? { text: '', at: 0 }
  const property = set.properties.get(last.text)
  if (!property) throw unknownName(last, knownNames(set), target)
  return { table, property }
}

/** The lookup of that name. */
export function navigationOf(scope: Scope, table: number, name: Name, target: string): Navigation {
  const { set } = tableAt(scope, table)
  const navigation = set.navigations.get(name.text)
  if (!navigation) throw unknownName(name, set.navigations.keys(), target)
  return navigation
}

/** The place of the lookup's table; a join of the same lookup is used again. */
export function reference(scope: Scope, parent: number, navigation: Navigation, purpose: 'join' | 'expand'): number {
  const { set: parentSet } = tableAt(scope, parent)
  const via = parentSet.properties.get(navigation.via)
  const set = scope.model.entitySets.get(navigation.target)
  if (!via || !set) throw new Error(`${parentSet.name}.${navigation.name} leads nowhere`)
  const isSame = ({ link }: TableReference) => link?.parent === parent && link.via === via && link.purpose === purpose
  const existing = purpose === 'join' ? scope.tables.findIndex((table) => isSame(table) && table.set === set) : -1
  if (existing >= 0) return existing
  const alias = `${purpose === 'join' ? 'j' : 'e'}${scope.tables.length}`
  return scope.tables.push({ set, alias, link: { parent, via, purpose } }) - 1
}

/** Everything of a set that can be named. */
export function knownNames(set: EntitySet): readonly string[] {
  return [...set.properties.keys(), ...set.navigations.keys()]
}
