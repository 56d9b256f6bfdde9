import type { FaultCode } from '#faults/catalogue.ts'
import type { Problem } from '#faults/fault.ts'
import type { Properties } from '#attributes/properties.ts'
import { refuse, type Read, type Refusal } from '#attributes/type.ts'

/** The check of min and max over days or UTC instants, whose texts sort as they do. */
export function momentBounds({ min, max }: Properties): ((value: string) => Refusal | null) | null {
  if (min === null && max === null) return null
  const code = min !== null && max !== null ? 'validation.range' : min !== null ? 'validation.min' : 'validation.max'
  const named = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }
  return (value) => ((min !== null && value < min) || (max !== null && value > max) ? refuse(code, named) : null)
}

/** The check of values that have a normal form and bounds; `read` gives the form or null, `code` says what a text is not. */
export function momentReader(properties: Properties, read: (text: string) => string | null, code: FaultCode) {
  const outOfBounds = momentBounds(properties)
  return (value: string | number | boolean | object): Read => {
    if (typeof value !== 'string') return refuse('validation.type')
    const moment = read(value)
    return moment === null ? refuse(code) : (outOfBounds?.(moment) ?? moment)
  }
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
