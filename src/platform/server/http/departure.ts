import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Departure } from '#platform/server/database/ownConnection.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Changes nothing though it is no GET: its statements are cancelled when the client goes away. */
    reads?: true
  }
}

/** Whether nothing is lost when a request ends halfway. */
export function changesNothing({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || routeOptions.config.reads === true
}

/** Fires when the client closes its connection before it has its answer. */
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
