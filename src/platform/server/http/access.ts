import type { FastifyInstance } from 'fastify'

/**
 * Who may call a route. `public`: anyone; `user`: a signed-in person; `member`: a member of the environment that the
 * path or the host names; `maker`: a member who may change definitions and has developer mode on.
 */
export type Access = 'public' | 'user' | 'member' | 'maker'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Not open to requests that another site's page makes with this browser's cookie, whatever their method. */
    csrf?: 'exempt'
  }
}

/** Denies by default: a route that does not declare who may call it stops the start. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} does not declare who may call it`)
  })
}
