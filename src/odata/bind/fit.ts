import type { BoundNode, ExpressionType, LiteralSlot } from '#odata/bind/bound.ts'
import type { BindContext } from '#odata/bind/context.ts'
import { mismatch } from '#odata/bind/refusals.ts'
import { familyOf, isCollection, isEnumeration, typeBeside, boundType, odataValueType } from '#odata/bind/types.ts'
import { isGeo, sridOf } from '#odata/geo.ts'
import type { QueryNode } from '#odata/syntax/node.ts'

/** An operand as written and as bound. */
export type ComparedSide = readonly [QueryNode, BoundNode]

/** Two operands of compatible types: a literal takes the type of the other operand. Throws for incompatible types. */
export function fitPair(
  context: BindContext,
  left: ComparedSide,
  right: ComparedSide,
  at: number,
): readonly [BoundNode, BoundNode] {
  const [leftType, rightType] = [boundType(left[1]), boundType(right[1])]
  if (leftType === 'null' || rightType === 'null') return [left[1], right[1]]
  const rightFit = fit(right, leftType)
  const leftFit = fit(left, rightFit ? typed(rightFit, rightType) : rightType)
  // Where the right operand cannot be converted, the left one may be: `'Red' eq colour`.
  const again = rightFit ?? (leftFit && fit(right, typed(leftFit, leftType)))
  if (!leftFit || !again) throw mismatch(leftType, rightType, at, context.option)
  return [leftFit, again]
}

/**
 * Operands of `eq` or `ne`. In models without empty texts, a comparison with an empty text turns empty operands into
 * null.
 */
export function fillPair(
  context: BindContext,
  [left, right]: readonly [BoundNode, BoundNode],
): readonly [BoundNode, BoundNode] {
  const isWritten = isEmptyText(context, left) || isEmptyText(context, right)
  return isWritten ? [filled(context, left), filled(context, right)] : [left, right]
}

function filled(context: BindContext, bound: BoundNode): BoundNode {
  if (isEmptyText(context, bound)) return { kind: 'null' }
  // Properties never hold empty texts, but functions may return them.
  const isFull = boundType(bound) === 'null' || bound.kind === 'property'
  return isFull ? bound : { kind: 'filled', type: 'Edm.String', of: bound }
}

function isEmptyText({ scope, literals }: BindContext, bound: BoundNode): boolean {
  if (!scope.model.emptyTextIsNull || bound.kind !== 'value' || bound.type !== 'Edm.String') return false
  const entry = literals[bound.slot.literal]
  return entry !== undefined && 'text' in entry && entry.text === ''
}

function typed(bound: BoundNode, otherwise: ExpressionType): ExpressionType {
  const type = boundType(bound)
  return type === 'null' ? otherwise : type
}

/** An expression converted to fit the type `beside`; undefined for incompatible types. */
export function fit([node, bound]: ComparedSide, beside: ExpressionType): BoundNode | undefined {
  if (bound.kind === 'value' && node.kind === 'literal' && node.type !== 'null') {
    // A literal that names its enumeration already has a type.
    if (node.type === 'enum' && familyOf(bound.type) !== familyOf(beside)) return undefined
    if (node.type === 'geo') return familyOf(bound.type) === familyOf(beside) ? bound : undefined
    const type = typeBeside(node.type, beside)
    return type && valueAs(node, type)
  }
  if (bound.kind === 'array' && node.kind === 'array' && isCollection(beside)) return fitArray(node, bound, beside.of)
  const own = boundType(bound)
  const goesWith =
    own === 'null' || familyOf(own) === familyOf(beside) || (own === 'Edm.DateTimeOffset' && beside === 'Edm.Date')
  return goesWith ? bound : undefined
}

/** The values of an array, converted to one type. */
export function fitArray(
  node: QueryNode & { kind: 'array' },
  bound: BoundNode & { kind: 'array' },
  type: Exclude<ExpressionType, { of: unknown }>,
): BoundNode | undefined {
  const of = bound.of.map((item, index) => {
    const itemNode = node.of[index]
    return itemNode && fit([itemNode, item], type)
  })
  const fitting = of.filter((item) => item !== undefined)
  return fitting.length < of.length ? undefined : { ...bound, type: { of: type }, of: fitting }
}

/** Additional slot information for the type, beside the parameter type. */
export function slotKind(type: ExpressionType): Pick<LiteralSlot, 'enumeration' | 'single' | 'geo'> {
  if (isEnumeration(type)) return { enumeration: type }
  if (isGeo(type)) return { geo: { type, srid: type.startsWith('Edm.Geography') ? sridOf(type) : undefined } }
  return type === 'Edm.Single' ? { single: true } : {}
}

/** A literal as a value of the type. */
export function valueAs(node: { readonly literal: number }, type: ExpressionType): BoundNode {
  const slot = { literal: node.literal, as: odataValueType(type) }
  return { kind: 'value', slot: { ...slot, ...slotKind(type) }, type }
}
