import { valueOfPercent, withoutPercentSign } from '#attributes/percentReading.ts'
import type { NumberForm } from '#attributes/type.ts'
import { parseNumberText } from '#decimals/numberReading.ts'
import type { NumberSigns } from '#decimals/numberText.ts'

/** What a person typed or pasted for a number of a form, as the plain value; undefined where it is no number. */
export function readTypedNumber(form: NumberForm, text: string, signs: NumberSigns): string | undefined {
  if (form !== 'percent') return parseNumberText(text, signs)
  const plain = parseNumberText(withoutPercentSign(text), signs)
  return (plain && valueOfPercent(plain)) ?? undefined
}
