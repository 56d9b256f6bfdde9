import pg from 'pg'
import { tooLong } from '#platform/server/database/errors.ts'

/** A column of an answer. */
export type ResultColumn = { readonly name: string; readonly type: number }

/** Hears what PostgreSQL answers, message by message. */
export type Listener = {
  /** A statement's text was understood. */
  parsed(): void
  fields(fields: readonly ResultColumn[]): void
  /** Whole DataRow messages, one behind the other. */
  rows(bytes: Buffer): void
  /** The command's tag, such as `SELECT 50`. */
  complete(tag: string): void
  failed(error: pg.DatabaseError): void
  /** The answer is whole. `isWithin`: the connection is within a transaction, be it a failed one. */
  ready(isWithin: boolean): void
}

const codes = (letters: string) => Array.from(letters, (letter) => letter.charCodeAt(0))
const [RowDescription, DataRow, CommandComplete, ErrorResponse, ReadyForQuery, ParseComplete] = codes('TDCEZ1')
const copies: ReadonlySet<number> = new Set(codes('GHW'))
const idle = 'I'.charCodeAt(0)
const headLength = 5
/** No text of JavaScript is much longer; nor should anyone hold such an answer, in bytes. */
const longest = 1 << 28

/**
 * Takes pieces as they come from the connection and tells the listener of the messages in them (protocol 3). Answers whether
 * it waits for the rest of a message. The pieces of a long one are put together once, when all are there.
 */
export function createIncoming(listener: Listener): (chunk: Buffer) => boolean {
  let held: Buffer[] = []
  let length = 0
  let needed = headLength
  return (chunk) => {
    held.push(chunk)
    length += chunk.length
    if (length < needed) return true
    const bytes = held.length > 1 ? Buffer.concat(held, length) : chunk
    needed = headLength
    let at = 0
    let rowsFrom = -1
    while (at + headLength <= bytes.length) {
      const next = at + 1 + bytes.readUInt32BE(at + 1)
      if (next > bytes.length) {
        needed = next - at
        if (needed > longest) throw new Error(tooLong)
        break
      }
      const code = bytes[at] ?? 0
      if (code === DataRow) {
        if (rowsFrom < 0) rowsFrom = at
      } else {
        if (rowsFrom >= 0) listener.rows(bytes.subarray(rowsFrom, at))
        rowsFrom = -1
        tell(listener, code, bytes.subarray(at + headLength, next))
      }
      at = next
    }
    if (rowsFrom >= 0) listener.rows(bytes.subarray(rowsFrom, at))
    length = bytes.length - at
    held = length > 0 ? [bytes.subarray(at)] : []
    return length > 0
  }
}

function tell(listener: Listener, code: number, body: Buffer): void {
  if (code === ReadyForQuery) listener.ready(body[0] !== idle)
  else if (code === CommandComplete) listener.complete(body.toString('latin1', 0, body.length - 1))
  else if (code === ParseComplete) listener.parsed()
  else if (code === RowDescription) listener.fields(fieldsOf(body))
  else if (code === ErrorResponse) listener.failed(errorOf(body))
  // Copying cannot go through here; the connection is in a state that nobody leads it out of.
  else if (copies.has(code)) throw new Error('COPY needs a connection of its own')
}

function fieldsOf(body: Buffer): ResultColumn[] {
  const fields: ResultColumn[] = []
  for (let at = 2, count = body.readInt16BE(0); count > 0; count--) {
    const end = body.indexOf(0, at)
    fields.push({ name: body.toString('utf8', at, end), type: body.readUInt32BE(end + 7) })
    at = end + 19
  }
  return fields
}

/** The same error as pg's own queries throw. */
function errorOf(body: Buffer): pg.DatabaseError {
  const found = new Map<string, string>()
  for (let at = 0; body[at] !== 0 && at < body.length;) {
    const end = body.indexOf(0, at)
    found.set(String.fromCharCode(body[at] ?? 0), body.toString('utf8', at + 1, end))
    at = end + 1
  }
  const error = new pg.DatabaseError(found.get('M') ?? '', body.length, 'error')
  error.severity = found.get('S')
  error.code = found.get('C')
  error.detail = found.get('D')
  error.hint = found.get('H')
  error.position = found.get('P')
  error.where = found.get('W')
  error.schema = found.get('s')
  error.table = found.get('t')
  error.column = found.get('c')
  error.constraint = found.get('n')
  error.routine = found.get('R')
  return error
}
