const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/** A decimal number as its digits: `-012.50` is {negative, whole '12', fraction '5'}. */
export type Decimal = { readonly negative: boolean; readonly whole: string; readonly fraction: string }

/** No number of ours has more characters. A body may hold megabytes, and zeros at the end are looked for from each zero. */
const longestText = 1000

/** Reads a decimal number written with a point, keeping every digit; null when the text is none. */
export function readDecimal(text: string): Decimal | null {
  const match = text.length > longestText ? null : form.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent] = match
  if (whole === '' && fraction === '') return null
  const shifted = exponent ? shift(whole, fraction, Number(exponent)) : { whole, fraction }
  const digits = { whole: shifted.whole.replace(/^0+/, ''), fraction: shifted.fraction.replace(/0+$/, '') }
  return { negative: sign === '-' && (digits.whole !== '' || digits.fraction !== ''), ...digits }
}

/** The shortest text of a decimal number: `-12.5`, `0.05`, `0`. */
export function writeDecimal({ negative, whole, fraction }: Decimal): string {
  return `${negative ? '-' : ''}${whole || '0'}${fraction ? `.${fraction}` : ''}`
}

/** Below zero when a < b, above when a > b. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1
  const size = compareDigits(a, b)
  return a.negative ? -size : size
}

function compareDigits(a: Decimal, b: Decimal): number {
  if (a.whole.length !== b.whole.length) return a.whole.length - b.whole.length
  if (a.whole !== b.whole) return a.whole < b.whole ? -1 : 1
  if (a.fraction === b.fraction) return 0
  return a.fraction < b.fraction ? -1 : 1
}

function shift(whole: string, fraction: string, places: number): { whole: string; fraction: string } {
  if (places >= 0) {
    const padded = fraction.padEnd(places, '0')
    return { whole: whole + padded.slice(0, places), fraction: padded.slice(places) }
  }
  const padded = whole.padStart(-places, '0')
  return { whole: padded.slice(0, padded.length + places), fraction: padded.slice(padded.length + places) + fraction }
}
