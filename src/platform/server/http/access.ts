import type { FastifyInstance } from 'fastify'
import { needsWhenFull, type WhenFull } from '#platform/server/http/fullDisk.ts'

/**
 * Who may call a route. `public`: anyone; `user`: a signed-in person; `member`: a member of the environment in the path
 * or host; `maker`: a member who may change definitions and has developer mode on.
 */
export type Access = 'public' | 'user' | 'member' | 'maker'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** `exempt`: skips the protection against requests of another site's page with this browser's cookie. */
    csrf?: 'exempt'
    /**
     * Open to programs with a key, sent as `Bearer` token or as the password of `Basic`; other routes require a person.
     */
    keys?: 'accepted'
    /** Open to a person who has to verify an address or number again, within the time left for the verification. */
    unverified?: 'accepted'
    /** Open to a person without the second factor that this installation requires, in order to set up the factor. */
    allowWithoutSecondFactor?: true
  }
  interface FastifyInstance {
    /** Every route and its access, in the order of declaration. */
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

/** Denies by default: a route without declared access, or without `whenFull`, stops the start. */
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
