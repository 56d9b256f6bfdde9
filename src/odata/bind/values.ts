import type { LiteralSlot } from '#odata/bind/bound.ts'
import { mostStates, statesOf } from '#odata/bind/pattern.ts'
import { mismatch } from '#odata/bind/refusals.ts'
import { durationOf, isTooLong, durationSeconds } from '#dates/isoDuration.ts'
import { shapeText } from '#odata/geo.ts'
import { memberNumber } from '#odata/enumeration.ts'
import type { Enumeration } from '#odata/model.ts'
import { hexOfBase64 } from '#odata/serialize/base64url.ts'
import { foldsByNeighbours } from '#platform/caseFolding.ts'
import { phrasePattern } from '#platform/fullText.ts'
import { digitsOfPattern, soughtDigits } from '#platform/telephone.ts'
import { isSafePattern } from '#text/pattern.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { Literal, LiteralEntry } from '#odata/syntax/node.ts'

/** The parameter value of a slot: text for a single literal, an array for a list, or null. */
export function slotValue(slot: LiteralSlot, literals: readonly LiteralEntry[]): string | readonly string[] | null {
  const entry = literals[slot.literal]
  if (entry === undefined) throw new Error('the shape does not belong to this query')
  if (!('text' in entry)) {
    // NaN is not equal to itself, so NaN is never a list item.
    const items = entry.filter((literal) => literal.type !== 'null' && literal.text !== 'NaN')
    return items.map((literal) => plain(literal, slot))
  }
  if (slot.digits) return digitsOf(slot, literals)
  if (slot.words === 'inOrder') return phrasePattern(entry.text)
  if (slot.regular) return slot.hint ? `%${digitsOfPattern(entry.text) ?? ''}%` : checkedPattern(entry)
  if (slot.hint && foldsByNeighbours(entry.text)) return '%'
  const given = givenText(entry.text, slot)
  const text = slot.folded ? given.toLowerCase() : given
  return slot.pattern ? patternOf(text, slot.pattern) : plain({ ...entry, text }, slot)
}

function givenText(text: string, { unstarred }: LiteralSlot): string {
  return unstarred ? text.replace(/(?<=.)\*$/, '') : text
}

function digitsOf(slot: LiteralSlot, literals: readonly LiteralEntry[]): string | null {
  const texts = literals
    .slice(slot.literal, (slot.until ?? slot.literal) + 1)
    .map((entry) => ('text' in entry ? givenText(entry.text, slot) : ''))
  const digits = soughtDigits(texts.join(' '))
  if (digits === undefined) return null
  return slot.pattern ? patternOf(digits, slot.pattern) : digits
}

// The common subset of PostgreSQL's and JavaScript's regular expressions, without look-around and back references.
const safePattern =
  /^(?!\*)(?:[^\\()[\]]|\\[dws.^$*+?()[\]{}|/-]|\((?!\?)|\)|\[(?!\^?\])\^?(?:[^[\]\\]|\\[\]\\^-])+\])*$/

function checkedPattern(literal: Literal): string {
  const { text } = literal
  if (text.length > queryLimits.pattern) throw overLimit('pattern', optionOf(literal))
  const bounds = [...text.matchAll(/\{(\d*),?(\d*)\}/g)].flatMap((found) => [Number(found[1]), Number(found[2])])
  const isTooLong = bounds.some((bound) => bound > 100) || statesOf(text) > mostStates
  // Digits separated by non-digits match a text in only one way, for any number of digits.
  const isQuick = isSafePattern(text) || digitsOfPattern(text) !== undefined
  if (!safePattern.test(text) || isTooLong || !isRegular(text) || !isQuick) {
    throw mismatch(text.slice(0, 40), 'matchesPattern', literal.at, optionOf(literal))
  }
  return text
}

function isRegular(text: string): boolean {
  try {
    return new RegExp(text, 'su').source !== ''
  } catch {
    return false
  }
}

function patternOf(text: string, pattern: NonNullable<LiteralSlot['pattern']>): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  if (pattern === 'contains') return `%${escaped}%`
  return pattern === 'startswith' ? `${escaped}%` : `%${escaped}`
}

function plain(literal: Literal, { as, enumeration, single, geo }: LiteralSlot): string {
  if (enumeration) return checkedMember(literal, enumeration)
  if (geo) return checkedShape(literal, geo)
  switch (literal.type) {
    case 'date':
      return checkedDay(literal) + (as === 'timestamptz' ? 'T00:00:00Z' : '')
    case 'datetime':
      return checkedTime(literal)
    case 'duration':
      return checkedDuration(literal)
    case 'time':
      return inMicroseconds(literal.text)
    case 'binary':
      return checkedBinary(literal)
    case 'special':
      return literal.text.replace('INF', 'Infinity')
    default:
      if (as === 'float8') return checkedDouble(literal, single)
      return literal.text.startsWith('+') && as !== 'text' ? literal.text.slice(1) : literal.text
  }
}

function checkedMember(literal: Literal, enumeration: Enumeration): string {
  const number = memberNumber(enumeration, literal.text)
  if (number === undefined) throw notA(literal, enumeration.name)
  return String(number)
}

function checkedShape(literal: Literal, { type, srid }: NonNullable<LiteralSlot['geo']>): string {
  const shape = shapeText(type, srid, literal.text)
  if (shape === undefined) throw notA(literal, srid === undefined ? type : `${type}, SRID=${srid}`)
  return shape
}

function checkedDouble(literal: Literal, single: LiteralSlot['single']): string {
  const number = Number(literal.text)
  if (!Number.isFinite(number)) throw notA(literal, 'Edm.Double')
  const rounded = single ? Math.fround(number) : number
  return String(Number.isFinite(rounded) ? rounded : number)
}

function checkedBinary(literal: Literal): string {
  const hex = hexOfBase64(literal.text)
  if (hex === undefined) throw notA(literal, 'Edm.Binary')
  return `\\x${hex}`
}

// Times are stored to the microsecond; finer digits are truncated, not rounded.
function inMicroseconds(text: string): string {
  return text.replace(/(\.\d{6})\d+/, '$1')
}

// Values that PostgreSQL would refuse are refused here: a 400 with a position instead of a 500.
function checkedDay(literal: Literal): string {
  const found = /^(\d{4})-(\d\d)-(\d\d)/.exec(literal.text)
  const [year = 0, month = 0, day = 0] = found?.slice(1).map(Number) ?? []
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) throw notA(literal, 'Edm.Date')
  return literal.text
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function checkedTime(literal: Literal): string {
  checkedDay(literal)
  const found = /T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-](\d\d):(\d\d))$/.exec(literal.text)
  const [hour = 99, minute = 99, second = 0, offset = 0, rest = 0] =
    found?.slice(1).map((part) => Number(part ?? 0)) ?? []
  const offsetMinutes = offset * 60 + rest
  if (hour > 23 || minute > 59 || second > 59 || rest > 59 || offsetMinutes > 14 * 60) {
    throw notA(literal, 'Edm.DateTimeOffset')
  }
  return inMicroseconds(literal.text)
}

function checkedDuration(literal: Literal): string {
  const seconds = durationSeconds(literal.text)
  if (seconds === undefined || isTooLong(seconds)) throw notA(literal, 'Edm.Duration')
  const text = durationOf(seconds)
  // PostgreSQL expects the sign at each part of an interval.
  return text.startsWith('-') ? text.slice(1).replace(/\d+(?:\.\d+)?/g, '-$&') : text
}

function optionOf({ option = '$filter' }: Literal): string {
  return option
}

function notA(literal: Literal, type: string) {
  return mismatch(literal.text.slice(0, 40), type, literal.at, optionOf(literal))
}
