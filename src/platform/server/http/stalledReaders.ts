import type { FastifyInstance } from 'fastify'

/** Answers below this size fit into the buffers of a connection and cost nothing when unread. In characters. */
const small = 16 * 1024

/**
 * Closes a connection whose client reads no byte of an answer for `patience` milliseconds: large unread answers would
 * fill the server's memory.
 */
export function cutStalledReaders(app: FastifyInstance, patience: number): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // The limit does not carry over to the next request of the connection.
    if (isLarge(payload)) reply.raw.setTimeout(patience, () => reply.raw.destroy())
    done()
  })
}

/** Streams count as large, because their length is unknown. */
function isLarge(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length > small
  return payload !== null && payload !== undefined
}
