import type { FastifyInstance } from 'fastify'

// Architecture 2: scripts and styles only from our own origin; inline style attributes are what React's style prop makes.
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

/** An answer of the API is no page: nothing in it may load, run or be framed, and what only concerns pages is left out. */
export const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** A year, for the environments' hosts too. */
const transport = 'max-age=31536000; includeSubDomains'

/** Strict headers on every answer; those of the API are never cached by the browser or a proxy unless a route says so. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.url.startsWith('/api/') ? apiHeaders : headers)
    // Browsers heed it only where the connection is secure already.
    if (request.protocol === 'https') void reply.header('strict-transport-security', transport)
    done()
  })
}
