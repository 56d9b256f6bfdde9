type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
// ES2025: the third parameter of a reviver holds the text that a value was written as.
const parseJson = JSON.parse as (text: string, reviver: Reviver) => unknown

/** A double holds every decimal number of so many digits. */
const digitsHeld = 15

/**
 * A JSON text as values, in which a number of more digits than a double is sure to hold is the text it was written as.
 * Throws at what is not JSON, and at names that would reach a prototype.
 */
export function exactJson(text: string): unknown {
  if (!needsCare.test(text)) return JSON.parse(text)
  return parseJson(text, (key, value, { source }) => {
    if (key === '__proto__') throw new SyntaxError(key)
    return typeof value === 'number' && source !== undefined && !isHeld(source) ? source : value
  })
}

// A long number, a large exponent, a prototype, or an escape that may hide one; all others are read much faster.
const needsCare = /[\d.]{16}|\d[eE][+-]?\d{3}|__proto__|\\u/

function isHeld(number: string): boolean {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e')
  return mantissa.replace(/\D|^-?[0.]+/g, '').length <= digitsHeld && Math.abs(Number(exponent)) < 100
}
