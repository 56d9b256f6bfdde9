import type { FastifyInstance } from 'fastify'
import { fault } from '#faults/fault.ts'

/**
 * What a route does on a nearly full disk. `open`: it reads, makes room or lets people in and out. `refused`: it answers 507
 * before it begins. GET, HEAD and OPTIONS are open without saying so.
 */
export type WhenFull = 'open' | 'refused'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required of every route with another method than GET. */
    whenFull?: WhenFull
  }
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a route has to declare what it does on a nearly full disk. */
export function needsWhenFull(method: string): boolean {
  return !readingMethods.has(method)
}

/** Answers 507 by every route that is not open, while the disk is nearly full. Fault: `server.diskFull`. */
export function refuseOnFullDisk(app: FastifyInstance, isReadOnly: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, is404, routeOptions } = request
    const isOpen = is404 || !needsWhenFull(method) || routeOptions.config.whenFull === 'open'
    done(isOpen || !isReadOnly() ? undefined : fault('server.diskFull'))
  })
}
