import type { Bound, BoundAggregate, BoundApply, BoundStep, Computed, ExpressionType } from '#odata/bind/bound.ts'
import type { Context } from '#odata/bind/context.ts'
import { bindExpression, bindFilter } from '#odata/bind/filter.ts'
import { mismatch, unsupported } from '#odata/bind/refusals.ts'
import { bindSearch } from '#odata/bind/search.ts'
import { provide, tableAt } from '#odata/bind/scope.ts'
import { bindTrail } from '#odata/bind/trail.ts'
import { familyOf, isFloat, typeOf, widerNumber } from '#odata/bind/types.ts'
import { measure, weigh } from '#odata/bind/weight.ts'
import type { ODataModel } from '#odata/model.ts'
import type { Trail } from '#odata/trail.ts'
import type { Aggregate, ComputeItem, Node, OrderItem, Query, Transformation } from '#odata/syntax/node.ts'
import { refuseLater } from '#odata/syntax/query.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'

const option = '$apply'

/** The steps so far, and how the values are called that the next one finds. */
type State = { readonly context: Context; readonly steps: readonly BoundStep[] }

/** `$apply` and the options that work on its result, as steps one after the other. */
export function bindApply(model: ODataModel, trail: Trail, query: Query): BoundApply {
  refuseLater(query)
  if (query.select) throw unsupported('$select', option)
  if (query.expand.length > 0) throw unsupported('$expand', option)
  if (query.search) throw unsupported('$search', option)
  if (query.skipToken !== undefined) throw unsupported('$skiptoken', option)
  const { scope, root } = bindTrail(model, trail, query.literals)
  const context: Context = { scope, literals: query.literals, option, place: { base: 0 } }
  const applied = derived(stepsOf({ context, steps: [] }, query.apply ?? []))
  const computed = query.compute.length > 0 ? compute(applied, query.compute) : applied
  const filtered = query.filter ? filter(computed, query.filter) : computed
  const ordered = query.order.length > 0 ? order(filtered, query.order) : filtered
  const columns = [...(ordered.context.columns ?? [])].map(([name, bound]) => ({ name, type: typeOf(bound) }))
  return {
    tables: scope.tables,
    root,
    selection: { table: 0, properties: [], computed: [], expands: [] },
    steps: ordered.steps,
    columns,
    count: query.count,
  }
}

function stepsOf(state: State, steps: readonly Transformation[]): State {
  return steps.reduce(stepOf, state)
}

function stepOf(state: State, step: Transformation): State {
  switch (step.kind) {
    case 'identity':
      return state
    case 'filter':
      return filter(state, step.of)
    case 'search':
      return search(state, step)
    case 'compute':
      return compute(state, step.of)
    case 'aggregate':
      return group(state, [], step.of)
    case 'groupby':
      return groupBy(state, step)
    case 'concat':
      return concat(state, step.of)
    case 'orderby':
      return order(derived(state), step.of)
    case 'top':
    case 'skip':
      return added(derived(state), { kind: 'slice', [step.kind]: step.of })
    case 'ranked':
      return ranked(state, step)
    case 'other':
      throw unsupported(step.name, option)
  }
}

function added(state: State, step: BoundStep): State {
  return { ...state, steps: [...state.steps, step] }
}

function filter(state: State, node: Node): State {
  return added(state, { kind: 'filter', of: bindFilter(state.context, node) })
}

function search(state: State, step: Transformation & { kind: 'search' }): State {
  if (state.context.columns) throw unsupported('search', option)
  return added(state, { kind: 'filter', of: bindSearch(state.context.scope, 0, step.of) })
}

// From here on rows have named values instead of properties.
function derived(state: State): State {
  const { context } = state
  if (context.columns) return state
  const { set } = tableAt(context.scope, 0)
  const own = [...set.properties.values()].map((property): Computed => {
    provide(context.scope, 0, property)
    return { name: property.name, expression: { kind: 'property', table: 0, property } }
  })
  const computed = [...(context.place.computed ?? [])].map(([name, expression]) => ({ name, expression }))
  return withColumns(added(state, { kind: 'derive', of: [...own, ...computed] }), [...own, ...computed])
}

function withColumns(state: State, values: readonly Computed[]): State {
  const columns = new Map(
    values.map(({ name, expression }): readonly [string, Bound] => {
      const type = typeOf(expression)
      return [name, type === 'null' ? expression : weigh({ kind: 'column', name, type }, expression)]
    }),
  )
  return { ...state, context: { ...state.context, columns, place: { base: 0 } } }
}

function compute(state: State, items: readonly ComputeItem[]): State {
  return items.reduce((state, { of, as }) => {
    const { context } = state
    const expression = bindExpression(context, of)
    const isTaken = context.columns
      ? context.columns.has(as.text)
      : context.place.computed?.has(as.text) || tableAt(context.scope, 0).set.properties.has(as.text)
    if (isTaken) throw syntaxFault(option, as.at, as.text)
    if (!context.columns) {
      const computed = new Map(context.place.computed).set(as.text, expression)
      return { ...state, context: { ...context, place: { ...context.place, computed } } }
    }
    const before = [...context.columns].map(([name, expression]) => ({ name, expression }))
    return withColumns(added(state, { kind: 'compute', name: as.text, of: expression }), [
      ...before,
      { name: as.text, expression },
    ])
  }, state)
}

function groupBy(state: State, step: Transformation & { kind: 'groupby' }): State {
  if (step.rollup) throw unsupported('rollup', option)
  const [only, ...others] = step.steps
  if (others.length > 0 || (only && only.kind !== 'aggregate')) throw unsupported('groupby', option)
  const by = step.by.map((names): Computed => {
    const expression = bindExpression(state.context, { kind: 'path', names, at: names[0]?.at ?? 0 })
    return { name: names.map((name) => name.text).join('/'), expression }
  })
  const isTwice = by.some(({ name }, index) => by.findIndex((other) => other.name === name) < index)
  if (isTwice) throw syntaxFault(option, step.at, 'groupby')
  return group(state, by, only ? only.of : [])
}

function group(state: State, by: readonly Computed[], aggregates: readonly Aggregate[]): State {
  const found = aggregates.map((each) => aggregateOf(state.context, each))
  const values = [
    ...by,
    ...found.map(({ name, type, of }): Computed => {
      return { name, expression: measure({ kind: 'column', name, type }, of ? [of] : []) }
    }),
  ]
  const names = new Set(values.map(({ name }) => name))
  if (names.size < values.length) throw syntaxFault(option, aggregates[0]?.at ?? 0, 'aggregate')
  return withColumns(added(state, { kind: 'group', by, aggregates: found }), values)
}

function aggregateOf(context: Context, { of, method, from, as, at }: Aggregate): BoundAggregate {
  if (from.length > 0) throw unsupported('from', option)
  if (!as) throw unsupported('aggregate', option)
  if (!of) return { name: as.text, method: 'count', of: undefined, type: 'Edm.Int64' }
  if (of.kind === 'count') throw unsupported('/$count', option)
  const bound = bindExpression(context, of)
  const type = typeOf(bound)
  if (type === 'null') throw mismatch(method ?? '', type, at, option)
  const result = resultOf(method ?? '', type)
  if (result === undefined)
    throw method?.includes('.') ? unsupported(method, option) : mismatch(method ?? '', type, at, option)
  return { name: as.text, method: method ?? '', of: bound, type: result }
}

const ordered = new Set<string>([
  'number',
  'Edm.String',
  'Edm.Date',
  'Edm.DateTimeOffset',
  'Edm.TimeOfDay',
  'Edm.Duration',
])

function resultOf(method: string, type: ExpressionType): ExpressionType | undefined {
  const isNumber = familyOf(type) === 'number'
  if (type === 'Edm.Duration' && (method === 'sum' || method === 'average')) return type
  switch (method) {
    case 'countdistinct':
      return 'Edm.Int64'
    case 'sum':
      return isNumber ? widerNumber(type, type) : undefined
    case 'average':
      return isNumber ? (isFloat(type) ? 'Edm.Double' : 'Edm.Decimal') : undefined
    case 'min':
    case 'max':
      return ordered.has(familyOf(type)) ? type : undefined
    default:
      return undefined
  }
}

function concat(state: State, sequences: readonly (readonly Transformation[])[]): State {
  const branches = sequences.map((steps) => derived(stepsOf({ context: state.context, steps: [] }, steps)))
  const columns = new Map<string, ExpressionType>()
  for (const { context } of branches) {
    for (const [name, bound] of context.columns ?? []) {
      const type = typeOf(bound)
      const known = columns.get(name)
      if (type === 'null') throw unsupported('null', option)
      if (known && familyOf(known) !== familyOf(type)) throw mismatch(known, type, 0, option)
      columns.set(name, known && familyOf(type) === 'number' ? widestOf(known, type) : type)
    }
  }
  const of = branches.map(({ steps, context }) => ({ steps, names: new Set(context.columns?.keys()) }))
  const all = [...columns].map(([name, type]) => ({ name, type }))
  const values = all.map(({ name, type }): Computed => {
    const before = branches.flatMap(({ context }) => context.columns?.get(name) ?? [])
    return { name, expression: measure({ kind: 'column', name, type }, before) }
  })
  return withColumns(added(state, { kind: 'concat', of, columns: all }), values)
}

function widestOf(left: ExpressionType, right: ExpressionType): ExpressionType {
  return left === right ? left : widerNumber(left, right)
}

function order(state: State, items: readonly OrderItem[]): State {
  const of = items.map(({ of, descending }) => ({ expression: bindExpression(state.context, of), descending }))
  return added(state, { kind: 'order', of })
}

function ranked(state: State, step: Transformation & { kind: 'ranked' }): State {
  if (step.name !== 'topcount' && step.name !== 'bottomcount') throw unsupported(step.name, option)
  if (step.limit.kind !== 'literal' || step.limit.type !== 'integer') throw unsupported(step.name, option)
  const next = derived(state)
  const expression = bindExpression(next.context, step.by)
  const slot = { literal: step.limit.literal, as: 'bigint' } as const
  return added(next, { kind: 'ranked', by: expression, descending: step.name === 'topcount', limit: slot })
}
