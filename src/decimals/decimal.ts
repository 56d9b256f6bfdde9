/**
 * An exact decimal number: `digits` divided by ten to the power of `scale`, which is never negative. Digits are a safe
 * integer as long as they fit into one, which is several times faster, and a bigint from there on.
 */
export type ScaledDecimal = { readonly digits: number | bigint; readonly scale: number }

const powers = Array.from({ length: 16 }, (_, index) => 10 ** index)
const bigPowers = Array.from({ length: 64 }, (_, index) => 10n ** BigInt(index))
const form = /^([+-]?)(\d+)(?:\.(\d*))?$/
/** Longest text of a number, in characters. */
const longestText = 1000
const mostSafe = Number.MAX_SAFE_INTEGER

// Whole numbers, larger numbers and bigints: created at load, so that the engine settles on one hidden class for all
// decimals.
for (const digits of [0, 2 ** 40, 0n]) made(digits, 0)

export const zero: ScaledDecimal = { digits: 0, scale: 0 }
export const oneDecimal: ScaledDecimal = { digits: 1, scale: 0 }

function made(digits: number | bigint, scale: number): ScaledDecimal {
  return { digits, scale }
}

/** A whole number. */
export function whole(digits: number): ScaledDecimal {
  return { digits, scale: 0 }
}

/** The number of a text such as `-12.50`; null if the text is no number. */
export function decimalOf(text: string): ScaledDecimal | null {
  return quickDecimal(text) ?? slowDecimal(text)
}

/** The shortest text of a number: `-12.5`, `0`. */
export function decimalText(value: ScaledDecimal): string {
  if (value.scale === 0) return String(value.digits)
  const { digits, scale } = trimmed(value)
  if (scale === 0) return String(digits)
  if (typeof digits === 'number') return smallText(digits, scale)
  return longText(digits, scale)
}

function longText(digits: number | bigint, scale: number): string {
  const size = String(digits < 0 ? -digits : digits).padStart(scale + 1, '0')
  return `${digits < 0 ? '-' : ''}${size.slice(0, -scale)}.${size.slice(-scale)}`
}

// The whole part and the rest apart: no text is cut.
function smallText(digits: number, scale: number): string {
  const unit = powers[scale]
  if (unit === undefined) return longText(digits, scale)
  const size = digits < 0 ? -digits : digits
  const rest = size % unit
  const whole = (size - rest) / unit
  const fraction = String(rest)
  const zeros = scale - fraction.length
  return `${digits < 0 ? '-' : ''}${whole}.${zeros === 0 ? '' : '0'.repeat(zeros)}${fraction}`
}

/** Without zeros at the end. */
export function trimmed(value: ScaledDecimal): ScaledDecimal {
  let { digits, scale } = value
  if (typeof digits === 'bigint') {
    while (scale > 0 && digits % 10n === 0n) {
      digits /= 10n
      scale -= 1
    }
    return { digits: narrow(digits), scale }
  }
  while (scale > 0 && digits % 10 === 0) {
    digits /= 10
    scale -= 1
  }
  return { digits, scale }
}

export function add(left: ScaledDecimal, right: ScaledDecimal): ScaledDecimal {
  const scale = left.scale > right.scale ? left.scale : right.scale
  if (typeof left.digits === 'number' && typeof right.digits === 'number') {
    const a = left.digits * (powers[scale - left.scale] ?? Number.POSITIVE_INFINITY)
    const b = right.digits * (powers[scale - right.scale] ?? Number.POSITIVE_INFINITY)
    // An unsafe integer at this point was infinite, not a number, or rounded before.
    if (isSafe(a) && isSafe(b) && isSafe(a + b)) return { digits: a + b, scale }
  }
  return { digits: narrow(BigInt(raised(left, scale)) + BigInt(raised(right, scale))), scale }
}

export function negate({ digits, scale }: ScaledDecimal): ScaledDecimal {
  return { digits: digits === 0 ? 0 : -digits, scale }
}

export function subtract(left: ScaledDecimal, right: ScaledDecimal): ScaledDecimal {
  return add(left, negate(right))
}

export function multiply(left: ScaledDecimal, right: ScaledDecimal): ScaledDecimal {
  const scale = left.scale + right.scale
  if (typeof left.digits === 'number' && typeof right.digits === 'number') {
    const digits = left.digits * right.digits
    if (isSafe(digits)) return { digits: digits === 0 ? 0 : digits, scale }
  }
  return { digits: narrow(BigInt(left.digits) * BigInt(right.digits)), scale }
}

/** A quotient cut off after so many digits behind the point; null for a division by zero. */
export function divide(left: ScaledDecimal, right: ScaledDecimal, scale: number): ScaledDecimal | null {
  if (right.digits === 0 || right.digits === 0n) return null
  const quick = quickQuotient(left, right)
  if (quick && quick.scale <= scale) return quick
  const raise = scale + right.scale - left.scale
  const [a, b] = [BigInt(left.digits), BigInt(right.digits)]
  const digits = raise >= 0 ? (a * tens(raise)) / b : a / (b * tens(-raise))
  return trimmed({ digits, scale })
}

/** Negative, zero or positive. */
export function compareScaled(left: ScaledDecimal, right: ScaledDecimal): number {
  const scale = left.scale > right.scale ? left.scale : right.scale
  const a = raised(left, scale)
  const b = raised(right, scale)
  return a < b ? -1 : a > b ? 1 : 0
}

/** The digits at a scale that is at least the number's own. */
export function raised({ digits, scale: own }: ScaledDecimal, scale: number): number | bigint {
  if (own === scale) return digits
  const factor = powers[scale - own]
  if (typeof digits === 'number' && factor !== undefined && isSafe(digits * factor)) return digits * factor
  return BigInt(digits) * tens(scale - own)
}

/** Ten to a power. */
export function tens(power: number): bigint {
  return bigPowers[power] ?? 10n ** BigInt(power)
}

/** Bigints where numbers do are slow and make comparisons by `===` fail. */
export function narrow(digits: bigint): number | bigint {
  return digits <= mostSafe && digits >= -mostSafe ? Number(digits) : digits
}

function isSafe(digits: number): boolean {
  return digits <= mostSafe && digits >= -mostSafe
}

// Plain numbers of up to fifteen digits, read in one pass.
function quickDecimal(text: string): ScaledDecimal | undefined {
  const { length } = text
  if (length > 16 || length === 0) return undefined
  const isNegative = text.charCodeAt(0) === 45
  let digits = 0
  let point = -1
  for (let at = isNegative ? 1 : 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) digits = digits * 10 + code - 48
    else if (code === 46 && point < 0 && at > (isNegative ? 1 : 0)) point = at
    else return undefined
  }
  if (!isSafe(digits) || point === length - 1 || (isNegative && length === 1)) return undefined
  return { digits: isNegative && digits !== 0 ? -digits : digits, scale: point < 0 ? 0 : length - 1 - point }
}

function slowDecimal(text: string): ScaledDecimal | null {
  const found = text.length <= longestText ? form.exec(text) : null
  if (!found) return null
  const [, sign, whole = '', fraction = ''] = found
  const size = BigInt(whole + fraction)
  return { digits: narrow(sign === '-' ? -size : size), scale: fraction.length }
}

// Most quotients of people end after some digits: those need no bigints.
function quickQuotient(left: ScaledDecimal, right: ScaledDecimal): ScaledDecimal | undefined {
  if (typeof left.digits !== 'number' || typeof right.digits !== 'number') return undefined
  for (let more = 0; more <= 4; more += 2) {
    const digits = left.digits * (powers[more] ?? 1)
    const scale = left.scale + more - right.scale
    if (!isSafe(digits)) return undefined
    if (scale >= 0 && digits % right.digits === 0) {
      const quotient = digits / right.digits
      return trimmed({ digits: quotient === 0 ? 0 : quotient, scale })
    }
  }
  return undefined
}
