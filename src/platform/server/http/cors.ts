import cors from '@fastify/cors'
import type { Http } from '#platform/server/http/validation.ts'

/** Headers of an answer that a page of another origin may read. */
const exposed = [
  'etag',
  'location',
  'odata-version',
  'odata-entityid',
  'preference-applied',
  'retry-after',
  'server-timing',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Allows pages of other origins to call paths below a path. Cookies are not allowed: such pages need a key. Without
 * origins nothing is added.
 */
export async function allowOrigins(app: Http, below: string, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  // Preflight requests carry no credentials, so their route is public.
  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' && route.url === '*') route.config = { ...route.config, access: 'public' }
  })
  const allowed = { origin: [...origins], credentials: false, methods, exposedHeaders: exposed, maxAge: 3600 }
  await app.register(cors, {
    hideOptionsRoute: true,
    delegator: (request, callback) => {
      callback(null, request.url?.startsWith(below) ? allowed : { origin: false })
    },
  })
}
