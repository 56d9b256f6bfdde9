import type { FastifyInstance } from 'fastify'
import { fault } from '#faults/fault.ts'

/**
 * What a route does on a nearly full disk. `open`: the route reads, frees space, or signs people in and out. `refused`:
 * the route answers 507 before any work. GET, HEAD and OPTIONS are open without a declaration.
 */
export type WhenFull = 'open' | 'refused'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every route whose method is not GET. */
    whenFull?: WhenFull
  }
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a route with this method has to declare `whenFull`. */
export function needsWhenFull(method: string): boolean {
  return !readingMethods.has(method)
}

/** While the disk is nearly full, answers 507 for every route that is not open. Fault: `server.diskFull`. */
export function refuseOnFullDisk(app: FastifyInstance, isReadOnly: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, is404, routeOptions } = request
    const isOpen = is404 || !needsWhenFull(method) || routeOptions.config.whenFull === 'open'
    done(isOpen || !isReadOnly() ? undefined : fault('server.diskFull'))
  })
}
