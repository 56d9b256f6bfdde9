import type { BoundNode, LiteralSlot } from '#odata/bind/bound.ts'
import { column, holeParameter, type Writer } from '#odata/compile/writer.ts'
import { digitsText } from '#platform/telephone.ts'

/** The value of a literal as a parameter. */
export function slotText(writer: Writer, slot: LiteralSlot): string {
  return `${holeParameter(writer, { from: 'literal', slot })}::${slot.as}`
}

type OfProperty = Pick<BoundNode & { kind: 'property' }, 'table' | 'property'>

/** Whether the digits of a telephone number hold those of a slot, which is a pattern. */
export function digitsLike(writer: Writer, { table, property }: OfProperty, slot: LiteralSlot): string {
  return `${digitsText(column(writer, table, property))} like ${slotText(writer, slot)}`
}
