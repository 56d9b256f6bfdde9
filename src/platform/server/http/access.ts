import type { FastifyInstance, RouteOptions } from 'fastify'

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
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', (done) => {
    const open = routes.find((route) => !route.config?.access)
    done(open && new Error(`${String(open.method)} ${open.url} does not declare who may call it`))
  })
}
