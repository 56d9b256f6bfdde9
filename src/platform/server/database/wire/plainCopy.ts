import { Readable } from 'node:stream'
import type pg from 'pg'
import { inPieces } from '#platform/server/bufferPool.ts'
import type { Copied } from '#platform/server/database/wire/copied.ts'

/**
 * The answer of `COPY ... TO STDOUT` by a query of pg alone, row by row. Whoever destroys the stream has to cancel the
 * statement.
 */
export function plainCopy(text: string): Copied {
  let stream: pg.Connection['stream'] | undefined
  const source = new Readable({ read: () => void stream?.resume() })
  return Object.assign(
    inPieces(source, () => undefined),
    {
      submit(connection: pg.Connection) {
        stream = connection.stream
        connection.query(text)
      },
      handleError: (error: Error) => void source.destroy(error),
      handleCopyData({ chunk }: { readonly chunk: Buffer }) {
        // pg reads the current chunk to its end; the socket pauses from the next chunk on.
        if (!source.push(chunk)) stream?.pause()
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery() {
        stream?.resume()
        stream = undefined
        source.push(null)
      },
    },
  )
}
