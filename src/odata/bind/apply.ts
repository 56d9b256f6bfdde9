import { bindAggregate } from '#odata/bind/aggregate.ts'
import { placeColumn } from '#odata/bind/bound.ts'
import type {
  Applied,
  Bound,
  BoundApply,
  BoundOrder,
  BoundStep,
  Computed,
  ExpressionType,
  Ranking,
} from '#odata/bind/bound.ts'
import type { Context } from '#odata/bind/context.ts'
import { bindExpression, bindFilter } from '#odata/bind/filter.ts'
import { mismatch, unknownName, unsupported } from '#odata/bind/refusals.ts'
import { bindSearch } from '#odata/bind/search.ts'
import { provide, tableAt } from '#odata/bind/scope.ts'
import { bindTrail } from '#odata/bind/trail.ts'
import { familyOf, isCollection, typeOf, widerNumber } from '#odata/bind/types.ts'
import { measure, weigh } from '#odata/bind/weight.ts'
import { isGeo } from '#odata/geo.ts'
import type { ODataModel } from '#odata/model.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import type { Trail } from '#odata/trail.ts'
import type {
  Aggregate,
  ComputeItem,
  Nested,
  Node,
  OrderItem,
  Query,
  SelectItem,
  Transformation,
} from '#odata/syntax/node.ts'
import { refuseLater } from '#odata/syntax/query.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'

/**
 * The steps so far, how the values are called that the next one finds, and the order of the rows: what they are sorted by,
 * or what tells them apart. `parts` is how many sequences put together they come from.
 */
type State = {
  readonly context: Context
  readonly steps: readonly BoundStep[]
  readonly order?: readonly BoundOrder[]
  readonly parts: number
}

/** `$apply` and the options that work on its result, as steps one after the other. */
export function bindApply(model: ODataModel, trail: Trail, query: Query): BoundApply {
  refuseLater(query)
  if (query.skipToken !== undefined) throw unsupported('$skiptoken', '$apply')
  const { scope, root } = bindTrail(model, trail, query.literals)
  const context: Context = { scope, literals: query.literals, option: '$apply', place: { base: 0 } }
  const selection = { table: 0, properties: [], computed: [], expands: [] }
  // Which rows of the result are wanted is known only with each call.
  const applied = bindSteps(context, { ...query, top: undefined, skip: undefined }, isCut(query))
  return { tables: scope.tables, root, selection, ...applied, count: query.count }
}

type Options = Pick<Nested, 'apply' | 'select' | 'expand' | 'filter' | 'search' | 'compute' | 'order' | 'top' | 'skip'>

/** The same of the rows of a table that is not the root, such as those of an expanded collection. */
export function bindSteps(context: Context, given: Options, ordered = isCut(given)): Applied {
  const { option } = context
  if (given.expand.length > 0) throw unsupported('$expand', option)
  if (given.search) throw unsupported('$search', option)
  const applied = derived(stepsOf({ context, steps: [], parts: 1 }, given.apply ?? []))
  const computed = given.compute.length > 0 ? compute(within(applied, '$compute'), given.compute) : applied
  const filtered = given.filter ? filter(within(computed, '$filter'), given.filter) : computed
  const sorted = ordered || given.order.length > 0 ? order(within(filtered, '$orderby'), given.order) : filtered
  const skipped = given.skip === undefined ? sorted : added(sorted, { kind: 'slice', skip: given.skip })
  const cut = given.top === undefined ? skipped : added(skipped, { kind: 'slice', top: given.top })
  const columns = [...(cut.context.columns ?? [])].map(([name, bound]) => ({ name, type: typeOf(bound) }))
  const names = columns.map(({ name }) => name)
  const shown = given.select && new Set(given.select.flatMap((item) => namesOf(item, names)))
  return { steps: cut.steps, columns: shown ? columns.filter(({ name }) => shown.has(name)) : columns }
}

// Where a refusal belongs. All options of an expanded collection stand in one.
function within(state: State, option: string): State {
  return state.context.option === '$expand' ? state : { ...state, context: { ...state.context, option } }
}

function isCut({ top, skip }: Pick<Options, 'top' | 'skip'>): boolean {
  return top !== undefined || skip !== undefined
}

// A name stands for all that is within it.
function namesOf(item: SelectItem, names: readonly string[]): readonly string[] {
  if (item.nested) throw unsupported(`$select=${item.text}()`, '$select')
  if (item.text === '*') return names
  const found = names.filter((name) => name === item.text || name.startsWith(`${item.text}/`))
  if (found.length === 0) throw unknownName(item, names, '$select')
  return found
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
      return slice(derived(state), step)
    case 'ranked':
      return ranked(state, step)
    case 'other':
      throw unsupported(step.name, state.context.option)
  }
}

function added(state: State, step: BoundStep): State {
  return { ...state, steps: [...state.steps, step] }
}

function filter(state: State, node: Node): State {
  return added(state, { kind: 'filter', of: bindFilter(state.context, node) })
}

function search(state: State, step: Transformation & { kind: 'search' }): State {
  const { columns, scope, place, option } = state.context
  if (columns) throw unsupported('search', option)
  return added(state, { kind: 'filter', of: bindSearch(scope, place.base, step.of) })
}

// From here on rows have named values instead of properties.
function derived(state: State): State {
  const { context } = state
  if (context.columns) return state
  const { scope, place } = context
  const { set } = tableAt(scope, place.base)
  // A stream is no value of its row.
  const values = [...set.properties.values()].filter(({ type }) => type !== 'Edm.Stream')
  const own = values.map((property): Computed => {
    provide(scope, place.base, property)
    return { name: property.name, expression: { kind: 'property', table: place.base, property } }
  })
  const computed = [...(place.computed ?? [])].map(([name, expression]) => ({ name, expression }))
  const next = added(state, { kind: 'derive', of: [...own, ...computed] })
  return keyed(withColumns(next, [...own, ...computed]), [set.key])
}

function withColumns(state: State, values: readonly Computed[]): State {
  const columns = new Map(
    values.map(({ name, expression }): readonly [string, Bound] => {
      const type = typeOf(expression)
      return [name, type === 'null' ? expression : weigh({ kind: 'column', name, type }, expression)]
    }),
  )
  const { base } = state.context.place
  return { ...state, context: { ...state.context, columns, place: { base } } }
}

function compute(state: State, items: readonly ComputeItem[]): State {
  return items.reduce((state, { of, as }) => {
    const { context } = state
    const { columns, place, scope, option } = context
    const expression = bindExpression(context, of)
    const isTaken = columns
      ? columns.has(as.text)
      : place.computed?.has(as.text) || tableAt(scope, place.base).set.properties.has(as.text)
    if (isTaken) throw syntaxFault(option, as.at, as.text)
    if (!columns) {
      const computed = new Map(place.computed).set(as.text, expression)
      return { ...state, context: { ...context, place: { ...place, computed } } }
    }
    const before = [...columns].map(([name, expression]) => ({ name, expression }))
    return withColumns(added(state, { kind: 'compute', name: as.text, of: expression }), [
      ...before,
      { name: as.text, expression },
    ])
  }, state)
}

function groupBy(state: State, step: Transformation & { kind: 'groupby' }): State {
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

function group(state: State, by: readonly Computed[], aggregates: readonly Aggregate[]): State {
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
  return keyed(withColumns(added(state, { kind: 'group', by, aggregates: found }), values), names)
}

// Rows that are sorted by nothing else follow each other in the same way with each request (data aggregation 3.3).
function keyed(state: State, names: readonly string[]): State {
  const order = names.flatMap((name) => {
    const expression = state.context.columns?.get(name)
    return expression && expression.kind !== 'null' ? [{ expression, descending: false }] : []
  })
  return { ...state, order }
}

function concat(state: State, sequences: readonly (readonly Transformation[])[]): State {
  const branches = sequences.map((steps) => order(derived(stepsOf({ ...state, steps: [] }, steps)), []))
  const { option } = state.context
  // Each of them reads all that comes before: twice two parts are four.
  const parts = branches.reduce((sum, each) => sum + each.parts, 0)
  if (parts > limits.concats) throw overLimit('concats', option)
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
  const place = { kind: 'column', name: placeColumn, type: 'Edm.Int64' } as const
  const next = withColumns(added(state, { kind: 'concat', of, columns: all }), values)
  return { ...next, parts, order: [{ expression: place, descending: false }] }
}

function widestOf(left: ExpressionType, right: ExpressionType): ExpressionType {
  return left === right ? left : widerNumber(left, right)
}

function order(state: State, items: readonly OrderItem[]): State {
  const { context } = state
  const given = items.map(({ of, descending, at }) => {
    const expression = bindExpression(context, of)
    const type = typeOf(expression)
    if (isCollection(type) || isGeo(type)) throw mismatch(type, 'asc', at, context.option)
    return { expression, descending }
  })
  // What is equal by now keeps the order that it had.
  const all = [...given, ...(state.order ?? [])]
  const isSorted = given.length === 0 && ['order', 'slice'].includes(state.steps.at(-1)?.kind ?? '')
  return isSorted || all.length === 0 ? state : { ...added(state, { kind: 'order', of: all }), order: all }
}

function slice(state: State, step: Transformation & { kind: 'top' | 'skip' }): State {
  return added(order(state, []), { kind: 'slice', [step.kind]: step.of })
}

const rankings: ReadonlySet<string> = new Set<Ranking>(['count', 'sum', 'percent'])

function ranked(state: State, step: Transformation & { kind: 'ranked' }): State {
  const { option } = state.context
  const [, end = '', of = ''] = /^(top|bottom)(.*)$/.exec(step.name) ?? []
  const { limit } = step
  if (!rankings.has(of) || limit.kind !== 'literal') throw unsupported(step.name, option)
  if (limit.type !== 'integer' && (of === 'count' || limit.type !== 'number')) {
    throw mismatch(limit.type, step.name, limit.at, option)
  }
  const next = derived(state)
  const expression = bindExpression(next.context, step.by)
  const type = typeOf(expression)
  if (type === 'null' || isCollection(type) || isGeo(type) || (of !== 'count' && familyOf(type) !== 'number')) {
    throw mismatch(type, step.name, step.by.at, option)
  }
  const slot = { literal: limit.literal, as: of === 'count' ? 'bigint' : 'numeric' } as const
  const order = [{ expression, descending: end === 'top' }, ...(next.order ?? [])]
  const places = order.some((each) => each.expression.kind === 'column' && each.expression.name === placeColumn)
  const names = [...(next.context.columns?.keys() ?? []), ...(places ? [placeColumn] : [])]
  return { ...added(next, { kind: 'ranked', of: of as Ranking, order, limit: slot, names }), order }
}
