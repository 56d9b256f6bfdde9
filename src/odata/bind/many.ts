import type { Bound } from '#odata/bind/bound.ts'
import type { BindPart, Context } from '#odata/bind/context.ts'
import { unknownName, unsupported } from '#odata/bind/refusals.ts'
import { bindSearch } from '#odata/bind/search.ts'
import { collectionOf, tableAt, walk } from '#odata/bind/scope.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import type { Name, Node } from '#odata/syntax/node.ts'

/** `any` and `all` over a collection: `all` holds where no row fails. */
export function bindMany(context: Context, { names, lambda }: Node & { kind: 'lambda' }, bindFilter: BindPart): Bound {
  const { place } = context
  if ((place.variables?.size ?? 0) >= limits.lambdaDepth) throw overLimit('lambdaDepth', context.option)
  const table = rowsOf(context, names)
  if (!lambda.of || lambda.variable === undefined) return { kind: 'some', table, of: undefined }
  const variables = new Map(place.variables).set(lambda.variable, table)
  const of = bindFilter({ ...context, place: { ...place, variables } }, lambda.of)
  if (lambda.operator === 'any') return { kind: 'some', table, of }
  return { kind: 'not', of: { kind: 'some', table, of: { kind: 'not', of } } }
}

/** `$count` of a collection, of those rows that its own filter and search find. */
export function bindTotal(context: Context, { names, within }: Node & { kind: 'count' }, bindFilter: BindPart): Bound {
  const table = rowsOf(context, names)
  const filter = within.filter && bindFilter({ ...context, place: { base: table } }, within.filter)
  const search = within.search && bindSearch(context.scope, table, within.search)
  const of: Bound | undefined = filter && search ? { kind: 'and', of: [filter, search] } : (filter ?? search)
  return { kind: 'count', table, of }
}

function rowsOf(context: Context, names: readonly Name[]): number {
  if (context.columns) throw unsupported(names.map((name) => name.text).join('/'), context.option)
  const { table, rest } = walk(context.scope, names, context.option, context.place)
  const found = collectionOf(context.scope, table, rest.text)
  if (found === undefined) {
    throw unknownName(rest, tableAt(context.scope, table).set.collections?.keys() ?? [], context.option)
  }
  return found
}
