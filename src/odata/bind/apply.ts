import { group, groupBy } from '#odata/bind/applyGroups.ts'
import { order, ranked, slice } from '#odata/bind/applyOrder.ts'
import { added, derived, withColumns, type ApplyState } from '#odata/bind/applyState.ts'
import { placeColumn, type Applied, type BoundApply, type Computed, type ExpressionType } from '#odata/bind/bound.ts'
import type { BindContext } from '#odata/bind/context.ts'
import { bindExpression, bindFilter } from '#odata/bind/filter.ts'
import { mismatch, refuseUnknownName, unsupported } from '#odata/bind/refusals.ts'
import { bindSearch } from '#odata/bind/search.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { bindResourcePath } from '#odata/bind/resourcePath.ts'
import { familyOf, boundType, widerNumber } from '#odata/bind/types.ts'
import { measure } from '#odata/bind/weight.ts'
import type { ODataModel } from '#odata/model.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { ResourcePath } from '#odata/resourcePath.ts'
import type { ComputeItem, Nested, QueryNode, QueryOptions, SelectItem, Transformation } from '#odata/syntax/node.ts'
import { refuseLater } from '#odata/syntax/query.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'

/** `$apply` and the options that work on its result, as a sequence of steps. */
export function bindApply(model: ODataModel, resourcePath: ResourcePath, query: QueryOptions): BoundApply {
  refuseLater(query)
  if (query.skipToken !== undefined) throw unsupported('$skiptoken', '$apply')
  const { scope, root } = bindResourcePath(model, resourcePath, query.literals)
  const context: BindContext = { scope, literals: query.literals, option: '$apply', place: { base: 0 } }
  const selection = { table: 0, properties: [], computed: [], expands: [] }
  // The page of the result is known only at each call.
  const applied = bindSteps(context, { ...query, top: undefined, skip: undefined }, isCut(query))
  return { tables: scope.tables, root, selection, ...applied, count: query.count, cost: scope.cost }
}

type Options = Pick<Nested, 'apply' | 'select' | 'expand' | 'filter' | 'search' | 'compute' | 'order' | 'top' | 'skip'>

/** Binds the options of rows that are not the root, such as the rows of an expanded collection, as steps. */
export function bindSteps(context: BindContext, given: Options, ordered = isCut(given)): Applied {
  const { option } = context
  if (given.expand.length > 0) throw unsupported('$expand', option)
  if (given.search) throw unsupported('$search', option)
  const applied = derived(stepsOf({ context, steps: [], parts: 1 }, given.apply ?? []))
  const computed = given.compute.length > 0 ? compute(within(applied, '$compute'), given.compute) : applied
  const filtered = given.filter ? filter(within(computed, '$filter'), given.filter) : computed
  const sorted = ordered || given.order.length > 0 ? order(within(filtered, '$orderby'), given.order) : filtered
  const skipped = given.skip === undefined ? sorted : added(sorted, { kind: 'slice', skip: given.skip })
  const cut = given.top === undefined ? skipped : added(skipped, { kind: 'slice', top: given.top })
  const columns = [...(cut.context.columns ?? [])].map(([name, bound]) => ({ name, type: boundType(bound) }))
  const names = columns.map(({ name }) => name)
  const shown = given.select && new Set(given.select.flatMap((item) => namesOf(item, names)))
  return { steps: cut.steps, columns: shown ? columns.filter(({ name }) => shown.has(name)) : columns }
}

// The option that a refusal names. All options of an expanded collection belong to `$expand`.
function within(state: ApplyState, option: string): ApplyState {
  return state.context.option === '$expand' ? state : { ...state, context: { ...state.context, option } }
}

function isCut({ top, skip }: Pick<Options, 'top' | 'skip'>): boolean {
  return top !== undefined || skip !== undefined
}

// A name selects all columns nested inside.
function namesOf(item: SelectItem, names: readonly string[]): readonly string[] {
  if (item.nested) throw unsupported(`$select=${item.text}()`, '$select')
  if (item.text === '*') return names
  const found = names.filter((name) => name === item.text || name.startsWith(`${item.text}/`))
  if (found.length === 0) throw refuseUnknownName(item, names, '$select')
  return found
}

function stepsOf(state: ApplyState, steps: readonly Transformation[]): ApplyState {
  return steps.reduce(stepOf, state)
}

function stepOf(state: ApplyState, step: Transformation): ApplyState {
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
      throw refusalOf(step, state.context.option)
  }
}

// Data aggregation 3.2 and 6: unsupported standard transformations. Other names are custom transformations, which do
// not exist here.
const later: ReadonlySet<string> = new Set([
  'nest',
  'addnested',
  'join',
  'outerjoin',
  'ancestors',
  'descendants',
  'traverse',
])
const rankings = ['count', 'sum', 'percent'].flatMap((of) => [`top${of}`, `bottom${of}`])
const done = [
  'identity',
  'filter',
  'search',
  'compute',
  'aggregate',
  'groupby',
  'concat',
  'orderby',
  'top',
  'skip',
  ...rankings,
]

function refusalOf({ name, at }: Transformation & { kind: 'other' }, option: string) {
  return later.has(name) ? unsupported(name, option) : refuseUnknownName({ text: name, at }, done, option)
}

function filter(state: ApplyState, node: QueryNode): ApplyState {
  return added(state, { kind: 'filter', of: bindFilter(state.context, node) })
}

function search(state: ApplyState, step: Transformation & { kind: 'search' }): ApplyState {
  const { columns, scope, place, option } = state.context
  if (columns) throw unsupported('search', option)
  return added(state, { kind: 'filter', of: bindSearch(scope, place.base, step.of) })
}

function compute(state: ApplyState, items: readonly ComputeItem[]): ApplyState {
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

function concat(state: ApplyState, sequences: readonly (readonly Transformation[])[]): ApplyState {
  const branches = sequences.map((steps) => order(derived(stepsOf({ ...state, steps: [] }, steps)), []))
  const { option } = state.context
  // Each branch reads the whole input again: the numbers of parts multiply.
  const parts = branches.reduce((sum, each) => sum + each.parts, 0)
  if (parts > queryLimits.concats) throw overLimit('concats', option)
  const columns = new Map<string, ExpressionType>()
  for (const { context } of branches) {
    for (const [name, bound] of context.columns ?? []) {
      const type = boundType(bound)
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
