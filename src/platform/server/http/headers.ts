import type { FastifyInstance } from 'fastify'

// Scripts and styles only from the installation's own origin (architecture 2). Inline style attributes are allowed for
// React's style prop.
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-elem 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ')

const headers = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/**
 * Headers of API answers, which are no pages: nothing may load, run or be framed. Headers that only concern pages are
 * left out.
 */
export const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** One year, in seconds, including the hosts of environments. */
const transport = 'max-age=31536000; includeSubDomains'

/**
 * Adds strict headers to every answer. API answers are not cached by browsers or proxies unless a route allows caching.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.url.startsWith('/api/') ? apiHeaders : headers)
    // Browsers honour the header only on secure connections.
    if (request.protocol === 'https') void reply.header('strict-transport-security', transport)
    done()
  })
}
