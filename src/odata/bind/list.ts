import { fault } from '#faults/fault.ts'
import type { BoundList, BoundRows, BoundSelection } from '#odata/bind/bound.ts'
import type { BindContext, ShownNames } from '#odata/bind/context.ts'
import { bindSubselect } from '#odata/bind/subselect.ts'
import { bindOrderItems } from '#odata/bind/order.ts'
import { unsupported } from '#odata/bind/refusals.ts'
import { provide, type QueryScope } from '#odata/bind/scope.ts'
import { bindSelection } from '#odata/bind/selection.ts'
import { bindResourcePath, resourcePathAt } from '#odata/bind/resourcePath.ts'
import type { ODataModel } from '#odata/model.ts'
import { keepsRows, refuseLater } from '#odata/syntax/query.ts'
import type { PathPart, ResourcePath } from '#odata/resourcePath.ts'
import type { QueryOptions } from '#odata/syntax/node.ts'

/** Binds a list query: resolves all names and checks all literals against their types. */
export function bindList(
  model: ODataModel,
  place: string | ResourcePath,
  query: QueryOptions,
  shows?: ShownNames,
): BoundList {
  refuseLater(query)
  if (!keepsRows(query)) throw unsupported('$apply', '$apply')
  const resourcePath = resourcePathAt(model, place)
  const { scope, root } = bindResourcePath(model, resourcePath, query.literals)
  const { context, filter } = bindSubselect(contextOf(scope, query, shows), query)
  const order = bindOrderItems({ ...context, option: '$orderby' }, query.order)
  const selection = shownOf(resourcePath, context, query)
  return { tables: scope.tables, root, filter, order, selection, count: query.count, cost: scope.cost }
}

/** Binds a query of a single row; only `$select`, `$expand` and `$compute` apply. */
export function bindOne(
  model: ODataModel,
  place: string | ResourcePath,
  query: QueryOptions,
  shows?: ShownNames,
): BoundRows {
  refuseLater(query)
  refuseGiven({
    $filter: query.filter,
    $orderby: query.order[0],
    $top: query.top,
    $skip: query.skip,
    $search: query.search,
    $apply: query.apply,
  })
  const resourcePath = resourcePathAt(model, place)
  const { scope, root } = bindResourcePath(model, resourcePath, query.literals)
  const { context } = bindSubselect(contextOf(scope, query, shows), query)
  const selection = shownOf(resourcePath, context, query)
  return { tables: scope.tables, root, selection, cost: scope.cost }
}

function shownOf(resourcePath: ResourcePath, context: BindContext, query: QueryOptions): BoundSelection {
  if (!resourcePath.as) return bindSelection(context, query)
  refuseGiven({ $select: query.select, $expand: query.expand[0], $compute: query.compute[0] })
  return { table: 0, properties: [], computed: [], expands: [], as: resourcePath.as }
}

function refuseGiven(options: Readonly<Record<string, unknown>>): void {
  const option = Object.keys(options).find((name) => options[name] !== undefined)
  if (option !== undefined) throw fault('query.unknownName', { name: option, hint: 'none' }, option)
}

/** Binds a read of a part of one row. */
export function bindPart(
  model: ODataModel,
  resourcePath: ResourcePath,
  { properties, isComplex }: PathPart,
): BoundRows {
  const { scope, root } = bindResourcePath(model, resourcePath, resourcePath.literals)
  const [property] = properties
  for (const each of properties) provide(scope, 0, each)
  const computed = [{ name: 'value', expression: { kind: 'property', table: 0, property } as const }]
  const shown = isComplex ? { properties, computed: [] } : { properties: [], computed }
  return { tables: scope.tables, root, selection: { table: 0, ...shown, expands: [], as: 'value' } }
}

function contextOf(scope: QueryScope, query: QueryOptions, shows?: ShownNames): BindContext {
  return { scope, literals: query.literals, option: '$filter', place: { base: 0 }, ...(shows && { shows }) }
}
