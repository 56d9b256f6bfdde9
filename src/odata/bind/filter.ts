import type { BoundNode, BoundType, CompareOperator, ExpressionType } from '#odata/bind/bound.ts'
import { bindCall } from '#odata/bind/call.ts'
import { bindComplex } from '#odata/bind/complex.ts'
import type { BindContext } from '#odata/bind/context.ts'
import { bindOwnMember } from '#odata/bind/inline.ts'
import { bindLambda, bindTotal } from '#odata/bind/lambda.ts'
import { bindArray, bindHas, enumerationNamed, qualifiedName, someEqual } from '#odata/bind/collection.ts'
import { fillPair, fitPair, slotKind, valueAs } from '#odata/bind/fit.ts'
import { mismatch, notQueryable, unsupported } from '#odata/bind/refusals.ts'
import { isVariable, reference, resolvePath, tableAt, walk } from '#odata/bind/scope.ts'
import {
  familyOf,
  isCollection,
  isEnumeration,
  isFloat,
  nameOfType,
  typeBeside,
  boundType,
  typeOfLiteral,
  odataValueType,
  widerNumber,
} from '#odata/bind/types.ts'
import { geoTypeOf, isGeo } from '#odata/geo.ts'
import { costOf, ownCost, refuseLong, sizeOf } from '#odata/bind/weight.ts'
import type { EdmType } from '#odata/model.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { Literal, QueryNode } from '#odata/syntax/node.ts'

/** Binds a condition: validates names, types and filterable properties. */
export function bindFilter(context: BindContext, node: QueryNode): BoundNode {
  const bound = bindExpression(context, node)
  const type = boundType(bound)
  if (type !== 'null' && type !== 'Edm.Boolean') throw mismatch(type, 'Edm.Boolean', node.at, context.option)
  return bound
}

/** Binds an expression of any type. */
export function bindExpression(context: BindContext, node: QueryNode): BoundNode {
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
      return bindLambda(context, node, bindFilter)
    case 'count':
      return bindTotal(context, node, bindFilter)
    case 'alias':
      return { kind: 'null' }
    case 'has':
      return bindHas(context, node, bindExpression)
    case 'array':
      return bindArray(context, node, bindExpression)
    case 'object':
      throw unsupported('{}', context.option)
    case 'named':
      throw unsupported(`${node.name}=`, context.option)
    case 'member':
      return bindOwnMember(context, node, bindExpression)
  }
}

function bindLiteral(context: BindContext, node: QueryNode & { kind: 'literal' }): BoundNode {
  if (node.type === 'null') return { kind: 'null' }
  if (node.type === 'boolean') return { kind: 'constant', value: textOf(context, node.literal) === 'true' }
  const type = typeOfWritten(context, node)
  if (!type) throw unsupported(node.type, context.option)
  return valueAs(node, type)
}

// Literals of enumerations and shapes name their type themselves.
function typeOfWritten(context: BindContext, node: QueryNode & { kind: 'literal' }) {
  if (node.type === 'enum') return enumerationNamed(context, node)
  const entry = node.type === 'geo' ? context.literals[node.literal] : undefined
  return entry && 'text' in entry ? geoTypeOf(entry.prefix ?? '', entry.text) : typeOfLiteral(node.type)
}

function bindPath(context: BindContext, node: QueryNode & { kind: 'path' }): BoundNode {
  const [only] = node.names
  const { columns, place } = context
  const own = columns?.get(node.names.map((name) => name.text).join('/'))
  if (own) return used(context, own)
  const computed = only && node.names.length === 1 ? place.computed?.get(only.text) : undefined
  if (computed) return used(context, computed)
  if (columns) throw notQueryable(only ?? { text: '', at: node.at }, context.option)
  const element = only && node.names.length === 1 ? place.elements?.get(only.text) : undefined
  if (element) return element
  const { table, property } = resolvePath(context.scope, node.names, context.option, place)
  if (!property.filterable || property.type === 'Edm.Stream')
    throw notQueryable(node.names.at(-1) ?? { text: '', at: node.at }, context.option)
  return { kind: 'property', table, property }
}

// A computed value is repeated in the statement at each use: the total size must stay bounded.
function used({ scope, option }: BindContext, bound: BoundNode): BoundNode {
  scope.spent += sizeOf(bound)
  scope.cost += costOf(bound)
  if (scope.spent > queryLimits.nodes * 10) throw overLimit('nodes', option)
  return bound
}

function bindCompare(context: BindContext, node: QueryNode & { kind: 'compare' }): BoundNode {
  const complex = bindComplex(context, node, bindExpression)
  if (complex) return complex
  const lookup = bindLookup(context, node.left, node.right) ?? bindLookup(context, node.right, node.left)
  const isOrder = node.operator !== 'eq' && node.operator !== 'ne'
  const pair = lookup ?? bindPair(context, node.left, node.right, node.at)
  const [left, right] = isOrder ? pair : fillPair(context, pair)
  // Part 2, 5.1.1.1.3: greater and less are false wherever null takes part.
  if (isOrder && (left.kind === 'null' || right.kind === 'null')) return { kind: 'constant', value: false }
  // Part 2, 5.1.1.1.1: NaN is not equal to itself.
  if (isNaN(context, left) || isNaN(context, right)) return { kind: 'constant', value: node.operator === 'ne' }
  const type = boundType(left)
  // Part 2, 5.1.1.1: shapes can only be compared with null.
  if (isGeo(type) && right.kind !== 'null') throw mismatch(type, node.operator, node.at, context.option)
  if (isOrder && isCollection(type)) throw mismatch(type, node.operator, node.at, context.option)
  return { kind: 'compare', operator: node.operator satisfies CompareOperator, left, right }
}

function isNaN({ literals }: BindContext, bound: BoundNode): boolean {
  const entry = bound.kind === 'value' ? literals[bound.slot.literal] : undefined
  return entry !== undefined && 'text' in entry && entry.type === 'special' && entry.text === 'NaN'
}

// `lookup eq null`: an unreadable lookup counts as empty, so the condition tests the looked-up row, not the column.
function bindLookup(
  context: BindContext,
  path: QueryNode,
  other: QueryNode,
): readonly [BoundNode, BoundNode] | undefined {
  if (path.kind !== 'path' || other.kind !== 'literal' || other.type !== 'null' || context.columns) return undefined
  const { scope, place, option } = context
  const last = path.names.at(-1)
  if (!last || last.text.startsWith('$') || isVariable(context.place, last.text)) return undefined
  const { table, rest } = walk(scope, path.names, option, place)
  const navigation = tableAt(scope, table).set.navigations.get(rest.text)
  if (!navigation) return undefined
  const joined = reference(scope, table, navigation, 'join')
  const { set } = tableAt(scope, joined)
  const key = set.properties.get(set.key)
  return key && [{ kind: 'property', table: joined, property: key }, { kind: 'null' }]
}

// A literal takes the type of the other operand.
function bindPair(
  context: BindContext,
  leftNode: QueryNode,
  rightNode: QueryNode,
  at: number,
): readonly [BoundNode, BoundNode] {
  const left = bindExpression(context, leftNode)
  const right = bindExpression(context, rightNode)
  return fitPair(context, [leftNode, left], [rightNode, right], at)
}

function bindIn(context: BindContext, node: QueryNode & { kind: 'in' }): BoundNode {
  const left = bindExpression(context, node.left)
  const type = boundType(left)
  const entry = context.literals[node.list]
  const items = entry && !('text' in entry) ? entry : []
  let as = type === 'null' ? 'text' : odataValueType(type)
  for (const item of items) {
    if (item.type === 'null' || type === 'null') continue
    const itemType = isForeign(context, item, type) ? undefined : typeBeside(item.type, type)
    if (!itemType) throw mismatch(type, typeOfLiteral(item.type) ?? item.type, item.at, context.option)
    // A single decimal number makes all items decimals.
    if (!isFloat(type) && (itemType === 'Edm.Decimal' || itemType === 'Edm.Double')) as = 'numeric'
  }
  const orNull = items.some((item) => item.type === 'null' || isEmptyItem(context, item, type))
  if (type === 'null') return { kind: 'constant', value: orNull }
  const slot = { literal: node.list, as, ...slotKind(type) }
  return { kind: 'in', left, slot, orNull }
}

function isEmptyItem({ scope }: BindContext, item: Literal, type: BoundType): boolean {
  return scope.model.emptyTextIsNull === true && type === 'Edm.String' && item.text === ''
}

function isForeign({ scope }: BindContext, item: Literal, type: BoundType): boolean {
  return item.type === 'enum' && !(isEnumeration(type) && item.prefix === qualifiedName(scope.model, type))
}

// `x in [a, b]` is equivalent to `x eq a or x eq b`.
function bindAmong(context: BindContext, node: QueryNode & { kind: 'among' }): BoundNode {
  if (node.of.kind === 'path' || node.of.kind === 'call') {
    const collection = bindExpression(context, node.of)
    const type = boundType(collection)
    if (type !== 'null' && isCollection(type)) {
      return someEqual(context, collection, type.of, [node.left, bindExpression(context, node.left)], node.at)
    }
  }
  const items = node.of.kind === 'array' ? node.of.of : [node.of]
  const of = items.map((right): BoundNode => {
    return bindCompare(context, { kind: 'compare', operator: 'eq', left: node.left, right, at: node.at })
  })
  return of.length === 0 ? { kind: 'constant', value: false } : { kind: 'or', of }
}

function bindArithmetic(context: BindContext, node: QueryNode & { kind: 'arithmetic' }): BoundNode {
  const { operator } = node
  const left = bindExpression(context, node.left)
  const right = bindExpression(context, node.right)
  const [leftType, rightType] = [boundType(left), boundType(right)]
  if (leftType === 'null' || rightType === 'null') return { kind: 'null' }
  const type = arithmeticType(operator, leftType, rightType)
  if (!type) throw mismatch(`${nameOfType(leftType)} ${operator}`, rightType, node.at, context.option)
  const bound = refuseLong({ kind: 'arithmetic', operator, type, left, right }, context.option)
  context.scope.cost += ownCost(bound)
  return bound
}

function arithmeticType(operator: string, left: ExpressionType, right: ExpressionType): EdmType | undefined {
  const isSum = operator === 'add' || operator === 'sub'
  if (familyOf(left) === 'number' && familyOf(right) === 'number') {
    const wide = widerNumber(left, right)
    return operator === 'divby' && wide === 'Edm.Int64' ? 'Edm.Decimal' : wide
  }
  const isCalendar = left === 'Edm.DateTimeOffset' || left === 'Edm.Date'
  if (right === 'Edm.Duration') {
    if (isCalendar || left === 'Edm.Duration') return isSum ? left : undefined
    return familyOf(left) === 'number' && operator === 'mul' ? right : undefined
  }
  if (left === 'Edm.Duration') {
    return familyOf(right) === 'number' && !isSum && operator !== 'mod' ? left : undefined
  }
  return isCalendar && right === left && operator === 'sub' ? 'Edm.Duration' : undefined
}

function bindNegation(context: BindContext, node: QueryNode & { kind: 'negate' }): BoundNode {
  const of = bindExpression(context, node.of)
  const type = boundType(of)
  if (type === 'null') return of
  if (type === 'Edm.Duration') return { kind: 'negate', type, of }
  if (familyOf(type) !== 'number') throw mismatch('-', type, node.at, context.option)
  return { kind: 'negate', type: widerNumber(type, type), of }
}

function bindCase(context: BindContext, node: QueryNode & { kind: 'case' }): BoundNode {
  const of = node.of.map(({ when, value }) => ({
    when: bindFilter(context, when),
    value: bindExpression(context, value),
  }))
  const types = of.map(({ value }) => boundType(value)).filter((type) => type !== 'null')
  const [type] = types
  if (type === undefined) return { kind: 'null' }
  const other = types.find((each) => familyOf(each) !== familyOf(type))
  if (other) throw mismatch(type, other, node.at, context.option)
  if (familyOf(type) !== 'number') return { kind: 'case', type, of }
  const widest = types.reduce(widerNumber)
  if (widest !== 'Edm.Double') return { kind: 'case', type: types.includes('Edm.Decimal') ? 'Edm.Decimal' : type, of }
  return { kind: 'case', type: widest, of: of.map(({ when, value }) => ({ when, value: asDouble(value) })) }
}

// PostgreSQL would widen numbers itself, but fail where a number is too large.
function asDouble(value: BoundNode): BoundNode {
  const type = boundType(value)
  return type === 'null' || isFloat(type) ? value : { kind: 'cast', type: 'Edm.Double', of: value }
}

function textOf(context: BindContext, literal: number): string {
  const entry = context.literals[literal]
  return entry && 'text' in entry ? entry.text : ''
}
