import type { BoundNode, BoundOrder, BoundStep, Computed } from '#odata/bind/bound.ts'
import type { BindContext } from '#odata/bind/context.ts'
import { provide, tableAt } from '#odata/bind/scope.ts'
import { boundType } from '#odata/bind/types.ts'
import { weigh } from '#odata/bind/weight.ts'

/**
 * State of binding `$apply`: the steps so far, the column names for the next step, and the order of the rows (sort
 * keys, or identifying columns). `parts`: number of concatenated sequences.
 */
export type ApplyState = {
  readonly context: BindContext
  readonly steps: readonly BoundStep[]
  readonly order?: readonly BoundOrder[]
  readonly parts: number
}

/** The state with a further step. */
export function added(state: ApplyState, step: BoundStep): ApplyState {
  return { ...state, steps: [...state.steps, step] }
}

/** Switches from properties of table rows to named columns. */
export function derived(state: ApplyState): ApplyState {
  const { context } = state
  if (context.columns) return state
  const { scope, place } = context
  const { set } = tableAt(scope, place.base)
  // A stream is no column of its row.
  const values = [...set.properties.values()].filter(({ type }) => type !== 'Edm.Stream')
  const own = values.map((property): Computed => {
    provide(scope, place.base, property)
    return { name: property.name, expression: { kind: 'property', table: place.base, property } }
  })
  const computed = [...(place.computed ?? [])].map(([name, expression]) => ({ name, expression }))
  const next = added(state, { kind: 'derive', of: [...own, ...computed] })
  return withKeyedState(withColumns(next, [...own, ...computed]), [set.key])
}

/** The state with the columns that the next step may use. */
export function withColumns(state: ApplyState, values: readonly Computed[]): ApplyState {
  const columns = new Map(
    values.map(({ name, expression }): readonly [string, BoundNode] => {
      const type = boundType(expression)
      return [name, type === 'null' ? expression : weigh({ kind: 'column', name, type }, expression)]
    }),
  )
  const { base } = state.context.place
  return { ...state, context: { ...state.context, columns, place: { base } } }
}

/** A stable order for unsorted rows, identical for every request (data aggregation 3.3). */
export function withKeyedState(state: ApplyState, names: readonly string[]): ApplyState {
  const order = names.flatMap((name) => {
    const expression = state.context.columns?.get(name)
    return expression && expression.kind !== 'null' ? [{ expression, descending: false }] : []
  })
  return { ...state, order }
}
