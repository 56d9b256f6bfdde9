import type { BoundOrder } from '#odata/bind/bound.ts'
import { isNullable, boundType } from '#odata/bind/types.ts'
import * as write from '#odata/compile/writer.ts'
import type { Writer } from '#odata/compile/writer.ts'

/** The order of an `order by`; `texts` are the SQL of its expressions. */
export function orderText(
  writer: Writer,
  order: readonly BoundOrder[],
  texts: readonly string[],
  backward: boolean,
): string {
  const items = order.map((item, index) => {
    // A bare constant would be the number of a column.
    const text = item.expression.kind === 'null' ? `(select ${texts[index]})` : texts[index]
    return `${text}${orderCollation(writer, item)}${directionText(item, backward)}`
  })
  return items.join(', ')
}

/** The ` collate` that sorting by the expression needs: that of its table, or of the root for what is computed. */
export function orderCollation(writer: Writer, { expression }: BoundOrder): string {
  if (expression.kind === 'property') return write.propertyCollation(writer, expression.table, expression.property)
  return boundType(expression) === 'Edm.String' ? write.rootCollation(writer) : ''
}

// OData: null is the lowest value. Where there are no nulls, saying so would only keep PostgreSQL from a plain index.
function directionText({ expression, descending }: BoundOrder, backward: boolean): string {
  if (!isNullable(expression)) return descending === backward ? ' asc' : ' desc'
  return descending === backward ? ' asc nulls first' : ' desc nulls last'
}
