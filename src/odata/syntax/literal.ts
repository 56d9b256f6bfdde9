import { limits, overLimit } from '#odata/syntax/limits.ts'
import type { Literal, LiteralType } from '#odata/syntax/node.ts'
import { match, unexpected, type Reader } from '#odata/syntax/reader.ts'

const stringPattern = /'(?:[^']|'')*'/y
// A `+` of an offset that was not percent-encoded arrives as a blank; no other meaning is possible there.
const datetimePattern = /-?\d{4,}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:[Zz]|[+\- ]\d\d:\d\d)/y
const datePattern = /-?\d{4,}-\d\d-\d\d/y
const numberPattern = /[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const guidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy
const wordPattern = /(?:null|true|false)(?![\p{L}\p{N}_(/])/iuy
const wordCharacter = /[\p{L}\p{N}_\-.']/uy

/** The literal that stands here, if one does. */
export function readLiteral(reader: Reader): Literal | undefined {
  const at = reader.at
  const found = readText(reader) ?? readWord(reader) ?? readGuid(reader) ?? readTime(reader) ?? readNumber(reader)
  if (!found) return undefined
  wordCharacter.lastIndex = reader.at
  if (wordCharacter.test(reader.text)) throw unexpected(reader, at)
  return { ...found, at }
}

type Found = { readonly type: LiteralType; readonly text: string }

function readText(reader: Reader): Found | undefined {
  if (reader.text[reader.at] !== "'") return undefined
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
  const text = match(reader, guidPattern)
  return text === undefined ? undefined : { type: 'guid', text: text.toLowerCase() }
}

function readTime(reader: Reader): Found | undefined {
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
