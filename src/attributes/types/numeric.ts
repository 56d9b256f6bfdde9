import type { Problem } from '#faults/fault.ts'
import { compareDecimals, readDecimal, type Decimal } from '#decimals/decimalText.ts'
import type { Properties } from '#attributes/properties.ts'
import { refuse, type Refusal, type TextFormat } from '#attributes/type.ts'

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

/** What does not fit together in the bounds of a number. */
export function boundProblems(properties: Properties): Problem[] {
  const min = properties.min === null ? null : readDecimal(properties.min)
  const max = properties.max === null ? null : readDecimal(properties.max)
  const problems: Problem[] = []
  if (properties.min !== null && !min) problems.push({ code: 'validation.type', target: 'min' })
  if (properties.max !== null && !max) problems.push({ code: 'validation.type', target: 'max' })
  if (min && max && compareDecimals(min, max) > 0)
    problems.push({ code: 'validation.max', target: 'min', parameters: { max: properties.max ?? '' } })
  return problems
}

/** A number as people write it in a format (`1 234,50`) with a plain point and no groups; null when it breaks the format. */
export function plainNumber(text: string, format: TextFormat): string | null {
  const [whole = '', fraction, ...rest] = text.replace(/[\u00a0\u202f]/g, ' ').split(format.decimal)
  if (rest.length > 0) return null
  const digits = format.group === '' ? whole : ungrouped(whole, format.group)
  if (digits === null) return null
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

function ungrouped(whole: string, group: string): string | null {
  const [first = '', ...groups] = whole.split(group)
  if (groups.some((each) => !/^\d{3}$/.test(each))) return null
  if (groups.length > 0 && !/^[+-]?\d{1,3}$/.test(first)) return null
  return first + groups.join('')
}
