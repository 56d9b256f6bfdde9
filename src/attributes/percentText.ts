import { readDecimal, writeDecimal } from '#decimals/decimalText.ts'

/** A value in percent, to the last digit: `0.25` is `25`; null where the text is no number. */
export function percentOfValue(value: string): string | null {
  const shifted = readDecimal(`${value}e2`)
  return shifted && writeDecimal(shifted)
}
