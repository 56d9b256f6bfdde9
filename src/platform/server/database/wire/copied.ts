import { Readable, type Duplex } from 'node:stream'
import type pg from 'pg'
import { lengthAt } from '#platform/server/database/wire/rows.ts'

/** The bytes of a `COPY ... TO STDOUT`; given to `client.query`, it runs. */
export type Copied = Readable & pg.Submittable

const codes = (letters: string) => Array.from(letters, (letter) => letter.charCodeAt(0))
const [CopyData, CopyDone] = codes('dc')
/** What may stand between the rows: the beginning of the copy, settings that changed, notices, notifications. */
const passedOver: ReadonlySet<number> = new Set(codes('HSNA'))
const headLength = 5
/** How much waits for a reader before PostgreSQL is no longer listened to, in bytes. */
const ahead = 256 * 1024
/**
 * PostgreSQL sends 8 kB at a time. Whoever passes on so little spends more time on each piece than on all its rows, so
 * pieces are gathered until they are so large, in bytes, or the first of them is so old, in milliseconds.
 */
const piece = 64 * 1024
const patience = 20

/**
 * What `COPY ... TO STDOUT` answers. PostgreSQL sends each row as a message; their heads are taken out where they stand, so
 * that a row costs no memory and hardly any time. Whoever destroys it has to cancel the statement.
 */
export function copied(text: string): Copied {
  let stream: Duplex | undefined
  const source = new Readable({
    highWaterMark: ahead,
    read: () => void stream?.resume(),
  })
  return Object.assign(source, {
    submit(connection: pg.Connection) {
      stream = connection.stream
      const others = stream.listeners('data') as ((chunk: Buffer) => void)[]
      listen(stream, others)
      connection.query(text)
    },
    handleError: (error: Error) => void source.destroy(error),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => undefined,
  })

  function listen(from: Duplex, others: readonly ((chunk: Buffer) => void)[]): void {
    let gathered: Buffer[] = []
    let length = 0
    let timer: NodeJS.Timeout | undefined
    const take = takeRows((rows) => {
      if (rows.length === 0) return
      gathered.push(rows)
      length += rows.length
      if (length >= piece) pass()
      else timer ??= setTimeout(pass, patience)
    })
    from.on('data', onData)
    for (const other of others) from.off('data', other)

    function pass(): void {
      clearTimeout(timer)
      timer = undefined
      if (length === 0) return
      const all = gathered.length > 1 ? Buffer.concat(gathered, length) : gathered[0]
      gathered = []
      length = 0
      if (!source.push(all)) stream?.pause()
    }

    function onData(chunk: Buffer): void {
      const rest = take(chunk)
      if (!rest) return
      stream = undefined
      pass()
      for (const other of others) from.on('data', other)
      from.off('data', onData).resume()
      if (rest.isDone) source.push(null)
      if (rest.bytes.length > 0) for (const other of others) other.call(from, rest.bytes)
    }
  }
}

/** What came behind the rows, which is for others; `isDone` if the copy came to its end before. */
type Rest = { readonly bytes: Buffer; readonly isDone: boolean }

/** Takes pieces of messages and tells of the rows in them; answers the rest as soon as the rows are over. */
function takeRows(tell: (rows: Buffer) => void): (chunk: Buffer) => Rest | undefined {
  let held: Buffer[] = []
  let length = 0
  let needed = headLength
  return (chunk) => {
    held.push(chunk)
    length += chunk.length
    if (length < needed) return undefined
    const bytes = held.length > 1 ? Buffer.concat(held, length) : chunk
    needed = headLength
    let at = 0
    let end = 0
    let rest: Rest | undefined
    while (at + headLength <= bytes.length) {
      const code = bytes[at] as number
      const next = at + 1 + lengthAt(bytes, at + 1)
      if (code !== CopyData && code !== CopyDone && !passedOver.has(code)) {
        rest = { bytes: bytes.subarray(at), isDone: false }
        break
      }
      if (next > bytes.length) {
        needed = next - at
        break
      }
      if (code === CopyData) {
        bytes.copyWithin(end, at + headLength, next)
        end += next - at - headLength
      }
      at = next
      if (code !== CopyDone) continue
      rest = { bytes: bytes.subarray(at), isDone: true }
      break
    }
    // What is not whole yet is kept by itself: the rows before it belong to whoever reads them.
    tell(bytes.subarray(0, end))
    length = rest ? 0 : bytes.length - at
    held = length > 0 ? [bytes.subarray(at)] : []
    return rest
  }
}
