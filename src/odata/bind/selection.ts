import type { BoundNode, BoundExpand, BoundSelection, Computed } from '#odata/bind/bound.ts'
import { bindSteps } from '#odata/bind/apply.ts'
import type { BindContext } from '#odata/bind/context.ts'
import { bindSubselect } from '#odata/bind/subselect.ts'
import { bindOrderItems } from '#odata/bind/order.ts'
import { refuseUnknownName, unsupported } from '#odata/bind/refusals.ts'
import { propertiesOf } from '#odata/bind/select.ts'
import * as scopes from '#odata/bind/scope.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { propertyOf, type EntitySet, type Property } from '#odata/model.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { ExpandItem, SelectItem } from '#odata/syntax/node.ts'
import { keepsRows } from '#odata/syntax/query.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'

type Shown = { readonly select: readonly SelectItem[] | undefined; readonly expand: readonly ExpandItem[] }

/** Binds the content of an answer's rows. */
export function bindSelection(context: BindContext, shown: Shown, path: readonly string[] = []): BoundSelection {
  const { base, computed } = context.place
  const { set } = tableAt(context.scope, base)
  if (path.length > queryLimits.expandDepth) throw overLimit('expandDepth', '$expand')
  const properties = selected(set, shown.select, computed)
  for (const property of properties) scopes.provide(context.scope, base, property)
  const expands = expandedOf(set, shown.expand).map((item) => bindExpand(context, item, [...path, item.name.text]))
  const names = context.shows?.lookupNames ? namesOf(context, properties) : []
  const selection = { table: base, properties, computed: computedOf(computed, shown.select), expands, names }
  if (countOf(selection) > queryLimits.expands) throw overLimit('expands', '$expand')
  return selection
}

function namesOf({ scope, place }: BindContext, properties: readonly Property[]) {
  const { set } = tableAt(scope, place.base)
  return [...set.navigations.values()].flatMap((navigation) => {
    const via = properties.find(({ name }) => name === navigation.via)
    if (!via || scope.model.entitySets.get(navigation.target)?.label === undefined) return []
    return [{ via, table: scopes.reference(scope, place.base, navigation, 'expand') }]
  })
}

// `*` means all lookups and collections without an item of their own. A name may appear once as rows and once as a
// count.
function expandedOf(set: EntitySet, items: readonly ExpandItem[]): readonly ExpandItem[] {
  const own = new Set<string>()
  for (const { name, as } of items) {
    const shown = as === 'count' ? `${name.text}/$count` : name.text
    if (own.has(shown)) throw syntaxFault('$expand', name.at, name.text)
    own.add(shown)
  }
  return items.flatMap((item) => {
    if (item.name.text !== '*' || item.as === 'count') return [item]
    const names = [...set.navigations.keys(), ...(set.collections?.keys() ?? [])].filter((name) => !own.has(name))
    return names.map((text): ExpandItem => ({ ...item, name: { ...item.name, text } }))
  })
}

function countOf({ expands }: BoundSelection): number {
  return expands.reduce((count, { selection }) => count + 1 + countOf(selection), 0)
}

function bindExpand(context: BindContext, item: ExpandItem, path: readonly string[]): BoundExpand {
  const { scope, place } = context
  refuseNested(item)
  const { set } = tableAt(scope, place.base)
  const many = scopes.collectionOf(scope, place.base, item.name.text)
  const lookup = set.navigations.get(item.name.text)
  if (many === undefined && !lookup) {
    throw refuseUnknownName(item.name, [...set.navigations.keys(), ...(set.collections?.keys() ?? [])], '$expand')
  }
  const table =
    many ?? scopes.reference(scope, place.base, scopes.navigationOf(scope, place.base, item.name, '$expand'), 'expand')
  if (many === undefined) refuseManyOnly(item)
  const { roots } = scope
  const inner: BindContext = { ...context, option: '$expand', place: { base: table, root: place.root ?? place.base } }
  const start = { name: item.name.text, path, count: item.count, isCount: item.as === 'count' }
  const shown = { ...start, ...(keepsRows(item) ? rowsOf(inner, item, path) : appliedTo(inner, item)) }
  return { ...shown, isWhole: scope.roots > roots }
}

function rowsOf(inner: BindContext, item: ExpandItem, path: readonly string[]) {
  const { context, filter } = bindSubselect(inner, item)
  const { base } = context.place
  const isMany = tableAt(context.scope, base).link?.purpose === 'many'
  const order = isMany ? bindOrderItems(context, item.order) : []
  const selection = item.as === 'ref' ? referenceTo(base) : bindSelection(context, item, path)
  return { filter, order, selection, top: item.top, skip: item.skip }
}

// With `$apply`, all options become steps.
function appliedTo(inner: BindContext, item: ExpandItem) {
  const selection = { table: inner.place.base, properties: [], computed: [], expands: [] }
  const applied = bindSteps(inner, item)
  return { filter: undefined, order: [], selection, top: undefined, skip: undefined, applied }
}

function referenceTo(table: number): BoundSelection {
  return { table, properties: [], computed: [], expands: [], as: 'reference' }
}

function refuseNested(item: ExpandItem): void {
  if (item.levels !== undefined) throw unsupported('$levels', '$expand')
  if (/[*/@$.]/.test(item.name.text)) throw unsupported(`$expand=${item.name.text}`, '$expand')
}

// A lookup has at most one row: sorting, paging and counting do not apply.
function refuseManyOnly(item: ExpandItem): void {
  const { order, top, skip, count, apply } = item
  const given =
    order.length > 0 || [top, skip, apply].some((each) => each !== undefined) || count || item.as === 'count'
  if (given) throw syntaxFault('$expand', item.name.at, item.name.text)
}

// The key is always included: without the key a row with minimal metadata has no address.
function selected(
  set: EntitySet,
  select: readonly SelectItem[] | undefined,
  computed: ReadonlyMap<string, BoundNode> | undefined,
): readonly Property[] {
  if (!select) return [...set.properties.values()]
  const found = new Set([propertyOf(set, set.key)])
  for (const item of select) {
    const named = propertiesOf(set, item)
    if (!named && item.nested) throw unsupported(`$select=${item.text}()`, '$select')
    if (named) for (const each of named) found.add(each)
    else if (!set.navigations.has(item.text) && !set.collections?.has(item.text) && !computed?.has(item.text)) {
      throw refuseUnknownName(item, [...scopes.knownNames(set), ...(computed?.keys() ?? [])], '$select')
    }
  }
  return [...found]
}

function computedOf(
  computed: ReadonlyMap<string, BoundNode> | undefined,
  select: readonly SelectItem[] | undefined,
): readonly Computed[] {
  const names = select && new Set(select.map((item) => item.text))
  return [...(computed ?? [])]
    .filter(([name]) => !names || names.has(name) || names.has('*'))
    .map(([name, expression]) => ({ name, expression }))
}
