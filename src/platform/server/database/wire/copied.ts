import { Readable, type Duplex } from 'node:stream'
import type pg from 'pg'
import { borrow } from '#platform/server/database/wire/pooledSocket.ts'
import { takeRows } from '#platform/server/database/wire/copyMessages.ts'
import { createPieces, inPieces, type InPieces } from '#platform/server/bufferPool.ts'

/** The bytes of a `COPY ... TO STDOUT`, in chunks of whole rows; `client.query` runs the copy. */
export type Copied = InPieces & pg.Submittable

/** How many bytes are buffered for a slow reader before reading from PostgreSQL pauses. */
const ahead = 256 * 1024
/**
 * PostgreSQL sends 8 kB at a time. Forwarding such small chunks costs more than handling their rows. Rows are therefore
 * gathered until a chunk is full, in bytes, or until its first row reaches this age, in milliseconds.
 */
const piece = 64 * 1024
const patience = 20

/**
 * The answer of `COPY ... TO STDOUT`. PostgreSQL sends each row as a message; the stream holds the rows without message
 * headers. Whoever destroys the stream has to cancel the statement.
 */
export function copied(text: string): Copied {
  let stream: Duplex | undefined
  const pieces = createPieces(piece)
  const source = new Readable({
    highWaterMark: ahead,
    read: () => void stream?.resume(),
  })
  return Object.assign(inPieces(source, pieces.giveBack), {
    submit(connection: pg.Connection) {
      stream = connection.stream
      listen(stream)
      connection.query(text)
    },
    handleError: (error: Error) => void source.destroy(error),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => undefined,
  })

  function listen(from: Duplex): void {
    let timer: NodeJS.Timeout | undefined
    const rows = takeRows(pieces, (whole) => {
      clearTimeout(timer)
      timer = undefined
      if (!source.push(whole)) stream?.pause()
    })
    const giveBack = borrow(from, (chunk) => {
      const rest = rows.take(chunk)
      if (!rest) {
        timer ??= setTimeout(passOn, patience)
        return
      }
      stream = undefined
      rows.pass()
      clearTimeout(timer)
      if (rest.isDone) source.push(null)
      giveBack(rest.bytes)
    })

    // If no row was complete yet, nothing is passed on, and the next chunk starts the timer anew.
    function passOn(): void {
      timer = undefined
      rows.pass()
    }
  }
}
