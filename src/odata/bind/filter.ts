import type { Bound, CompareOperator } from '#odata/bind/bound.ts'
import { mismatch, notQueryable, unknownName } from '#odata/bind/refusals.ts'
import { resolve, type Scope } from '#odata/bind/scope.ts'
import { familyOf, typeBeside, typeOf, typeOfLiteral, valueTypeOf } from '#odata/bind/types.ts'
import { functions } from '#odata/functions/registry.ts'
import type { EdmType } from '#odata/model.ts'
import type { LiteralEntry, Node } from '#odata/syntax/node.ts'

type Context = { readonly scope: Scope; readonly literals: readonly LiteralEntry[]; readonly option: string }

/** Checks a filter: names, types and what may be filtered by. */
export function bindFilter(scope: Scope, node: Node, literals: readonly LiteralEntry[]): Bound {
  return predicate({ scope, literals, option: '$filter' }, node)
}

function predicate(context: Context, node: Node): Bound {
  const bound = bind(context, node)
  const type = typeOf(bound)
  if (type === 'null') return { kind: 'constant', value: false }
  if (type !== 'Edm.Boolean') throw mismatch(type, 'Edm.Boolean', node.at, context.option)
  return bound
}

function bind(context: Context, node: Node): Bound {
  switch (node.kind) {
    case 'literal':
      return bindLiteral(context, node)
    case 'path':
      return bindPath(context, node)
    case 'logic':
      return { kind: node.operator, of: node.of.map((part) => predicate(context, part)) }
    case 'not':
      return { kind: 'not', of: predicate(context, node.of) }
    case 'compare':
      return bindCompare(context, node)
    case 'in':
      return bindIn(context, node)
    case 'call':
      return bindCall(context, node)
  }
}

function bindLiteral(context: Context, node: Node & { kind: 'literal' }): Bound {
  if (node.type === 'null') return { kind: 'null' }
  if (node.type === 'boolean') return { kind: 'constant', value: textOf(context, node.literal) === 'true' }
  return valueAs(node, typeOfLiteral(node.type))
}

function bindPath(context: Context, node: Node & { kind: 'path' }): Bound {
  const { table, property } = resolve(context.scope, node.names, context.option)
  if (!property.filterable) throw notQueryable(node.names.at(-1) ?? { text: '', at: node.at }, context.option)
  return { kind: 'property', table, property }
}

function bindCompare(context: Context, node: Node & { kind: 'compare' }): Bound {
  const [left, right] = bindPair(context, node.left, node.right, node.at)
  const isNull = left.kind === 'null' || right.kind === 'null'
  // Part 2, 5.1.1.1.3: greater and less are false wherever null takes part.
  if (isNull && node.operator !== 'eq' && node.operator !== 'ne') return { kind: 'constant', value: false }
  return { kind: 'compare', operator: node.operator satisfies CompareOperator, left, right }
}

// A literal takes on the type of what it is compared with.
function bindPair(context: Context, leftNode: Node, rightNode: Node, at: number): readonly [Bound, Bound] {
  const left = bind(context, leftNode)
  const right = bind(context, rightNode)
  const [leftType, rightType] = [typeOf(left), typeOf(right)]
  if (leftType === 'null' || rightType === 'null') return [left, right]
  const leftFit = fit(leftNode, left, rightType)
  const rightFit = fit(rightNode, right, leftType)
  if (!leftFit || !rightFit) throw mismatch(leftType, rightType, at, context.option)
  return [leftFit, rightFit]
}

function fit(node: Node, bound: Bound, beside: EdmType): Bound | undefined {
  if (bound.kind === 'value' && node.kind === 'literal' && node.type !== 'null') {
    const type = typeBeside(node.type, beside)
    return type && valueAs(node, type)
  }
  const own = typeOf(bound)
  const goesWith =
    own === 'null' || familyOf(own) === familyOf(beside) || (own === 'Edm.DateTimeOffset' && beside === 'Edm.Date')
  return goesWith ? bound : undefined
}

function valueAs(node: { literal: number }, type: EdmType): Bound {
  return { kind: 'value', slot: { literal: node.literal, as: valueTypeOf(type) }, type }
}

function bindIn(context: Context, node: Node & { kind: 'in' }): Bound {
  const left = bind(context, node.left)
  const type = typeOf(left)
  const entry = context.literals[node.list]
  const items = entry && !('text' in entry) ? entry : []
  let as = type === 'null' ? 'text' : valueTypeOf(type)
  for (const item of items) {
    if (item.type === 'null' || type === 'null') continue
    const itemType = typeBeside(item.type, type)
    if (!itemType) throw mismatch(type, typeOfLiteral(item.type), item.at, context.option)
    // One number with decimals makes all of them decimals.
    if (itemType === 'Edm.Decimal') as = 'numeric'
  }
  const orNull = items.some((item) => item.type === 'null')
  if (type === 'null') return { kind: 'constant', value: orNull }
  return { kind: 'in', left, slot: { literal: node.list, as }, orNull }
}

function bindCall(context: Context, node: Node & { kind: 'call' }): Bound {
  const called = functions.get(node.name)
  if (!called) throw unknownName({ text: node.name, at: node.at }, functions.keys(), context.option)
  const given = node.arguments.map((part) => bind(context, part))
  if (given.length !== called.parameters.length) {
    throw mismatch(
      `${called.name}(${given.length})`,
      `${called.name}(${called.parameters.length})`,
      node.at,
      context.option,
    )
  }
  called.parameters.forEach((parameter, index) => {
    const type = typeOf(given[index] ?? { kind: 'null' })
    if (type !== 'null' && type !== parameter) {
      throw mismatch(type, parameter, node.arguments[index]?.at ?? node.at, context.option)
    }
  })
  if (given.some((part) => part.kind === 'null')) {
    return called.result === 'Edm.Boolean' ? { kind: 'constant', value: false } : { kind: 'null' }
  }
  return { kind: 'call', name: called.name, type: called.result, arguments: given }
}

function textOf(context: Context, literal: number): string {
  const entry = context.literals[literal]
  return entry && 'text' in entry ? entry.text : ''
}
