import type { JsonForm } from '#platform/jsonRows.ts'
import { lengthAt } from '#platform/server/database/wire/rows.ts'

/** JSON text that grows byte by byte in a reused buffer. */
export type JsonText = {
  begin(): void
  byte(byte: number): void
  raw(bytes: Uint8Array): void
  /** Appends the value at an offset of `rows`, in the given JSON form. */
  value(form: JsonForm, rows: Buffer, at: number): void
  end(): string
}

const [quote, backslash, minus, plus, space, letterT, colon, zero, slash, nine] = [
  0x22, 0x5c, 0x2d, 0x2b, 0x20, 0x54, 0x3a, 0x30, 0x57, 0x39,
]
const [literalNull, literalTrue, literalFalse] = ['null', 'true', 'false'].map((word) => Buffer.from(word)) as [
  Buffer,
  Buffer,
  Buffer,
]

/** The escape sequence of each byte that may not stand unescaped in a JSON string (RFC 8259, 7). */
const escapes: readonly (Buffer | undefined)[] = Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === quote || byte === backslash
    ? Buffer.from(JSON.stringify(String.fromCharCode(byte)).slice(1, -1))
    : undefined,
)
const isEscaped = Uint8Array.from(escapes, (escape) => (escape ? 1 : 0))

/** Largest buffer that is retained for the next text, in bytes. */
const mostKept = 1 << 20

/** An empty text. Of a form's texts it expects what PostgreSQL writes with DateStyle ISO. */
// oxlint-disable-next-line max-lines-per-function -- the hot loop of every list: its functions share the buffer and its end
export function createJsonText(): JsonText {
  let bytes = Buffer.allocUnsafeSlow(1 << 16)
  let end = 0

  function room(size: number): void {
    if (end + size <= bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, end + size))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }
  function raw(given: Uint8Array): void {
    room(given.length)
    const out = bytes
    let to = end
    for (let index = 0; index < given.length; index++) out[to++] = given[index] as number
    end = to
  }
  function copy(rows: Buffer, from: number, to: number): void {
    if (to - from > 64) {
      end += rows.copy(bytes, end, from, to)
      return
    }
    const out = bytes
    let at = end
    for (let index = from; index < to; index++) out[at++] = rows[index] as number
    end = at
  }
  function quoted(rows: Buffer, from: number, to: number): void {
    bytes[end++] = quote
    copy(rows, from, to)
    bytes[end++] = quote
  }
  function escaped(rows: Buffer, from: number, to: number): void {
    const out = bytes
    let at = end
    out[at++] = quote
    for (let index = from; index < to; index++) {
      const byte = rows[index] as number
      if (isEscaped[byte] === 0) out[at++] = byte
      else for (const part of escapes[byte] ?? []) out[at++] = part
    }
    out[at++] = quote
    end = at
  }
  // NaN and the infinities are written as strings, since JSON has no such numbers.
  function number(rows: Buffer, from: number, to: number): void {
    const last = rows[to - 1] as number
    if (last >= zero && last <= nine) copy(rows, from, to)
    else quoted(rows, from, to)
  }
  // `2026-01-31 12:00:00.5+00` becomes `2026-01-31T12:00:00.5+00:00`; `infinity` stays as it is.
  function instant(rows: Buffer, from: number, to: number): void {
    bytes[end++] = quote
    let at = from
    while (at < to && rows[at] !== space) bytes[end++] = rows[at++] as number
    if (at < to) {
      bytes[end++] = letterT
      at++
    }
    let zone = -1
    for (; at < to && rows[at] !== space; at++) {
      const byte = rows[at] as number
      if (byte === plus || byte === minus) zone = at
      bytes[end++] = byte
    }
    if (zone >= 0 && at - zone === 3) {
      bytes[end++] = colon
      bytes[end++] = zero
      bytes[end++] = zero
    }
    copy(rows, at, to)
    bytes[end++] = quote
  }

  return {
    begin() {
      if (bytes.length > mostKept) bytes = Buffer.allocUnsafeSlow(1 << 16)
      end = 0
    },
    byte(byte) {
      room(1)
      bytes[end++] = byte
    },
    raw,
    value(form, rows, at) {
      const length = lengthAt(rows, at)
      if (length < 0) return raw(literalNull)
      const from = at + 4
      const to = from + length
      // Escaping makes at most six bytes of one byte.
      room(form === 'text' ? length * 6 + 2 : length + 8)
      switch (form) {
        case 'text':
          return escaped(rows, from, to)
        case 'word':
        case 'digits':
          return quoted(rows, from, to)
        case 'number':
          return number(rows, from, to)
        case 'boolean':
          return raw(rows[from] === letterT + 0x20 ? literalTrue : literalFalse)
        case 'instant':
          return instant(rows, from, to)
        case 'json':
          return copy(rows, from, to)
        case 'etag':
          bytes[end++] = quote
          bytes[end++] = slash
          bytes[end++] = 0x2f
          bytes[end++] = backslash
          bytes[end++] = quote
          copy(rows, from, to)
          bytes[end++] = backslash
          bytes[end++] = quote
          bytes[end++] = quote
          return undefined
      }
    },
    end() {
      return bytes.toString('utf8', 0, end)
    },
  }
}
