import { fault } from '#faults/fault.ts'
import type { Bound, BoundExpand, BoundList, BoundRows, BoundSelection, Computed } from '#odata/bind/bound.ts'
import type { Context } from '#odata/bind/context.ts'
import { bindExpression, bindFilter } from '#odata/bind/filter.ts'
import { bindOrderItems } from '#odata/bind/order.ts'
import { unknownName, unsupported } from '#odata/bind/refusals.ts'
import { bindSearch } from '#odata/bind/search.ts'
import { propertiesOf } from '#odata/bind/select.ts'
import * as scopes from '#odata/bind/scope.ts'
import { tableAt, type Scope } from '#odata/bind/scope.ts'
import { bindTrail, trailAt } from '#odata/bind/trail.ts'
import { propertyOf, type EntitySet, type ODataModel, type Property } from '#odata/model.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import { refuseLater } from '#odata/syntax/query.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'
import type { Part, Trail } from '#odata/trail.ts'
import type { ComputeItem, ExpandItem, Query, Search, SelectItem } from '#odata/syntax/node.ts'

/** A list query with every name found and every literal checked against its type. */
export function bindList(model: ODataModel, place: string | Trail, query: Query): BoundList {
  refuseLater(query)
  if (query.apply) throw unsupported('$apply', '$apply')
  const trail = trailAt(model, place)
  const { scope, root } = bindTrail(model, trail, query.literals)
  const context = contextOf(scope, query)
  const filter = found(context, query)
  const order = bindOrderItems({ ...context, option: '$orderby' }, query.order)
  const selection = shownOf(trail, context, query)
  return { tables: scope.tables, root, filter, order, selection, count: query.count }
}

/** One row: only `$select`, `$expand` and `$compute` have a meaning there. */
export function bindOne(model: ODataModel, place: string | Trail, query: Query): BoundRows {
  refuseLater(query)
  refuseGiven({
    $filter: query.filter,
    $orderby: query.order[0],
    $top: query.top,
    $skip: query.skip,
    $search: query.search,
    $apply: query.apply,
  })
  const trail = trailAt(model, place)
  const { scope, root } = bindTrail(model, trail, query.literals)
  const selection = shownOf(trail, contextOf(scope, query), query)
  return { tables: scope.tables, root, selection }
}

function shownOf(trail: Trail, context: Context, query: Query): BoundSelection {
  if (!trail.as) return bindSelection(context, query, 1)
  refuseGiven({ $select: query.select, $expand: query.expand[0], $compute: query.compute[0] })
  return { table: 0, properties: [], computed: [], expands: [], as: trail.as }
}

function refuseGiven(options: Readonly<Record<string, unknown>>): void {
  const option = Object.keys(options).find((name) => options[name] !== undefined)
  if (option !== undefined) throw fault('query.unknownName', { name: option, hint: 'none' }, option)
}

/** A part of one row and nothing else of it. */
export function bindPart(model: ODataModel, trail: Trail, { properties, isComplex }: Part): BoundRows {
  const { scope, root } = bindTrail(model, trail, trail.literals)
  const [property] = properties
  const computed = [{ name: 'value', expression: { kind: 'property', table: 0, property } as const }]
  const shown = isComplex ? { properties, computed: [] } : { properties: [], computed }
  return { tables: scope.tables, root, selection: { table: 0, ...shown, expands: [], as: 'value' } }
}

function contextOf(scope: Scope, query: Query): Context {
  const context = { scope, literals: query.literals, option: '$filter', place: { base: 0 } }
  return query.compute.length === 0 ? context : withComputed(context, query.compute)
}

// Later values may use earlier ones.
function withComputed(context: Context, items: readonly ComputeItem[]): Context {
  const computed = new Map<string, Bound>()
  const { set } = tableAt(context.scope, context.place.base)
  for (const { of, as } of items) {
    if (computed.has(as.text) || scopes.knownNames(set).includes(as.text)) throw syntaxFault('$compute', as.at, as.text)
    const bound = bindExpression({ ...context, option: '$compute', place: { ...context.place, computed } }, of)
    computed.set(as.text, bound)
  }
  return { ...context, place: { ...context.place, computed } }
}

type Found = { readonly filter: Query['filter']; readonly search: Search | undefined }

function found(context: Context, { filter, search }: Found): Bound | undefined {
  const bound = filter && bindFilter(context, filter)
  const searched = search && bindSearch(context.scope, context.place.base, search)
  return bound && searched ? { kind: 'and', of: [bound, searched] } : (bound ?? searched)
}

type Shown = { readonly select: readonly SelectItem[] | undefined; readonly expand: readonly ExpandItem[] }

function bindSelection(context: Context, shown: Shown, depth: number): BoundSelection {
  const { base, computed } = context.place
  const { set } = tableAt(context.scope, base)
  if (depth > limits.expandDepth + 1) throw overLimit('expandDepth', '$expand')
  const properties = selected(set, shown.select, computed)
  const expands = shown.expand.map((item, index) => {
    if (shown.expand.findIndex((other) => other.name.text === item.name.text && other.as === item.as) < index) {
      throw syntaxFault('$expand', item.name.at, item.name.text)
    }
    return bindExpand(context, item, depth)
  })
  return { table: base, properties, computed: computedOf(computed, shown.select), expands }
}

function bindExpand(context: Context, item: ExpandItem, depth: number): BoundExpand {
  const { scope, place } = context
  refuseNested(item)
  const { set } = tableAt(scope, place.base)
  const many = scopes.collectionOf(scope, place.base, item.name.text)
  const lookup = set.navigations.get(item.name.text)
  if (many === undefined && !lookup) {
    throw unknownName(item.name, [...set.navigations.keys(), ...(set.collections?.keys() ?? [])], '$expand')
  }
  const table =
    many ?? scopes.reference(scope, place.base, scopes.navigationOf(scope, place.base, item.name, '$expand'), 'expand')
  if (many === undefined) refuseManyOnly(item)
  const inner: Context = { ...context, option: '$expand', place: { base: table, root: 'outside' } }
  const own = item.compute.length === 0 ? inner : withComputed(inner, item.compute)
  return {
    name: item.name.text,
    filter: found(own, item),
    order: many === undefined ? [] : bindOrderItems(own, item.order),
    selection: bindSelection(own, item, depth + 1),
    top: item.top,
    skip: item.skip,
    count: item.count,
    isCount: item.as === 'count',
  }
}

function refuseNested(item: ExpandItem): void {
  if (item.levels !== undefined) throw unsupported('$levels', '$expand')
  if (item.apply) throw unsupported('$expand($apply)', '$expand')
  if (item.as === 'ref') throw unsupported('$expand(/$ref)', '$expand')
  if (/[*/@$.]/.test(item.name.text)) throw unsupported(`$expand=${item.name.text}`, '$expand')
}

// A lookup has one row or none: there is nothing to sort, cut or count.
function refuseManyOnly(item: ExpandItem): void {
  const { order, top, skip, count } = item
  const given = order.length > 0 || top !== undefined || skip !== undefined || count || item.as === 'count'
  if (given) throw syntaxFault('$expand', item.name.at, item.name.text)
}

// The key is always shown: without it a row of minimal metadata has no address.
function selected(
  set: EntitySet,
  select: readonly SelectItem[] | undefined,
  computed: ReadonlyMap<string, Bound> | undefined,
): readonly Property[] {
  if (!select) return [...set.properties.values()]
  const found = new Set([propertyOf(set, set.key)])
  for (const item of select) {
    const named = propertiesOf(set, item)
    if (!named && item.nested) throw unsupported(`$select=${item.text}()`, '$select')
    if (named) for (const each of named) found.add(each)
    else if (!set.navigations.has(item.text) && !set.collections?.has(item.text) && !computed?.has(item.text)) {
      throw unknownName(item, [...scopes.knownNames(set), ...(computed?.keys() ?? [])], '$select')
    }
  }
  return [...found]
}

function computedOf(
  computed: ReadonlyMap<string, Bound> | undefined,
  select: readonly SelectItem[] | undefined,
): readonly Computed[] {
  const names = select && new Set(select.map((item) => item.text))
  return [...(computed ?? [])]
    .filter(([name]) => !names || names.has(name) || names.has('*'))
    .map(([name, expression]) => ({ name, expression }))
}
