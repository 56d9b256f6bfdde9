import type { BoundNode, BoundOrder } from '#odata/bind/bound.ts'
import type { BindContext } from '#odata/bind/context.ts'
import { bindExpression } from '#odata/bind/filter.ts'
import { mismatch, notQueryable } from '#odata/bind/refusals.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { isCollection, boundType } from '#odata/bind/types.ts'
import { isGeo } from '#odata/geo.ts'
import { propertyOf } from '#odata/model.ts'
import type { OrderItem } from '#odata/syntax/node.ts'

/** The order of a list, completed by the table's key, and therefore total. */
export function bindOrderItems(context: BindContext, items: readonly OrderItem[]): readonly BoundOrder[] {
  const { base } = context.place
  const { set } = tableAt(context.scope, base)
  const order: BoundOrder[] = []
  for (const item of items) {
    const expression = bindExpression(context, item.of)
    if (expression.kind === 'property' && !expression.property.sortable) {
      throw notQueryable({ text: expression.property.name, at: item.at }, context.option)
    }
    const type = boundType(expression)
    if (isCollection(type) || isGeo(type)) throw mismatch(type, 'asc', item.at, context.option)
    // Constants and repeated sort keys have no effect.
    if (isConstant(expression) || order.some((before) => isSame(before.expression, expression))) continue
    order.push({ expression, descending: item.descending })
    // Sort keys after the key have no effect.
    if (expression.kind === 'property' && expression.table === base && expression.property.name === set.key)
      return order
  }
  // The key takes the last direction, so that one index serves the order in both directions.
  const key = propertyOf(set, set.key)
  const descending = order.at(-1)?.descending ?? false
  return [...order, { expression: { kind: 'property', table: base, property: key }, descending }]
}

function isConstant({ kind }: BoundNode): boolean {
  return kind === 'null' || kind === 'constant' || kind === 'value'
}

function isSame(left: BoundNode, right: BoundNode): boolean {
  return (
    left.kind === 'property' &&
    right.kind === 'property' &&
    left.table === right.table &&
    left.property === right.property
  )
}
