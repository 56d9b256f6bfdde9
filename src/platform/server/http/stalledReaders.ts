import type { FastifyInstance } from 'fastify'

/** Less than this fits into the buffers of any connection: it costs us nothing when nobody reads it. In characters. */
const small = 16 * 1024

/**
 * Breaks a connection off when its client does not take one byte of an answer for `patience` milliseconds: large answers
 * that nobody reads would fill our memory.
 */
export function cutStalledReaders(app: FastifyInstance, patience: number): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // The next request on its connection begins without a limit.
    if (isLarge(payload)) reply.raw.setTimeout(patience, () => reply.raw.destroy())
    done()
  })
}

/** A stream may be of any length. */
function isLarge(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length > small
  return payload !== null && payload !== undefined
}
