import { isLink, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import { writeTypedNumber } from '#attributes/numberLine.ts'
import type { WireValue } from '#attributes/type.ts'
import type { NumberSigns } from '#decimals/numberText.ts'

/**
 * A value as clipboard text for spreadsheets: numbers with the reader's decimal sign, dates in ISO form, links by name.
 */
export function clipText(
  field: Field,
  value: WireValue | undefined,
  linked: string | undefined,
  signs: Pick<NumberSigns, 'decimal'>,
): string {
  if (value === undefined || value === null) return ''
  const { number } = listMetadata[field.type]
  if (number) return writeTypedNumber(number, String(value), signs)
  if (isLink(field)) return linked ?? String(value)
  return listMetadata[field.type].toText(value, field)
}
