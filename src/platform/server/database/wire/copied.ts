import { Readable, type Duplex } from 'node:stream'
import type pg from 'pg'
import { borrow } from '#platform/server/database/wire/pooledSocket.ts'
import { takeRows } from '#platform/server/database/wire/copyMessages.ts'
import { createPieces, inPieces, type InPieces } from '#platform/server/bufferPool.ts'

/** The bytes of a `COPY ... TO STDOUT`, in pieces of whole rows; given to `client.query`, it runs. */
export type Copied = InPieces & pg.Submittable

/** How much waits for a reader before PostgreSQL is no longer listened to, in bytes. */
const ahead = 256 * 1024
/**
 * PostgreSQL sends 8 kB at a time. Whoever passes on so little spends more time on each piece than on all its rows, so rows
 * are gathered until a piece is full, in bytes, or the first of them is so old, in milliseconds.
 */
const piece = 64 * 1024
const patience = 20

/**
 * What `COPY ... TO STDOUT` answers. PostgreSQL sends each row as a message; here they stand without their heads, one behind
 * the other. Whoever destroys it has to cancel the statement.
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

    // Where no row was whole yet, nothing is told, and the next one to come has its own patience.
    function passOn(): void {
      timer = undefined
      rows.pass()
    }
  }
}
