import type { BoundNode, BoundAggregate, ExpressionType, BoundWithin } from '#odata/bind/bound.ts'
import type { BindPart, BindContext } from '#odata/bind/context.ts'
import { mismatch, refuseUnknownName, unsupported } from '#odata/bind/refusals.ts'
import { isVariable, tableAt, walk } from '#odata/bind/scope.ts'
import { familyOf, isFloat, boundType, typeOfProperty, widerNumber } from '#odata/bind/types.ts'
import { propertyOf } from '#odata/model.ts'
import type { Aggregate, Name, QueryNode } from '#odata/syntax/node.ts'

/**
 * Binds a value of `aggregate` (data aggregation 3.2.1). Custom aggregates, with neither method nor alias, do not exist
 * here.
 */
export function bindAggregate(context: BindContext, given: Aggregate, bindExpression: BindPart): BoundAggregate {
  const { from, as } = given
  if (!as) throw unsupported('aggregate', context.option)
  const own = { ...bindOwn(context, given, bindExpression), name: as.text }
  const { parts, levels } = onceEach(context, own)
  // Aggregates over inner groups.
  let { method, type }: Pick<BoundAggregate, 'method' | 'type'> = own
  for (const { paths, method: next } of from) {
    if (next === undefined || method === 'countdistinct') throw unsupported('from', context.option)
    levels.push({ method, type, from: parts.length })
    parts.push(...paths.map((path) => bindExpression(context, path)))
    type = resultOf(context, next, type, given.at)
    method = next
  }
  const all = { name: as.text, method, of: own.of, type }
  return levels.length === 0 ? all : { ...all, within: { parts, levels } }
}

/**
 * A related row reached from several rows counts once in an aggregate of its own values (data aggregation 3.2.1.1); an
 * expression is a value of the rows themselves.
 */
function onceEach({ scope, place }: BindContext, { method, of }: Pick<BoundAggregate, 'method' | 'of'>) {
  const parts: BoundNode[] = []
  const levels: BoundWithin['levels'][number][] = []
  if (of?.kind === 'property' && of.table !== place.base && (method === 'sum' || method === 'average')) {
    const { set } = tableAt(scope, of.table)
    parts.push({ kind: 'property', table: of.table, property: propertyOf(set, set.key) })
    levels.push({ method: 'min', type: typeOfProperty(of.property), from: 0 })
  }
  return { parts, levels }
}

function bindOwn(context: BindContext, { of, method, at }: Aggregate, bindExpression: BindPart) {
  if (!of) return { method: 'count', of: undefined, type: 'Edm.Int64' } as const
  const key =
    (of.kind === 'count' || (of.kind === 'path' && method === 'countdistinct')) && lookupKey(context, of.names)
  if (key) return { method: 'countdistinct', of: bindExpression(context, key), type: 'Edm.Int64' } as const
  if (of.kind === 'count') {
    return { method: 'total', of: bindExpression(context, related(context, of)), type: 'Edm.Int64' } as const
  }
  const bound = bindExpression(context, of)
  const type = boundType(bound)
  if (type === 'null') throw mismatch(method ?? '', type, at, context.option)
  return { method: method ?? '', of: bound, type: resultOf(context, method ?? '', type, at) }
}

// The key of the row at the end of a lookup path, in place of the row.
function lookupKey({ scope, place, option, columns }: BindContext, names: readonly Name[]): QueryNode | undefined {
  const last = names.at(-1)
  if (columns || !last || isVariable(place, last.text) || last.text.startsWith('$')) return undefined
  const { table, rest } = walk(scope, names, option, place)
  const target = tableAt(scope, table).set.navigations.get(rest.text)?.target
  const set = target === undefined ? undefined : scope.model.entitySets.get(target)
  return set && { kind: 'path', names: [...names, { text: set.key, at: last.at }], at: last.at }
}

// Each related row counts once: counts may be added only for collections whose rows belong to a single row.
function related(context: BindContext, of: QueryNode & { kind: 'count' }): QueryNode {
  const [only, ...others]: readonly Name[] = of.names
  const collection = only && tableAt(context.scope, context.place.base).set.collections?.get(only.text)
  if (others.length > 0 || collection?.through) throw unsupported('/$count', context.option)
  return of
}

const ordered: ReadonlySet<string> = new Set([
  'number',
  'Edm.String',
  'Edm.Date',
  'Edm.DateTimeOffset',
  'Edm.TimeOfDay',
  'Edm.Duration',
])

const methods = ['sum', 'average', 'min', 'max', 'countdistinct']

function resultOf({ option }: BindContext, method: string, type: ExpressionType, at: number): ExpressionType {
  const result = resultType(method, type)
  if (result !== undefined) return result
  throw methods.includes(method)
    ? mismatch(method, type, at, option)
    : refuseUnknownName({ text: method, at }, methods, option)
}

function resultType(method: string, type: ExpressionType): ExpressionType | undefined {
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
