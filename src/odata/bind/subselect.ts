import type { BoundNode } from '#odata/bind/bound.ts'
import type { BindContext } from '#odata/bind/context.ts'
import { bindExpression, bindFilter } from '#odata/bind/filter.ts'
import { bindSearch } from '#odata/bind/search.ts'
import { knownNames, tableAt } from '#odata/bind/scope.ts'
import type { ComputeItem, Nested } from '#odata/syntax/node.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'

/** The filter, and the context with the computed values. */
type Found = { readonly context: BindContext; readonly filter: BoundNode | undefined }

/** Binds the options that select rows. Steps of `$apply` that keep rows are equivalent to options. */
export function bindSubselect(
  start: BindContext,
  { apply, compute, filter, search }: Pick<Nested, 'apply' | 'compute' | 'filter' | 'search'>,
): Found {
  const found: BoundNode[] = []
  let context = start
  for (const step of apply ?? []) {
    if (step.kind === 'filter') found.push(bindFilter({ ...context, option: '$apply' }, step.of))
    if (step.kind === 'search') found.push(bindSearch(context.scope, context.place.base, step.of))
    if (step.kind === 'compute') context = withComputed(context, step.of, '$apply')
  }
  context = withComputed(context, compute, '$compute')
  if (filter) found.push(bindFilter(context, filter))
  if (search) found.push(bindSearch(context.scope, context.place.base, search))
  const [only, ...others] = found
  return { context, filter: only && others.length > 0 ? { kind: 'and', of: found } : only }
}

/** The context with computed values; later ones may use earlier ones. */
function withComputed(context: BindContext, items: readonly ComputeItem[], option: string): BindContext {
  if (items.length === 0) return context
  const computed = new Map(context.place.computed)
  const { set } = tableAt(context.scope, context.place.base)
  for (const { of, as } of items) {
    if (computed.has(as.text) || knownNames(set).includes(as.text)) throw syntaxFault(option, as.at, as.text)
    computed.set(as.text, bindExpression({ ...context, option, place: { ...context.place, computed } }, of))
  }
  return { ...context, place: { ...context.place, computed } }
}
