/** An exact decimal number: `digits` divided by ten to the power of `scale`. */
export type Exact = { readonly digits: bigint; readonly scale: number }

/** The number of a text, whatever its form. */
export function exactOf(text: string): Exact {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole.replace('+', '') + fraction), scale: fraction.length - Number(exponent) }
}

/** The text of a number without an exponent. */
export function textOfExact({ digits, scale }: Exact): string {
  if (scale <= 0) return String(digits * 10n ** BigInt(-scale))
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** Most digits behind the point of a quotient; finer digits are cut off. */
export const quotientScale = 20

/** An arithmetic operator over two numbers; undefined where there is no result. `whole` cuts a quotient to a whole number. */
export function calculate(operator: string, left: string, right: string, whole: boolean): string | undefined {
  const [first, second] = [exactOf(left), exactOf(right)]
  const scale = Math.max(first.scale, second.scale)
  const [a, b] = [first, second].map(({ digits, scale: own }) => digits * 10n ** BigInt(scale - own)) as [
    bigint,
    bigint,
  ]
  switch (operator) {
    case 'add':
      return textOfExact({ digits: a + b, scale })
    case 'sub':
      return textOfExact({ digits: a - b, scale })
    case 'mul':
      return textOfExact({ digits: first.digits * second.digits, scale: first.scale + second.scale })
    case 'mod':
      return b === 0n ? undefined : textOfExact({ digits: a % b, scale })
    default: {
      if (b === 0n) return undefined
      const digits = whole ? 0 : quotientScale
      return textOfExact({ digits: (a * 10n ** BigInt(digits)) / b, scale: digits })
    }
  }
}

/** The text of a number without an exponent and without trailing zeros: `12.5` for `12.50`. */
export function shortest(text: string): string {
  const exact = textOfExact(exactOf(text))
  return exact.includes('.') ? exact.replace(/\.?0+$/, '') : exact
}
