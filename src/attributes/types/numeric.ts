import { compareDecimals, readDecimal, writeDecimal, type Decimal } from '#decimals/decimalText.ts'
import type { Properties } from '#attributes/properties.ts'
import { refuse, type Read, type Refusal } from '#attributes/type.ts'

/** Prepares the check of min and max over decimal digits; null means the value holds. */
export function boundsCheck(properties: Properties): ((value: Decimal) => Refusal | null) | null {
  const min = properties.min === null ? null : readDecimal(properties.min)
  const max = properties.max === null ? null : readDecimal(properties.max)
  if (!min && !max) return null
  const named = {
    ...(properties.min === null ? {} : { min: properties.min }),
    ...(properties.max === null ? {} : { max: properties.max }),
  }
  const code = min && max ? 'validation.range' : min ? 'validation.min' : 'validation.max'
  return (value) => {
    if (min && compareDecimals(value, min) < 0) return refuse(code, named)
    if (max && compareDecimals(value, max) > 0) return refuse(code, named)
    return null
  }
}

/** The check of numbers with digits behind the point, kept exactly: precision, scale, min and max. */
export function decimalReader(properties: Properties): (value: unknown) => Read {
  const outOfBounds = boundsCheck(properties)
  const scale = scaleOf(properties)
  const precision = precisionOf(properties)
  return (value) => {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') return refuse('validation.type')
    const decimal = readDecimal(text)
    if (!decimal || decimal.fraction.length > scale || decimal.whole.length > precision - scale)
      return refuse('validation.decimal', { precision, scale })
    return outOfBounds?.(decimal) ?? writeDecimal(decimal)
  }
}

/** How many digits a number may have. */
export function precisionOf({ precision }: Properties): number {
  return precision ?? 18
}

/** How many digits of a number may stand behind the point. */
export function scaleOf({ scale }: Properties): number {
  return scale ?? 2
}
