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
