import { limits, overLimit } from '#odata/syntax/limits.ts'
import type { Literal, LiteralType } from '#odata/syntax/node.ts'
import { isDigit, isNameCode, match, unexpected, type Reader } from '#odata/syntax/reader.ts'

const stringPattern = /'(?:[^']|'')*'/y
// A `+` of an offset that was not percent-encoded arrives as a blank; no other meaning is possible there.
const datetimePattern = /-?\d{4,}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:[Zz]|[+\- ]\d\d:\d\d)/y
const yearPattern = /-?\d{4,}-/y
const datePattern = /-?\d{4,}-\d\d-\d\d/y
const numberPattern = /[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const guidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy
const wordPattern = /(?:null|true|false)(?![\p{L}\p{N}_(/])/iuy

/** The literal that stands here, if one does. */
export function readLiteral(reader: Reader): Literal | undefined {
  const at = reader.at
  const found = readFound(reader, reader.text.charCodeAt(at))
  if (!found) return undefined
  const next = reader.text.charCodeAt(reader.at)
  // A quote, a dot, a dash or a letter right behind it: this was no literal.
  if (isNameCode(next) || next === 39 || next === 45 || next === 46 || next > 127) throw unexpected(reader, at)
  return { ...found, at }
}

function readFound(reader: Reader, first: number): Found | undefined {
  if (first === 39) return readText(reader)
  if (isDigit(first)) return readGuid(reader) ?? readTime(reader) ?? readNumber(reader)
  if (first === 43 || first === 45) return readTime(reader) ?? readNumber(reader)
  // Only a to f, n and t can begin a guid, null, true or false.
  const letter = first | 32
  const isPossible = (letter >= 97 && letter <= 102) || letter === 110 || letter === 116
  return isPossible ? (readWord(reader) ?? readGuid(reader)) : undefined
}

type Found = { readonly type: LiteralType; readonly text: string }

function readText(reader: Reader): Found {
  const text = match(reader, stringPattern)
  if (text === undefined) throw unexpected(reader)
  return { type: 'string', text: text.slice(1, -1).replaceAll("''", "'") }
}

function readWord(reader: Reader): Found | undefined {
  const text = match(reader, wordPattern)?.toLowerCase()
  if (text === undefined) return undefined
  return { type: text === 'null' ? 'null' : 'boolean', text }
}

function readGuid(reader: Reader): Found | undefined {
  if (reader.text.charCodeAt(reader.at + 8) !== 45) return undefined
  const text = match(reader, guidPattern)
  return text === undefined ? undefined : { type: 'guid', text: text.toLowerCase() }
}

function readTime(reader: Reader): Found | undefined {
  yearPattern.lastIndex = reader.at
  if (!yearPattern.test(reader.text)) return undefined
  const datetime = match(reader, datetimePattern)
  if (datetime !== undefined) return { type: 'datetime', text: datetime.toUpperCase().replace(' ', '+') }
  const date = match(reader, datePattern)
  return date === undefined ? undefined : { type: 'date', text: date }
}

function readNumber(reader: Reader): Found | undefined {
  const text = match(reader, numberPattern)
  if (text === undefined) return undefined
  if (/^[+-]?\d{1,18}$/.test(text)) return { type: 'integer', text }
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e')
  if (digits.length > limits.numberDigits || Math.abs(Number(exponent)) > limits.numberDigits) {
    throw overLimit('numberDigits', reader.option)
  }
  return { type: 'number', text }
}
