import type { JsonForm, JsonList, JsonOne, JsonRows } from '#platform/jsonRows.ts'
import { lengthAt, nextOf, objectAt, startsOf, textAt, type TypeParser } from '#platform/server/database/wire/rows.ts'
import { createJsonText, type JsonText } from '#platform/server/database/wire/jsonText.ts'
import type { Reply } from '#platform/server/database/wire/wire.ts'
import { memoize } from '#platform/memoize.ts'

/** The single row of a statement whose rows were asked for as JSON text. */
export function jsonRowOf(reply: Reply, shape: JsonRows, parserOf: TypeParser): Record<string, unknown> {
  const { fields, rows } = reply
  const heads = fields.slice(0, fields.length - shape.columns)
  const records: number[] = []
  let head: Record<string, unknown> = {}
  for (const start of startsOf(rows)) {
    let first = start
    for (let skipped = 0; skipped < heads.length; skipped++) first = nextOf(rows, first)
    if (lengthAt(rows, first) < 0) head = objectAt(rows, start, heads, parserOf)
    else records.push(first)
  }
  const json = shape.kind === 'list' ? listOf(rows, records, shape) : oneOf(rows, records[0], shape)
  return Object.assign(head, json)
}

function listOf(rows: Buffer, records: readonly number[], shape: JsonList): Record<string, unknown> {
  const { limit, backward, keys, near, far } = shape
  const shown = records.slice(0, limit)
  const keysAt = (start: number | undefined) =>
    start === undefined ? null : JSON.stringify(keys.map((key) => textAt(rows, placeOf(rows, start, key))))
  const write = writerOf(shape)
  const text = shared
  text.begin()
  text.byte(openBracket)
  for (let index = 0; index < shown.length; index++) {
    if (index > 0) text.byte(comma)
    write(text, rows, shown[backward ? shown.length - 1 - index : index] ?? 0)
  }
  text.byte(closeBracket)
  return {
    value: text.end(),
    ...(near && { near: keysAt(shown[0]) }),
    ...(far && { far: records.length > limit ? keysAt(shown.at(-1)) : null }),
  }
}

function oneOf(rows: Buffer, start: number | undefined, shape: JsonOne): Record<string, unknown> {
  if (start === undefined) return { value: null, version: null }
  const text = shared
  text.begin()
  writerOf(shape)(text, rows, start)
  const { version } = shape
  return { value: text.end(), version: version === undefined ? null : textAt(rows, placeOf(rows, start, version)) }
}

function placeOf(rows: Buffer, start: number, column: number): number {
  let at = start
  for (let skipped = 0; skipped < column; skipped++) at = nextOf(rows, at)
  return at
}

type WriteRow = (text: JsonText, rows: Buffer, start: number) => void

const [openBracket, closeBracket, openBrace, closeBrace, comma] = [0x5b, 0x5d, 0x7b, 0x7d, 0x2c]
const shared = createJsonText()

/** Writes a row as the object of its members; memoized by shape. */
const writerOf = memoize(makeWriter)

function makeWriter({ members, columns }: JsonRows): WriteRow {
  const names = members.map(({ name }, index) => Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`))
  const forms: readonly JsonForm[] = members.map(({ form }) => form)
  const sources = members.map(({ column }) => column)
  const places = new Int32Array(columns)
  return (text, rows, start) => {
    for (let column = 0, at = start; column < columns; column++) {
      places[column] = at
      at = nextOf(rows, at)
    }
    text.byte(openBrace)
    for (let index = 0; index < forms.length; index++) {
      text.raw(names[index] as Buffer)
      text.value(forms[index] as JsonForm, rows, places[sources[index] as number] as number)
    }
    text.byte(closeBrace)
  }
}
