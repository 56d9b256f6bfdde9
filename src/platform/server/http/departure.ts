import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Departure } from '#platform/server/database/ownConnection.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Changes nothing although the method is not GET: statements are cancelled when the client disconnects. */
    reads?: true
  }
}

/** Whether a request may be cancelled halfway without loss. */
export function changesNothing({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || routeOptions.config.reads === true
}

/** Signals that the client closed the connection before the answer was complete. */
export function departureOf({ raw }: FastifyReply): Departure {
  let controller: AbortController | undefined
  return () => {
    if (controller) return controller.signal
    const own = (controller = new AbortController())
    const leave = () => {
      if (!raw.writableFinished) own.abort()
    }
    if (raw.destroyed) leave()
    else raw.once('close', leave)
    return own.signal
  }
}
