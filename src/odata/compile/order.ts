import type { BoundOrder } from '#odata/bind/bound.ts'
import { isNullable, boundType } from '#odata/bind/types.ts'
import * as write from '#odata/compile/writer.ts'
import type { Writer } from '#odata/compile/writer.ts'

/** The text of an `order by`; `texts` is the SQL of its expressions. */
export function orderText(
  writer: Writer,
  order: readonly BoundOrder[],
  texts: readonly string[],
  backward: boolean,
): string {
  const items = order.map((item, index) => {
    // A bare constant would mean a column position.
    const text = item.expression.kind === 'null' ? `(select ${texts[index]})` : texts[index]
    return `${text}${orderCollation(writer, item)}${directionText(item, backward)}`
  })
  return items.join(', ')
}

/** The ` collate` for sorting by the expression: the collation of its table, or of the root for computed values. */
export function orderCollation(writer: Writer, { expression }: BoundOrder): string {
  if (expression.kind === 'property') return write.propertyCollation(writer, expression.table, expression.property)
  return boundType(expression) === 'Edm.String' ? write.rootCollation(writer) : ''
}

// OData: null is the lowest value. For expressions without nulls, a null order would prevent the use of a plain index.
function directionText({ expression, descending }: BoundOrder, backward: boolean): string {
  if (!isNullable(expression)) return descending === backward ? ' asc' : ' desc'
  return descending === backward ? ' asc nulls first' : ' desc nulls last'
}
