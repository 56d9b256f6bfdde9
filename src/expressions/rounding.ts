import { divide, multiply, narrow, oneDecimal, tens, type ScaledDecimal } from '#decimals/decimal.ts'
import { expressionLimits } from '#expressions/limits.ts'

export type RoundingDirection = 'nearest' | 'up' | 'down' | 'floor' | 'ceiling'

/** Rounds to so many digits behind the point (before it when negative). `up` and halves go away from zero. */
export function rounded({ digits, scale }: ScaledDecimal, to: number, direction: RoundingDirection): ScaledDecimal {
  if (to >= scale) return { digits, scale }
  if (to >= 0 && typeof digits === 'number') {
    const quick = quickUnits(digits, scale - to, direction)
    if (quick !== undefined) return { digits: quick, scale: to }
  }
  const unit = tens(scale - to)
  const all = BigInt(digits)
  const units = inUnits(all, unit, direction)
  return to >= 0 ? { digits: narrow(units), scale: to } : { digits: narrow(units * tens(-to)), scale: 0 }
}

/**
 * A whole power; null where the exponent is no whole number, too large, or the result has too many digits. Each step is
 * cut off as a quotient is.
 */
export function powered(base: ScaledDecimal, exponent: ScaledDecimal): ScaledDecimal | null {
  const steps = wholeOfDecimal(exponent)
  if (steps === null || Math.abs(steps) > expressionLimits.exponent) return null
  let result: ScaledDecimal = oneDecimal
  for (let step = 0; step < Math.abs(steps); step += 1) {
    result = rounded(multiply(result, base), expressionLimits.scale, 'down')
    if (isTooLarge(result)) return null
  }
  return steps < 0 ? divide(oneDecimal, result, expressionLimits.scale) : result
}

/** The square root, cut off as a quotient is; null for a negative number. */
export function root(value: ScaledDecimal): ScaledDecimal | null {
  const { digits, scale } = rounded(value, expressionLimits.scale, 'down')
  if (digits < 0) return null
  const square = BigInt(digits) * tens(2 * expressionLimits.scale - scale)
  return { digits: narrow(wholeRoot(square)), scale: expressionLimits.scale }
}

/** A whole number of JavaScript; null where it is none. */
export function wholeOfDecimal(value: ScaledDecimal): number | null {
  const { digits, scale } = rounded(value, 0, 'down')
  const isWhole = BigInt(digits) * 10n ** BigInt(value.scale - scale) === BigInt(value.digits)
  return isWhole && typeof digits === 'number' ? digits : null
}

function isTooLarge({ digits, scale }: ScaledDecimal): boolean {
  const size = BigInt(digits)
  return (size < 0n ? -size : size) >= 10n ** BigInt(expressionLimits.power + scale)
}

function goesAway(digits: number, rest: number, unit: number, direction: RoundingDirection): boolean {
  switch (direction) {
    case 'nearest':
      return (rest < 0 ? -rest : rest) * 2 >= unit
    case 'floor':
      return digits < 0
    case 'ceiling':
      return digits > 0
    default:
      return direction === 'up'
  }
}

const units = Array.from({ length: 16 }, (_, places) => 10 ** places)

// Exact, since all of it stays among the safe integers.
function quickUnits(digits: number, places: number, direction: RoundingDirection): number | undefined {
  if (places > 15) return undefined
  const unit = units[places] ?? 1
  const rest = digits % unit
  const cut = (digits - rest) / unit
  if (rest === 0 || direction === 'down') return cut === 0 ? 0 : cut
  const away = digits < 0 ? cut - 1 : cut + 1
  return goesAway(digits, rest, unit, direction) ? away : cut === 0 ? 0 : cut
}

function inUnits(all: bigint, unit: bigint, direction: RoundingDirection): bigint {
  const cut = all / unit
  if (cut * unit === all) return cut
  const away = all < 0n ? cut - 1n : cut + 1n
  switch (direction) {
    case 'down':
      return cut
    case 'up':
      return away
    case 'floor':
      return all < 0n ? away : cut
    case 'ceiling':
      return all < 0n ? cut : away
    case 'nearest': {
      const rest = all - cut * unit
      return (rest < 0n ? -rest : rest) * 2n >= unit ? away : cut
    }
  }
}

// Newton's way, from above.
function wholeRoot(square: bigint): bigint {
  if (square < 2n) return square
  let guess = 1n << BigInt((square.toString(2).length >> 1) + 1)
  for (;;) {
    const better = (guess + square / guess) >> 1n
    if (better >= guess) return guess
    guess = better
  }
}
