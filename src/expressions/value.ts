import { dayOf, momentOf, textOfDay, textOfMoment } from '#dates/calendar.ts'
import { compareScaled, decimalOf, decimalText, type ScaledDecimal } from '#decimals/decimal.ts'
import { compareTexts } from '#expressions/texts.ts'
import type { Type } from '#expressions/type.ts'

/** What is computed with: numbers and durations (in seconds) exactly, dates as days and moments as milliseconds since 1970. */
export type Scalar = string | boolean | number | ScaledDecimal
export type Value = Scalar | null | readonly Value[]

/** A value as it travels: numbers and durations are texts (seconds), dates `YYYY-MM-DD`, moments ISO 8601 in UTC. */
export type WireScalar = string | number | boolean | null | readonly WireScalar[]

/** The value of what came from outside; what has another form than its type says counts as no value. */
export function valueReader(type: Type): (wire: unknown) => Value {
  switch (type.kind) {
    case 'text':
    case 'choice':
    case 'record':
      return (wire) => (typeof wire === 'string' ? wire : null)
    case 'number':
    case 'duration':
      return (wire) => {
        if (typeof wire === 'string') return decimalOf(wire)
        return typeof wire === 'number' && Number.isFinite(wire) ? decimalOf(plainText(wire)) : null
      }
    case 'boolean':
      return (wire) => (typeof wire === 'boolean' ? wire : null)
    case 'date':
      return (wire) => (typeof wire === 'string' ? dayOf(wire) : null)
    case 'datetime':
      return (wire) => (typeof wire === 'string' ? momentOf(wire) : null)
    case 'list': {
      const item = valueReader(type.of)
      return (wire) => (Array.isArray(wire) ? wire.map(item) : [])
    }
    case 'null':
    case 'unknown':
      return () => null
  }
}

/** What leaves, in the form in which values travel. */
export function wireWriter(type: Type): (value: Value) => WireScalar {
  switch (type.kind) {
    case 'number':
    case 'duration':
      return (value) => (isDecimal(value) ? decimalText(value) : null)
    case 'date':
      return (value) => (typeof value === 'number' ? textOfDay(value) : null)
    case 'datetime':
      return (value) => (typeof value === 'number' ? textOfMoment(value) : null)
    case 'list': {
      const item = wireWriter(type.of)
      return (value) => (isList(value) ? value.map(item) : [])
    }
    default:
      return (value) => (typeof value === 'string' || typeof value === 'boolean' ? value : null)
  }
}

/** Orders two values of one type. */
export function compareValues(left: Scalar, right: Scalar): number {
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right)
  if (typeof left === 'object' && typeof right === 'object') return compareScaled(left, right)
  return Number(left) - Number(right)
}

/** Whether two values are the same; no value is the same as no value. */
export function isSameScalar(left: Value, right: Value): boolean {
  if (left === right) return true
  return isDecimal(left) && isDecimal(right) && compareScaled(left, right) === 0
}

export function isDecimal(value: Value): value is ScaledDecimal {
  return typeof value === 'object' && value !== null && !isList(value)
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

function plainText(number: number): string {
  return Math.abs(number) < 1e21 && Math.abs(number) >= 1e-6 ? String(number) : number.toFixed(20)
}
