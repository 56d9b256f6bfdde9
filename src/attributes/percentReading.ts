import { readDecimal, writeDecimal } from '#decimals/decimalText.ts'

const sign = /[\s\u00a0\u202f]*%$/

/** A text without the percent sign at its end, where it has one. */
export function withoutPercentSign(text: string): string {
  return text.trim().replace(sign, '')
}

/** Whether a text ends with a percent sign. */
export function hasPercentSign(text: string): boolean {
  return sign.test(text)
}

/** The value of a plain number of percent, to the last digit: `25` is `0.25`; null where the text is no number. */
export function valueOfPercent(plain: string): string | null {
  const shifted = readDecimal(`${plain}e-2`)
  return shifted && writeDecimal(shifted)
}
