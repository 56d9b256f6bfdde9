import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'

/** Feeds a stream into `COPY ... FROM STDIN` on a connection; answers the number of rows. */
export async function copyIn(client: pg.PoolClient, text: string, source: Readable): Promise<number> {
  const sink = client.query(copyStreams.from(text))
  await pipeline(source, sink)
  return sink.rowCount ?? 0
}

/** `COPY ... TO STDOUT` as a stream; the connection goes back to the pool at its end, and is thrown away when it breaks. */
export function copyOut(client: pg.PoolClient, text: string): Readable {
  const source = client.query(copyStreams.to(text))
  source.once('end', () => client.release())
  source.once('error', (error: Error) => client.release(error))
  return source
}
