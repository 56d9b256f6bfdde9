import type { Bound, CompareOperator } from '#odata/bind/bound.ts'
import { bindCall } from '#odata/bind/call.ts'
import type { Context } from '#odata/bind/context.ts'
import { bindMany, bindTotal } from '#odata/bind/many.ts'
import { mismatch, notQueryable, unsupported } from '#odata/bind/refusals.ts'
import { reference, resolve, tableAt, walk } from '#odata/bind/scope.ts'
import { familyOf, isWhole, typeBeside, typeOf, typeOfLiteral, valueTypeOf } from '#odata/bind/types.ts'
import type { EdmType } from '#odata/model.ts'
import type { Node } from '#odata/syntax/node.ts'

/** Checks a condition: names, types and what may be filtered by. */
export function bindFilter(context: Context, node: Node): Bound {
  const bound = bindExpression(context, node)
  const type = typeOf(bound)
  if (type === 'null') return { kind: 'constant', value: false }
  if (type !== 'Edm.Boolean') throw mismatch(type, 'Edm.Boolean', node.at, context.option)
  return bound
}

/** Checks an expression of any type. */
export function bindExpression(context: Context, node: Node): Bound {
  switch (node.kind) {
    case 'literal':
      return bindLiteral(context, node)
    case 'path':
      return bindPath(context, node)
    case 'logic':
      return { kind: node.operator, of: node.of.map((part) => bindFilter(context, part)) }
    case 'not':
      return { kind: 'not', of: bindFilter(context, node.of) }
    case 'compare':
      return bindCompare(context, node)
    case 'in':
      return bindIn(context, node)
    case 'among':
      return bindAmong(context, node)
    case 'arithmetic':
      return bindArithmetic(context, node)
    case 'negate':
      return bindNegation(context, node)
    case 'case':
      return bindCase(context, node)
    case 'call':
      return bindCall(context, node, bindExpression)
    case 'lambda':
      return bindMany(context, node, bindFilter)
    case 'count':
      return bindTotal(context, node, bindFilter)
    case 'alias':
      return { kind: 'null' }
    case 'has':
      throw unsupported('has', context.option)
    case 'array':
    case 'object':
      throw unsupported(node.kind === 'array' ? '[]' : '{}', context.option)
    case 'named':
      throw unsupported(`${node.name}=`, context.option)
    case 'member':
      throw unsupported(node.segments.map(({ name }) => name.text).join('/'), context.option)
  }
}

function bindLiteral(context: Context, node: Node & { kind: 'literal' }): Bound {
  if (node.type === 'null') return { kind: 'null' }
  if (node.type === 'boolean') return { kind: 'constant', value: textOf(context, node.literal) === 'true' }
  const type = typeOfLiteral(node.type)
  if (!type) throw unsupported(node.type, context.option)
  return valueAs(node, type)
}

function bindPath(context: Context, node: Node & { kind: 'path' }): Bound {
  const [only] = node.names
  const { columns, place } = context
  const own = columns?.get(node.names.map((name) => name.text).join('/'))
  if (own) return own
  const computed = only && node.names.length === 1 ? place.computed?.get(only.text) : undefined
  if (computed) return computed
  if (columns) throw notQueryable(only ?? { text: '', at: node.at }, context.option)
  const { table, property } = resolve(context.scope, node.names, context.option, place)
  if (!property.filterable) throw notQueryable(node.names.at(-1) ?? { text: '', at: node.at }, context.option)
  return { kind: 'property', table, property }
}

function bindCompare(context: Context, node: Node & { kind: 'compare' }): Bound {
  const lookup = bindLookup(context, node.left, node.right) ?? bindLookup(context, node.right, node.left)
  const [left, right] = lookup ?? bindPair(context, node.left, node.right, node.at)
  const isNull = left.kind === 'null' || right.kind === 'null'
  // Part 2, 5.1.1.1.3: greater and less are false wherever null takes part.
  if (isNull && node.operator !== 'eq' && node.operator !== 'ne') return { kind: 'constant', value: false }
  return { kind: 'compare', operator: node.operator satisfies CompareOperator, left, right }
}

// `lookup eq null`: a lookup that may not be read is like none, so its row is asked for, not the column.
function bindLookup(context: Context, path: Node, other: Node): readonly [Bound, Bound] | undefined {
  if (path.kind !== 'path' || other.kind !== 'literal' || other.type !== 'null' || context.columns) return undefined
  const { scope, place, option } = context
  const last = path.names.at(-1)
  if (!last || last.text.startsWith('$') || place.variables?.has(last.text)) return undefined
  const { table, rest } = walk(scope, path.names, option, place)
  const navigation = tableAt(scope, table).set.navigations.get(rest.text)
  if (!navigation) return undefined
  const joined = reference(scope, table, navigation, 'join')
  const { set } = tableAt(scope, joined)
  const key = set.properties.get(set.key)
  return key && [{ kind: 'property', table: joined, property: key }, { kind: 'null' }]
}

// A literal takes on the type of what it is compared with.
function bindPair(context: Context, leftNode: Node, rightNode: Node, at: number): readonly [Bound, Bound] {
  const left = bindExpression(context, leftNode)
  const right = bindExpression(context, rightNode)
  return fitPair(context, [leftNode, left], [rightNode, right], at)
}

type Side = readonly [Node, Bound]

function fitPair(
  context: Context,
  [leftNode, left]: Side,
  [rightNode, right]: Side,
  at: number,
): readonly [Bound, Bound] {
  const [leftType, rightType] = [typeOf(left), typeOf(right)]
  if (leftType === 'null' || rightType === 'null') return [left, right]
  const leftFit = fit(leftNode, left, rightType)
  const rightFit = fit(rightNode, right, leftType)
  if (!leftFit || !rightFit) throw mismatch(leftType, rightType, at, context.option)
  return [leftFit, rightFit]
}

function fit(node: Node, bound: Bound, beside: EdmType | 'Edm.Duration'): Bound | undefined {
  if (bound.kind === 'value' && node.kind === 'literal' && node.type !== 'null') {
    const type = typeBeside(node.type, beside)
    return type && valueAs(node, type)
  }
  const own = typeOf(bound)
  const goesWith =
    own === 'null' || familyOf(own) === familyOf(beside) || (own === 'Edm.DateTimeOffset' && beside === 'Edm.Date')
  return goesWith ? bound : undefined
}

function valueAs(node: { literal: number }, type: EdmType | 'Edm.Duration'): Bound {
  return { kind: 'value', slot: { literal: node.literal, as: valueTypeOf(type) }, type }
}

function bindIn(context: Context, node: Node & { kind: 'in' }): Bound {
  const left = bindExpression(context, node.left)
  const type = typeOf(left)
  const entry = context.literals[node.list]
  const items = entry && !('text' in entry) ? entry : []
  let as = type === 'null' ? 'text' : valueTypeOf(type)
  for (const item of items) {
    if (item.type === 'null' || type === 'null') continue
    const itemType = typeBeside(item.type, type)
    if (!itemType) throw mismatch(type, typeOfLiteral(item.type) ?? item.type, item.at, context.option)
    // One number with decimals makes all of them decimals.
    if (itemType === 'Edm.Decimal') as = 'numeric'
  }
  const orNull = items.some((item) => item.type === 'null')
  if (type === 'null') return { kind: 'constant', value: orNull }
  return { kind: 'in', left, slot: { literal: node.list, as }, orNull }
}

// `x in [a, b]` says the same as `x eq a or x eq b`.
function bindAmong(context: Context, node: Node & { kind: 'among' }): Bound {
  const items = node.of.kind === 'array' ? node.of.of : [node.of]
  const of = items.map((right): Bound => {
    return bindCompare(context, { kind: 'compare', operator: 'eq', left: node.left, right, at: node.at })
  })
  return of.length === 0 ? { kind: 'constant', value: false } : { kind: 'or', of }
}

function bindArithmetic(context: Context, node: Node & { kind: 'arithmetic' }): Bound {
  const { operator } = node
  const left = bindExpression(context, node.left)
  const right = bindExpression(context, node.right)
  const [leftType, rightType] = [typeOf(left), typeOf(right)]
  if (leftType === 'null' || rightType === 'null') return { kind: 'null' }
  const type = arithmeticType(operator, leftType, rightType)
  if (!type) throw mismatch(`${leftType} ${operator}`, rightType, node.at, context.option)
  return { kind: 'arithmetic', operator, type, left, right }
}

type ArithmeticType = EdmType | 'Edm.Duration' | undefined

function arithmeticType(
  operator: string,
  left: EdmType | 'Edm.Duration',
  right: EdmType | 'Edm.Duration',
): ArithmeticType {
  if (familyOf(left) === 'number' && familyOf(right) === 'number') {
    return isWhole(left) && isWhole(right) && operator !== 'divby' ? 'Edm.Int64' : 'Edm.Decimal'
  }
  const isMoment = left === 'Edm.DateTimeOffset'
  if (isMoment && right === 'Edm.Duration') return operator === 'add' || operator === 'sub' ? left : undefined
  return isMoment && right === left && operator === 'sub' ? 'Edm.Duration' : undefined
}

function bindNegation(context: Context, node: Node & { kind: 'negate' }): Bound {
  const of = bindExpression(context, node.of)
  const type = typeOf(of)
  if (type === 'null') return of
  if (familyOf(type) !== 'number') throw mismatch('-', type, node.at, context.option)
  return { kind: 'negate', type: isWhole(type) ? 'Edm.Int64' : 'Edm.Decimal', of }
}

function bindCase(context: Context, node: Node & { kind: 'case' }): Bound {
  const of = node.of.map(({ when, value }) => ({
    when: bindFilter(context, when),
    value: bindExpression(context, value),
  }))
  const types = of.map(({ value }) => typeOf(value)).filter((type) => type !== 'null')
  const [type] = types
  if (type === undefined) return { kind: 'null' }
  const other = types.find((each) => familyOf(each) !== familyOf(type))
  if (other) throw mismatch(type, other, node.at, context.option)
  const widest = types.includes('Edm.Decimal') ? 'Edm.Decimal' : type
  return { kind: 'case', type: widest, of }
}

function textOf(context: Context, literal: number): string {
  const entry = context.literals[literal]
  return entry && 'text' in entry ? entry.text : ''
}
