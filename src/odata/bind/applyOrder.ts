import { added, derived, type ApplyState } from '#odata/bind/applyState.ts'
import { placeColumn, type Ranking } from '#odata/bind/bound.ts'
import { bindExpression } from '#odata/bind/filter.ts'
import { mismatch, unsupported } from '#odata/bind/refusals.ts'
import { familyOf, isCollection, boundType } from '#odata/bind/types.ts'
import { isGeo } from '#odata/geo.ts'
import type { OrderItem, Transformation } from '#odata/syntax/node.ts'

/** Sorts by the given items; without items, the order so far becomes an explicit step. */
export function order(state: ApplyState, items: readonly OrderItem[]): ApplyState {
  const { context } = state
  const given = items.map(({ of, descending, at }) => {
    const expression = bindExpression(context, of)
    const type = boundType(expression)
    if (isCollection(type) || isGeo(type)) throw mismatch(type, 'asc', at, context.option)
    return { expression, descending }
  })
  // Equal rows keep their previous order.
  const all = [...given, ...(state.order ?? [])]
  const isSorted = given.length === 0 && ['order', 'slice'].includes(state.steps.at(-1)?.kind ?? '')
  return isSorted || all.length === 0 ? state : { ...added(state, { kind: 'order', of: all }), order: all }
}

/** The first rows, or all rows after them. */
export function slice(state: ApplyState, step: Transformation & { kind: 'top' | 'skip' }): ApplyState {
  return added(order(state, []), { kind: 'slice', [step.kind]: step.of })
}

const rankings: ReadonlySet<string> = new Set<Ranking>(['count', 'sum', 'percent'])

/** Binds `topcount`, `bottomsum` and the other rankings. */
export function ranked(state: ApplyState, step: Transformation & { kind: 'ranked' }): ApplyState {
  const { option } = state.context
  const [, end = '', of = ''] = /^(top|bottom)(.*)$/.exec(step.name) ?? []
  const { limit } = step
  if (!rankings.has(of) || limit.kind !== 'literal') throw unsupported(step.name, option)
  if (limit.type !== 'integer' && (of === 'count' || limit.type !== 'number')) {
    throw mismatch(limit.type, step.name, limit.at, option)
  }
  const next = derived(state)
  const expression = bindExpression(next.context, step.by)
  const type = boundType(expression)
  if (type === 'null' || isCollection(type) || isGeo(type) || (of !== 'count' && familyOf(type) !== 'number')) {
    throw mismatch(type, step.name, step.by.at, option)
  }
  const slot = { literal: limit.literal, as: of === 'count' ? 'bigint' : 'numeric' } as const
  const order = [{ expression, descending: end === 'top' }, ...(next.order ?? [])]
  const places = order.some((each) => each.expression.kind === 'column' && each.expression.name === placeColumn)
  const names = [...(next.context.columns?.keys() ?? []), ...(places ? [placeColumn] : [])]
  return { ...added(next, { kind: 'ranked', of: of as Ranking, order, limit: slot, names }), order }
}
