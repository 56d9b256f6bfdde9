import { compareDecimals, readDecimal } from '#decimals/decimalText.ts'
import type { Properties } from '#attributes/properties.ts'
import { readDuration } from '#attributes/span.ts'
import { secondsOfSpan } from '#dates/durationSeconds.ts'
import { precisionOf, scaleOf } from '#attributes/types/numeric.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import type { Problem } from '#faults/fault.ts'

// What makers say of bounds is checked apart from values: pages that only show records load nothing of it.

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

/** What does not fit together in the digits and bounds of a number with digits behind the point. */
export function decimalProblems(properties: Properties): Problem[] {
  const [precision, scale] = [precisionOf(properties), scaleOf(properties)]
  const tooFine: Problem = { code: 'validation.max', target: 'scale', parameters: { max: precision } }
  return [...boundProblems(properties), ...(scale > precision ? [tooFine] : [])]
}

/** What does not fit together in the bounds of a day or an instant; `read` gives the normal form or null, `code` says what it is not. */
export function momentProblems(
  { min, max }: Properties,
  read: (text: string) => string | null,
  code: FaultCode,
): Problem[] {
  const problems: Problem[] = []
  if (min !== null && read(min) !== min) problems.push({ code, target: 'min' })
  if (max !== null && read(max) !== max) problems.push({ code, target: 'max' })
  if (problems.length === 0 && min !== null && max !== null && min > max)
    problems.push({ code: 'validation.max', target: 'min', parameters: { max } })
  return problems
}

/** What does not fit together in the bounds of a span. */
export function durationProblems({ min, max }: Properties): Problem[] {
  const problems: Problem[] = []
  if (min !== null && readDuration(min) !== min) problems.push({ code: 'validation.duration', target: 'min' })
  if (max !== null && readDuration(max) !== max) problems.push({ code: 'validation.duration', target: 'max' })
  if (problems.length === 0 && min !== null && max !== null && (secondsOfSpan(min) ?? 0) > (secondsOfSpan(max) ?? 0))
    problems.push({ code: 'validation.max', target: 'min', parameters: { max } })
  return problems
}
