import type { FastifyInstance } from 'fastify'
import { needsWhenFull, type WhenFull } from '#platform/server/http/fullDisk.ts'

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
    /** Open to programs with a key, by `Bearer` or as the password of `Basic`; other routes want a person. */
    keys?: 'accepted'
    /** Open also to who has to verify an address or number anew, in the time that is left for it. */
    unverified?: 'accepted'
    /** Open also to who has signed in without the second factor that this installation wants: to set one up. */
    allowWithoutSecondFactor?: true
  }
  interface FastifyInstance {
    /** Every route with who may call it, in the order of declaration. */
    readonly routeTable: readonly DeclaredRoute[]
  }
}

export type DeclaredRoute = {
  readonly method: string
  readonly url: string
  readonly access: Access | undefined
  readonly csrf: 'exempt' | undefined
  readonly whenFull: WhenFull | undefined
}

/**
 * Denies by default: a route that does not declare who may call it, or what it does on a nearly full disk, stops the start.
 */
export function requireDeclarations(app: FastifyInstance): void {
  const routeTable: DeclaredRoute[] = []
  app.decorate('routeTable', routeTable)
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      // Read when it is asked for: a plugin's own hook may declare it after this one.
      routeTable.push({
        method,
        url: route.url,
        get access() {
          return route.config?.access
        },
        get csrf() {
          return route.config?.csrf
        },
        get whenFull() {
          return route.config?.whenFull
        },
      })
    }
  })
  app.addHook('onReady', (done) => {
    const open = routeTable.find(({ access }) => !access)
    if (open) return done(new Error(`${open.method} ${open.url} does not declare who may call it`))
    const silent = routeTable.find(({ method, whenFull }) => needsWhenFull(method) && !whenFull)
    done(silent && new Error(`${silent.method} ${silent.url} does not declare what it does on a nearly full disk`))
  })
}
