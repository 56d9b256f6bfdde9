import type { BoundType, ScalarType } from '#odata/bind/bound.ts'
import { isEnumeration, isFloat, isWhole } from '#odata/bind/types.ts'
import { instantNumber } from '#dates/moment.ts'
import { doubleOf, isSpecial, numberOfDouble, shownDouble, textOfDouble } from '#decimals/double.ts'
import { durationOf, isTooLong, durationSeconds } from '#dates/isoDuration.ts'
import { memberNumber, textOfMembers } from '#odata/enumeration.ts'
import { calculate, exactOf, shortest, textOfExact } from '#decimals/exact.ts'
import type { EdmType } from '#odata/model.ts'
import { microsOf, momentText, shortMoment } from '#dates/moment.ts'
import { firstSecond, lastSecond, wholeRanges } from '#odata/ranges.ts'
import { base64urlOfHex, hexOfBase64 } from '#odata/serialize/base64url.ts'
import { isWritten } from '#odata/writing.ts'

/** A value cast from one type to another, in the evaluator's form; null where the target type has no such value. */
export function castValue(from: BoundType, to: ScalarType, value: string): string | boolean | null {
  if (isEnumeration(to)) return memberNumber(to, value)?.toString() ?? null
  if (to === 'Edm.String') return textOf(from, value)
  if (from === 'Edm.String') return readText(to, value)
  switch (to) {
    case 'Edm.Date':
      return momentText(instantNumber(value)).slice(0, 10)
    case 'Edm.TimeOfDay':
      return momentText(instantNumber(value)).slice(11, -1)
    case 'Edm.DateTimeOffset':
      return `${value}T00:00:00Z`
    default:
      return castNumber(from, to, value)
  }
}

function textOf(from: BoundType, value: string): string {
  if (isEnumeration(from)) return textOfMembers(from, Number(value))
  if (isWhole(from) || from === 'Edm.Decimal') return shortest(value)
  if (isFloat(from)) return shownDouble(value, from === 'Edm.Single')
  switch (from) {
    case 'Edm.Duration':
      return durationOf(value)
    case 'Edm.DateTimeOffset':
      return shortMoment(value)
    case 'Edm.TimeOfDay':
      return shortMoment(`1970-01-01T${value}Z`).slice(11, -1)
    case 'Edm.Binary':
      return base64urlOfHex(value.slice(2))
    default:
      return value
  }
}

function castNumber(from: BoundType, to: EdmType, text: string): string | null {
  if (isFloat(to)) {
    const double = isFloat(from) ? text : doubleOf(text)
    return to === 'Edm.Single' ? textOfDouble(Math.fround(numberOfDouble(double))) : double
  }
  if (isSpecial(text)) return null
  if (to === 'Edm.Decimal') return textOfExact(exactOf(text))
  // Truncated first: 127.9 still fits into a byte.
  return inRange(to, calculate('div', text, '1', true) ?? '0')
}

function inRange(type: EdmType, whole: string): string | null {
  const [least = whole, greatest = whole] = wholeRanges[type] ?? []
  return BigInt(whole) < BigInt(least) || BigInt(whole) > BigInt(greatest) ? null : whole
}

// Parses a text as a value of the type.
function readText(type: EdmType, text: string): string | boolean | null {
  if (isWhole(type)) return isWritten('whole', text) ? inRange(type, String(BigInt(text.replace('+', '')))) : null
  if (isFloat(type)) {
    if (isWritten('special', text)) return text
    return isWritten('decimal', text) ? castNumber('Edm.Decimal', type, text) : null
  }
  switch (type) {
    case 'Edm.Decimal':
      return isWritten('decimal', text) ? textOfExact(exactOf(text)) : null
    case 'Edm.Boolean':
      return isWritten('yes', text) || (isWritten('no', text) ? false : null)
    case 'Edm.Guid':
      return isWritten('guid', text) ? text.toLowerCase() : null
    case 'Edm.Date':
      return isDay(text) ? text : null
    case 'Edm.TimeOfDay':
      return isWritten('time', text) ? momentText(instantNumber(`1970-01-01T${text}Z`)).slice(11, -1) : null
    case 'Edm.DateTimeOffset':
      return readMoment(text)
    case 'Edm.Duration':
      return readDuration(text)
    case 'Edm.Binary':
      return isWritten('binary', text) ? `\\x${hexOfBase64(text)}` : null
    default:
      return null
  }
}

function isDay(text: string): boolean {
  return isWritten('date', text) && momentText(instantNumber(text)).slice(0, 10) === text
}

function readMoment(text: string): string | null {
  if (!isWritten('moment', text) || !isDay(text.slice(0, 10))) return null
  const micros = instantNumber(text)
  return micros < microsOf(firstSecond) || micros > microsOf(lastSecond) ? null : momentText(micros)
}

function readDuration(text: string): string | null {
  const seconds = isWritten('duration', text) ? durationSeconds(text) : undefined
  if (seconds === undefined || isTooLong(seconds)) return null
  return textOfExact({ digits: microsOf(seconds), scale: 6 })
}
