import pg from 'pg'
import { tooLong } from '#platform/server/database/errors.ts'

/** A column of a result. */
export type ResultColumn = { readonly name: string; readonly type: number }

/** Receives the messages of PostgreSQL one by one. */
export type Listener = {
  /** ParseComplete: a statement's text was understood. */
  parsed(): void
  fields(fields: readonly ResultColumn[]): void
  /** Whole DataRow messages, concatenated. */
  rows(bytes: Buffer): void
  /** The command's tag, such as `SELECT 50`. */
  complete(tag: string): void
  failed(error: pg.DatabaseError): void
  /** ReadyForQuery: the answer is complete. `isWithin`: the connection is within a transaction, failed or not. */
  ready(isWithin: boolean): void
}

const codes = (letters: string) => Array.from(letters, (letter) => letter.charCodeAt(0))
const [RowDescription, DataRow, CommandComplete, ErrorResponse, ReadyForQuery, ParseComplete] = codes('TDCEZ1')
const copies: ReadonlySet<number> = new Set(codes('GHW'))
const idle = 'I'.charCodeAt(0)
const headLength = 5
/** Longest answer, in bytes: a JavaScript string is hardly longer, and nobody should hold a larger answer in memory. */
const longest = 1 << 28

/**
 * Parses chunks of the connection (protocol 3) and passes their messages to the listener. Returns whether the rest of a
 * message is missing. The chunks of a long message are joined once, when all have arrived.
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
  // COPY is not supported here; nothing could lead the connection out of that state.
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

/** The same error class that pg's own queries throw. */
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
