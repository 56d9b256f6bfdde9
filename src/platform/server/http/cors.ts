import cors from '@fastify/cors'
import type { Http } from '#platform/server/http/validation.ts'

/** What a page may read of an answer beside its body. */
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
 * Lets pages of other origins call what lies below a path. No cookies come along: they need a key. Without origins nothing is
 * added.
 */
export async function allowOrigins(app: Http, below: string, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  // The question before a request is anyone's to ask.
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
