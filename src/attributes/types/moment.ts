import type { FaultCode } from '#faults/catalogue.ts'
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
