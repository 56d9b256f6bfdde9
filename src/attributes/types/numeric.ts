import { compareDecimals, readDecimal, type Decimal } from '#attributes/decimal.ts'
import type { Properties } from '#attributes/properties.ts'
import { refuse, type Refusal } from '#attributes/type.ts'

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
