import type { BoundNode, ScalarType } from '#odata/bind/bound.ts'
import type { BindPart, BindContext } from '#odata/bind/context.ts'
import { notQueryable, refuseUnknownName, unsupported } from '#odata/bind/refusals.ts'
import { bindSearch } from '#odata/bind/search.ts'
import { collectionOf, tableAt, walk } from '#odata/bind/scope.ts'
import { placeWithin } from '#odata/bind/collection.ts'
import { isCollection, boundType } from '#odata/bind/types.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { Lambda, Name, QueryNode, Within } from '#odata/syntax/node.ts'

/** `any` and `all` over a collection; `all` holds where the condition is true for each row. */
export function bindLambda(
  context: BindContext,
  { names, lambda }: QueryNode & { kind: 'lambda' },
  bindFilter: BindPart,
): BoundNode {
  const { place } = context
  const collection = valuesOf(context, names)
  if (collection) return bindSomeValue(context, collection, lambda, bindFilter)
  if ((place.variables?.size ?? 0) >= queryLimits.lambdaDepth) throw overLimit('lambdaDepth', context.option)
  const table = rowsOf(context, names)
  if (!lambda.of || lambda.variable === undefined) return { kind: 'some', table, of: undefined }
  const variables = new Map(place.variables).set(lambda.variable, table)
  const of = bindFilter({ ...context, place: { ...place, variables } }, lambda.of)
  if (lambda.operator === 'any') return { kind: 'some', table, of }
  return { kind: 'not', of: { kind: 'some', table, of: failing(of) } }
}

function bindSomeValue(
  context: BindContext,
  { bound, type }: Values,
  { operator, variable, of: condition }: Lambda,
  bindFilter: BindPart,
): BoundNode {
  if (!condition || variable === undefined) {
    return { kind: 'someValue', alias: 'v', collection: bound, of: undefined }
  }
  const { place, alias } = placeWithin(context, variable, type)
  const of = bindFilter({ ...context, place }, condition)
  if (operator === 'any') return { kind: 'someValue', alias, collection: bound, of }
  return { kind: 'not', of: { kind: 'someValue', alias, collection: bound, of: failing(of) } }
}

function failing(of: BoundNode): BoundNode {
  return { kind: 'not', of: { kind: 'holds', of } }
}

/** `$count` of a collection, with its own filter and search. */
export function bindTotal(
  context: BindContext,
  { names, within }: QueryNode & { kind: 'count' },
  bindFilter: BindPart,
): BoundNode {
  const collection = valuesOf(context, names)
  if (collection) return bindCountOfValues(context, collection, within, bindFilter)
  const table = rowsOf(context, names)
  const root = context.place.root ?? context.place.base
  const filter = within.filter && bindFilter({ ...context, place: { base: table, root } }, within.filter)
  const search = within.search && bindSearch(context.scope, table, within.search)
  const of: BoundNode | undefined = filter && search ? { kind: 'and', of: [filter, search] } : (filter ?? search)
  return { kind: 'count', table, of }
}

function bindCountOfValues(
  context: BindContext,
  { bound, type }: Values,
  within: Within,
  bindFilter: BindPart,
): BoundNode {
  if (within.search) throw unsupported('$search', context.option)
  const { place, alias } = placeWithin(context, '$this', type)
  const of = within.filter && bindFilter({ ...context, place }, within.filter)
  return { kind: 'countValues', alias, collection: bound, of }
}

type Values = { readonly bound: BoundNode; readonly type: ScalarType }

// A property with a collection of values; undefined where the path leads to rows.
function valuesOf(context: BindContext, names: readonly Name[]): Values | undefined {
  const { scope, option, place } = context
  const own = context.columns?.get(names.map((name) => name.text).join('/'))
  if (context.columns) return own && valuesIn(own)
  const { table, rest } = walk(scope, names, option, place)
  const property = tableAt(scope, table).set.properties.get(rest.text)
  if (!property?.collection) return undefined
  if (!property.filterable) throw notQueryable(rest, option)
  return valuesIn({ kind: 'property', table, property })
}

function valuesIn(bound: BoundNode): Values | undefined {
  const type = boundType(bound)
  return type !== 'null' && isCollection(type) ? { bound, type: type.of } : undefined
}

function rowsOf(context: BindContext, names: readonly Name[]): number {
  if (context.columns) throw unsupported(names.map((name) => name.text).join('/'), context.option)
  const { table, rest } = walk(context.scope, names, context.option, context.place)
  const found = collectionOf(context.scope, table, rest.text)
  if (found === undefined) {
    throw refuseUnknownName(rest, tableAt(context.scope, table).set.collections?.keys() ?? [], context.option)
  }
  return found
}
