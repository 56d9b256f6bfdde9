import { readDecimal, writeDecimal } from '#decimals/decimalText.ts'

// Cells of files may be megabytes long: no expression may look for the blanks before the sign from each of them anew.

/** A text without the percent sign at its end, where it has one. */
export function withoutPercentSign(text: string): string {
  const trimmed = text.trim()
  return hasPercentSign(trimmed) ? trimmed.slice(0, -1).trimEnd() : trimmed
}

/** Whether a text ends with a percent sign. */
export function hasPercentSign(text: string): boolean {
  return text.endsWith('%')
}

/** The value of a plain number of percent, to the last digit: `25` is `0.25`; null where the text is no number. */
export function valueOfPercent(plain: string): string | null {
  const shifted = readDecimal(`${plain}e-2`)
  return shifted && writeDecimal(shifted)
}
