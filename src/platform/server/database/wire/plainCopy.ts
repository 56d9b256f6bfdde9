import { Readable } from 'node:stream'
import type pg from 'pg'
import { inPieces } from '#platform/server/bufferPool.ts'
import type { Copied } from '#platform/server/database/wire/copied.ts'

/** What `COPY ... TO STDOUT` answers by a query of pg alone, row by row. Whoever destroys it has to cancel the statement. */
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
        // pg reads on in the piece at hand; the socket waits from the next one on.
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
