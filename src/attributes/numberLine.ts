import { percentOfValue } from '#attributes/percentText.ts'
import type { NumberForm } from '#attributes/type.ts'
import { writeNumberText, type NumberSigns } from '#decimals/numberText.ts'

/** A value as a person types or copies it in a form: with the reader's decimal sign, without groups. */
export function writeTypedNumber(form: NumberForm, value: string, signs: Pick<NumberSigns, 'decimal'>): string {
  const percent = form === 'percent' ? percentOfValue(value) : null
  return percent === null ? writeNumberText(value, signs) : `${writeNumberText(percent, signs)} %`
}
