import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { Literal, LiteralType } from '#odata/syntax/node.ts'
import { isDigit, isNameCode, match, refuseCharacter, type OptionReader } from '#odata/syntax/reader.ts'

/** Doubles go down to 5e-324. */
export const longestExponent = 330

const stringPattern = /'(?:[^']|'')*'/y
// A `+` of an offset that was not percent-encoded arrives as a blank; no other meaning is possible there.
const datetimePattern = /-?\d{4,}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:[Zz]|[+\- ]\d\d:\d\d)/y
const yearPattern = /-?\d{4,}-/y
const datePattern = /-?\d{4,}-\d\d-\d\d/y
const numberPattern = /[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const guidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy
const wordPattern = /(?:null|true|false)(?![\p{L}\p{N}_.(/'])/iuy
const specialPattern = /(?:-?INF|NaN)(?![\p{L}\p{N}_.(/])/uy
const clockPattern = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,12})?)?/y
const jsonPattern = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const durationPattern = /^[+-]?P(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/i
const binaryPattern = /^[\w-]*={0,2}$/
const enumPattern = /^(?:[\p{L}_][\p{L}\p{N}_]*|[+-]?\d+)(?:,(?:[\p{L}_][\p{L}\p{N}_]*|[+-]?\d+))*$/u

/** The literal that stands here, if one does. */
export function readLiteral(reader: OptionReader): Literal | undefined {
  const at = reader.at
  const found = readFound(reader, reader.text.charCodeAt(at))
  if (!found) return undefined
  const next = reader.text.charCodeAt(reader.at)
  // A quote, a dot, a dash or a letter right behind it: this was no literal.
  if (isNameCode(next) || next === 39 || next === 45 || next === 46 || next > 127) throw refuseCharacter(reader, at)
  return placed(reader, { ...found, at })
}

// Most stand in a filter.
function placed({ option }: OptionReader, literal: Literal): Literal {
  return option === '$filter' ? literal : { ...literal, option }
}

function readFound(reader: OptionReader, first: number): Found | undefined {
  if (first === 39) return readText(reader)
  if (isDigit(first)) return readGuid(reader) ?? readTime(reader) ?? readClock(reader) ?? readNumber(reader)
  if (first === 43 || first === 45) return readTime(reader) ?? readNumber(reader) ?? readSpecial(reader)
  if (first === 34 && reader.brackets > 0) return readJson(reader)
  if (first === 73 || first === 78) {
    const special = readSpecial(reader)
    if (special) return special
  }
  // Only a to f, n and t can begin a guid, null, true or false.
  const letter = first | 32
  const isPossible = (letter >= 97 && letter <= 102) || letter === 110 || letter === 116
  return isPossible ? (readWord(reader) ?? readGuid(reader)) : undefined
}

type Found = { readonly type: LiteralType; readonly text: string }

function readText(reader: OptionReader): Found {
  const text = match(reader, stringPattern)
  if (text === undefined) throw refuseCharacter(reader)
  return { type: 'string', text: text.slice(1, -1).replaceAll("''", "'") }
}

function readWord(reader: OptionReader): Found | undefined {
  const text = match(reader, wordPattern)?.toLowerCase()
  if (text === undefined) return undefined
  return { type: text === 'null' ? 'null' : 'boolean', text }
}

function readSpecial(reader: OptionReader): Found | undefined {
  const text = match(reader, specialPattern)
  return text === undefined ? undefined : { type: 'special', text }
}

function readClock(reader: OptionReader): Found | undefined {
  if (reader.text.charCodeAt(reader.at + 2) !== 58) return undefined
  const text = match(reader, clockPattern)
  return text === undefined ? undefined : { type: 'time', text }
}

function readJson(reader: OptionReader): Found {
  const text = match(reader, jsonPattern)
  if (text === undefined) throw refuseCharacter(reader)
  const parsed: unknown = JSON.parse(text)
  return { type: 'string', text: String(parsed) }
}

/** The quoted text behind a name, such as `duration'P1D'` or `Sales.Pattern'Yellow'`. */
export function readTypedLiteral(reader: OptionReader, prefix: string, at: number): Literal {
  const { text } = readText(reader)
  const lower = prefix.toLowerCase()
  const found = (type: LiteralType, isGood: boolean): Literal => {
    if (!isGood) throw refuseCharacter(reader, at)
    return placed(reader, { type, text, at, prefix })
  }
  if (lower === 'duration') return found('duration', isDuration(text))
  if (lower === 'binary') return found('binary', binaryPattern.test(text))
  if (lower === 'geography' || lower === 'geometry') return found('geo', isGeo(text))
  return found('enum', enumPattern.test(text))
}

/** Days, hours, minutes and seconds in the form of ISO 8601. */
export function isDuration(text: string): boolean {
  return durationPattern.test(text) && /\d/.test(text) && !/T$/i.test(text)
}

const geoNames = /^(?:point|linestring|polygon|multipoint|multilinestring|multipolygon|(?:geometry)?collection)\(/i

// Shapes are only kept as they are: what matters is that their parentheses close.
function isGeo(text: string): boolean {
  const found = /^SRID=\d{1,5};(.*)$/is.exec(text)?.[1]
  if (found === undefined || !geoNames.test(found) || !/^[\w\s(),.+-]*$/.test(found)) return false
  let open = 0
  for (const character of found) {
    if (character === '(') open += 1
    if (character === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0 && found.endsWith(')')
}

function readGuid(reader: OptionReader): Found | undefined {
  if (reader.text.charCodeAt(reader.at + 8) !== 45) return undefined
  const text = match(reader, guidPattern)
  return text === undefined ? undefined : { type: 'guid', text: text.toLowerCase() }
}

function readTime(reader: OptionReader): Found | undefined {
  yearPattern.lastIndex = reader.at
  if (!yearPattern.test(reader.text)) return undefined
  const datetime = match(reader, datetimePattern)
  if (datetime !== undefined) return { type: 'datetime', text: datetime.toUpperCase().replace(' ', '+') }
  const date = match(reader, datePattern)
  return date === undefined ? undefined : { type: 'date', text: date }
}

function readNumber(reader: OptionReader): Found | undefined {
  const text = match(reader, numberPattern)
  if (text === undefined) return undefined
  if (/^[+-]?\d{1,18}$/.test(text)) return { type: 'integer', text }
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e')
  if (digits.length > queryLimits.numberDigits || Math.abs(Number(exponent)) > longestExponent) {
    throw overLimit('numberDigits', reader.option)
  }
  return { type: 'number', text }
}
