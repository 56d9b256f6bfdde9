import type { Bound, BoundAggregate, ExpressionType, Within } from '#odata/bind/bound.ts'
import type { BindPart, Context } from '#odata/bind/context.ts'
import { mismatch, unsupported } from '#odata/bind/refusals.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { familyOf, isFloat, typeOf, widerNumber } from '#odata/bind/types.ts'
import type { Aggregate, Name, Node } from '#odata/syntax/node.ts'

/** A value of `aggregate` (data aggregation 3.2.1). One of the service's own has neither method nor alias: there is none. */
export function bindAggregate(context: Context, given: Aggregate, bindExpression: BindPart): BoundAggregate {
  const { from, as } = given
  if (!as) throw unsupported('aggregate', context.option)
  const own = { ...bindOwn(context, given, bindExpression), name: as.text }
  if (from.length === 0) return own
  // What groups of groups come to.
  const parts: Bound[] = []
  const levels: Within['levels'][number][] = []
  let { method, type }: Pick<BoundAggregate, 'method' | 'type'> = own
  for (const { paths, method: next } of from) {
    if (next === undefined || method === 'countdistinct') throw unsupported('from', context.option)
    levels.push({ method, type, from: parts.length })
    parts.push(...paths.map((path) => bindExpression(context, path)))
    type = resultOf(context, next, type, given.at)
    method = next
  }
  return { name: as.text, method, of: own.of, type, within: { parts, levels } }
}

function bindOwn(context: Context, { of, method, at }: Aggregate, bindExpression: BindPart) {
  if (!of) return { method: 'count', of: undefined, type: 'Edm.Int64' } as const
  if (of.kind === 'count') {
    return { method: 'total', of: bindExpression(context, related(context, of)), type: 'Edm.Int64' } as const
  }
  const bound = bindExpression(context, of)
  const type = typeOf(bound)
  if (type === 'null') throw mismatch(method ?? '', type, at, context.option)
  return { method: method ?? '', of: bound, type: resultOf(context, method ?? '', type, at) }
}

// Each related row counts once: so only of collections whose rows belong to one row each can the numbers be added.
function related(context: Context, of: Node & { kind: 'count' }): Node {
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

function resultOf({ option }: Context, method: string, type: ExpressionType, at: number): ExpressionType {
  const result = resultType(method, type)
  if (result === undefined)
    throw method.includes('.') ? unsupported(method, option) : mismatch(method, type, at, option)
  return result
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
