/** How a binary number is held: the bits of its digits and the power of two of the least number. */
export type BinaryForm = { readonly bits: number; readonly leastPower: number }

/** The forms of `Edm.Single` and `Edm.Double`. */
export const [singleForm, doubleForm]: readonly [BinaryForm, BinaryForm] = [
  { bits: 24, leastPower: -149 },
  { bits: 53, leastPower: -1074 },
]

/**
 * The fewest digits that tell a finite number above zero from all others of its form, with an exponent: `1.25e-7`. What
 * stands in the middle between two numbers tells neither, as in PostgreSQL; JavaScript takes it for the even one.
 */
export function findShortestDigits(number: number, { bits, leastPower }: BinaryForm): string {
  const power = Math.max(powerOfTwo(number) - bits + 1, leastPower)
  // Everything is counted in quarters of the distance to the next greater number; the next lesser one may be at half of it.
  const quarters = 4n * wholeOf(number, power)
  const isNarrow = quarters === 4n << BigInt(bits - 1) && power > leastPower
  const [low, high] = [quarters - (isNarrow ? 1n : 2n), quarters + 2n]
  const numerator = 2n ** BigInt(Math.max(power - 2, 0))
  const denominator = 2n ** BigInt(Math.max(2 - power, 0))
  const exponent = Number(number.toExponential(20).split('e')[1])
  for (let count = 0; ; count += 1) {
    const unit = exponent - count
    const [times, parts] = [10n ** BigInt(Math.max(-unit, 0)), 10n ** BigInt(Math.max(unit, 0))]
    const scale = denominator * parts
    const scaled = quarters * numerator * times
    const least = scaled / scale
    const nearest = nearestFirst(least, 2n * (scaled - least * scale) - scale)
    const found = nearest.find((digits) => {
      const place = digits * scale
      return place > low * numerator * times && place < high * numerator * times
    })
    if (found !== undefined) return withPoint(String(found), unit)
  }
}

// The greatest power of two that a number holds.
function powerOfTwo(number: number): number {
  const guess = Math.floor(Math.log2(number))
  return 2 ** guess > number ? guess - 1 : 2 ** (guess + 1) <= number ? guess + 1 : guess
}

// How many times the number holds 2^power, which it holds a whole number of times.
function wholeOf(number: number, power: number): bigint {
  // In two steps: 2^1074 is no double.
  return power < -1000 ? BigInt(number * 2 ** 1000 * 2 ** (-power - 1000)) : BigInt(number / 2 ** power)
}

// The two that a number lies between, by how near they are; in the middle the even one first.
function nearestFirst(least: bigint, beyondMiddle: bigint): readonly bigint[] {
  const isUp = beyondMiddle > 0n || (beyondMiddle === 0n && least % 2n === 1n)
  return isUp ? [least + 1n, least] : [least, least + 1n]
}

function withPoint(digits: string, unit: number): string {
  const shown = digits.replace(/0+$/, '')
  return `${shown.slice(0, 1)}${shown.length > 1 ? '.' : ''}${shown.slice(1)}e${unit + digits.length - 1}`
}
