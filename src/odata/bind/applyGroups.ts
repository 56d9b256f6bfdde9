import { bindAggregate } from '#odata/bind/aggregate.ts'
import { added, withKeyedState, withColumns, type ApplyState } from '#odata/bind/applyState.ts'
import type { Computed } from '#odata/bind/bound.ts'
import { bindExpression } from '#odata/bind/filter.ts'
import { unsupported } from '#odata/bind/refusals.ts'
import { measure } from '#odata/bind/weight.ts'
import type { Aggregate, Transformation } from '#odata/syntax/node.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'

/** Binds `groupby`; the only supported step inside groups is `aggregate`. */
export function groupBy(state: ApplyState, step: Transformation & { kind: 'groupby' }): ApplyState {
  const { option } = state.context
  if (step.rollup) throw unsupported('rollup', option)
  const [only, ...others] = step.steps
  if (others.length > 0 || (only && only.kind !== 'aggregate')) {
    throw unsupported(`groupby(${step.steps.map(({ kind }) => kind).join('/')})`, option)
  }
  const by = step.by.map((names): Computed => {
    const expression = bindExpression(state.context, { kind: 'path', names, at: names[0]?.at ?? 0 })
    return { name: names.map((name) => name.text).join('/'), expression }
  })
  const isTwice = by.some(({ name }, index) => by.findIndex((other) => other.name === name) < index)
  if (isTwice) throw syntaxFault(option, step.at, 'groupby')
  return group(state, by, only ? only.of : [])
}

/** Groups with their aggregates, one row each. */
export function group(state: ApplyState, by: readonly Computed[], aggregates: readonly Aggregate[]): ApplyState {
  const found = aggregates.map((each) => bindAggregate(state.context, each, bindExpression))
  const values = [
    ...by,
    ...found.map(({ name, type, of }): Computed => {
      return { name, expression: measure({ kind: 'column', name, type }, of ? [of] : []) }
    }),
  ]
  if (new Set(values.map(({ name }) => name)).size < values.length)
    throw syntaxFault(state.context.option, aggregates[0]?.at ?? 0, 'aggregate')
  const names = by.map(({ name }) => name)
  return withKeyedState(withColumns(added(state, { kind: 'group', by, aggregates: found }), values), names)
}
