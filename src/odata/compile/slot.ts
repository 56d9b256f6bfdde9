import type { BoundNode, LiteralSlot } from '#odata/bind/bound.ts'
import { column, holeParameter, type Writer } from '#odata/compile/writer.ts'
import { digitsText } from '#platform/telephone.ts'

/** The value of a literal as a typed parameter. */
export function slotText(writer: Writer, slot: LiteralSlot): string {
  return `${holeParameter(writer, { from: 'literal', slot })}::${slot.as}`
}

type OfProperty = Pick<BoundNode & { kind: 'property' }, 'table' | 'property'>

/** Condition: the digits of a telephone number match the pattern in a slot. */
export function digitsLike(writer: Writer, { table, property }: OfProperty, slot: LiteralSlot): string {
  return `${digitsText(column(writer, table, property))} like ${slotText(writer, slot)}`
}
