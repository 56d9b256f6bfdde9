import { fault } from '#faults/fault.ts'
import type { Bound, BoundList, BoundOrder, BoundSelection } from '#odata/bind/bound.ts'
import { bindFilter } from '#odata/bind/filter.ts'
import { notQueryable, unknownName } from '#odata/bind/refusals.ts'
import { bindSearch } from '#odata/bind/search.ts'
import { knownNames, navigationOf, reference, resolve, scopeOf, tableAt, type Scope } from '#odata/bind/scope.ts'
import type { EntitySet, ODataModel, Property } from '#odata/model.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'
import type { ExpandItem, OrderItem, Query, SelectItem } from '#odata/syntax/node.ts'

/** The set of that name, or the refusal of an unknown name. */
export function entitySetOf(model: ODataModel, name: string): EntitySet {
  const set = model.entitySets.get(name)
  if (!set) throw unknownName({ text: name, at: 0 }, model.entitySets.keys(), name)
  return set
}

/** A list query with every name found and every literal checked against its type. */
export function bindList(model: ODataModel, entitySet: string, query: Query): BoundList {
  const scope = scopeOf(model, entitySetOf(model, entitySet))
  const filter = conjunction([
    ...(query.filter ? [bindFilter(scope, query.filter, query.literals)] : []),
    ...bindSearch(scope, query.search, query.literals.length - query.search.length),
  ])
  const order = bindOrder(scope, query.order)
  const selection = bindSelection(scope, 0, { select: query.select, expand: query.expand }, 1)
  return { tables: scope.tables, filter, order, selection, count: query.count }
}

/** One row by its key: only `$select` and `$expand` have a meaning there. */
export function bindOne(model: ODataModel, entitySet: string, query: Query): Pick<BoundList, 'tables' | 'selection'> {
  const option = Object.entries({
    $filter: query.filter,
    $orderby: query.order[0],
    $top: query.top,
    $skip: query.skip,
    $search: query.search[0],
  }).find((entry) => entry[1] !== undefined)
  if (option) throw fault('query.unknownName', { name: option[0], hint: 'none' }, option[0])
  const scope = scopeOf(model, entitySetOf(model, entitySet))
  const selection = bindSelection(scope, 0, { select: query.select, expand: query.expand }, 1)
  return { tables: scope.tables, selection }
}

function conjunction(parts: readonly Bound[]): Bound | undefined {
  return parts.length > 1 ? { kind: 'and', of: parts } : parts[0]
}

function bindOrder(scope: Scope, items: readonly OrderItem[]): readonly BoundOrder[] {
  const { set } = tableAt(scope, 0)
  const order: BoundOrder[] = []
  for (const item of items) {
    const { table, property } = resolve(scope, item.names, '$orderby')
    if (!property.sortable) throw notQueryable(item.names.at(-1) ?? { text: '', at: item.at }, '$orderby')
    const isSame = ({ expression }: BoundOrder) => expression.table === table && expression.property === property
    if (order.some(isSame)) continue
    order.push({ expression: { kind: 'property', table, property }, descending: item.descending })
    // Nothing behind the key can change the order.
    if (table === 0 && property.name === set.key) return order
  }
  // The key follows the last direction, so that one index serves the order both ways.
  const key = propertyOf(set, set.key)
  const descending = order.at(-1)?.descending ?? false
  return [...order, { expression: { kind: 'property', table: 0, property: key }, descending }]
}

type Shown = { readonly select: readonly SelectItem[] | undefined; readonly expand: readonly ExpandItem[] }

function bindSelection(scope: Scope, table: number, shown: Shown, depth: number): BoundSelection {
  const { set } = tableAt(scope, table)
  if (depth > limits.expandDepth + 1) throw overLimit('expandDepth', '$expand')
  const properties = selected(set, shown.select)
  const expands = shown.expand.map((item, index) => {
    const navigation = navigationOf(scope, table, item.name, '$expand')
    if (shown.expand.findIndex((other) => other.name.text === item.name.text) < index) {
      throw syntaxFault('$expand', item.name.at, item.name.text)
    }
    const target = reference(scope, table, navigation, 'expand')
    return { name: navigation.name, selection: bindSelection(scope, target, item, depth + 1) }
  })
  return { table, properties, expands }
}

// The key is always shown: without it a row of minimal metadata has no address.
function selected(set: EntitySet, select: readonly SelectItem[] | undefined): readonly Property[] {
  if (!select) return [...set.properties.values()]
  const found = new Set([propertyOf(set, set.key)])
  for (const item of select) {
    const property = set.properties.get(item.text)
    if (item.text === '*') for (const each of set.properties.values()) found.add(each)
    else if (property) found.add(property)
    else if (!set.navigations.has(item.text)) throw unknownName(item, knownNames(set), '$select')
  }
  return [...found]
}

/** A property that the set names itself, such as its key. */
export function propertyOf(set: EntitySet, name: string): Property {
  const property = set.properties.get(name)
  if (!property) throw new Error(`${set.name} has no ${name}`)
  return property
}
