import type { FastifyRequest } from 'fastify'
import { keyPrefix } from '#accounts/apiKey.ts'
import { accessCookie, csrfHeader } from '#accounts/session.ts'
import { maySignIn } from '#accounts/status.ts'
import type { AccountDeps, Session } from '#accounts/server/accounts.ts'
import { derive, sameSecret } from '#accounts/server/secrets.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the caller; null on public routes without one. */
    session: Session | null
    /** The request came to a host that takes tokens and keys only: cookies open nothing there, and none are made. */
    tokensOnly: boolean
  }
}

const challenge = 'Basic realm="Lintel", charset="UTF-8", Bearer realm="Lintel"'
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Finds the session of every request to a route that is not public, before anything else is done for it. Requests that
 * change something and come with a cookie must also come from our own page and carry the security token.
 */
export function authenticate(app: Http, deps: AccountDeps): void {
  app.decorateRequest('session', null)
  app.decorateRequest('tokensOnly', false)
  app.addHook('onRequest', async (request, reply) => {
    const { access, csrf, keys, unverified, allowWithoutSecondFactor } = request.routeOptions.config
    // A proxy may pass on a forwarded host that the client made up; routes are found by the host that was connected to.
    request.tokensOnly = [request.host, request.headers.host ?? ''].some(deps.takesTokensOnly)
    if (request.is404) return
    // Security tokens go with cookies.
    if (request.tokensOnly && csrf === 'exempt') throw fault('session.tokenOnly')
    if (access === 'public') return deps.countCall?.(request, null)
    const found = await findSession(deps, request)
    // Whatever is refused below has been a call as well.
    deps.countCall?.(request, found?.session ?? null)
    if (!found || (found.session.method === 'key' && !keys)) {
      // A program asks its user for name and key then; a browser would show a window of its own over our page.
      if (keys && request.headers['sec-fetch-site'] === undefined) void reply.header('www-authenticate', challenge)
      throw fault('session.required')
    }
    if (found.by === 'cookie' && !safeMethods.has(request.method)) {
      if (!isSameOrigin(request)) throw fault('request.crossSite')
      if (csrf !== 'exempt' && !holdsCsrfToken(request, found.session)) throw fault('request.crossSite')
    }
    if (!maySignIn(found.session.user.status) && !unverified) throw fault('account.notVerified')
    if (found.session.lacksFactor && !allowWithoutSecondFactor) throw fault('identity.factorNeeded')
    request.session = found.session
  })
  // Before anything is done for a sign-in that could only end in cookies.
  app.addHook('preHandler', (request, _reply, done) => {
    done(request.tokensOnly && asksForCookies(request.body) ? fault('session.tokenOnly') : undefined)
  })
}

function asksForCookies(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'cookie'
}

/** The session of a request to a public route, if any; for routes that answer more to signed-in callers. */
export async function optionalSession(deps: AccountDeps, request: FastifyRequest): Promise<Session | null> {
  return (await findSession(deps, request))?.session ?? null
}

/** The token that requests by cookie must carry in `x-csrf-token`; bound to the session. */
export function csrfTokenOf(session: Session): string {
  return derive(session.key, 'csrf', session.id)
}

/** Refuses a request that another site's page made: for calls that make or use cookies without a session. */
export function refuseCrossSite(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined && site === undefined) return
  if (!isSameOrigin(request)) throw fault('request.crossSite')
}

/** The access token of an Authorization header. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The key that Excel and others send as a password; the name before it may be anything. */
function keyOf(request: FastifyRequest): string | undefined {
  const encoded = /^Basic ([A-Za-z\d+/=_-]{4,400})$/i.exec(request.headers.authorization ?? '')?.[1]
  const key =
    encoded &&
    Buffer.from(encoded, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '')
  return key?.startsWith(keyPrefix) ? key : undefined
}

async function findSession(deps: AccountDeps, request: FastifyRequest) {
  // A request that names a token stands and falls with it, whatever cookies come along.
  if (request.headers.authorization !== undefined) {
    const token = bearerOf(request) ?? keyOf(request)
    const session = token && (await deps.sessions.find(token))
    return session ? ({ by: 'bearer', session } as const) : null
  }
  const cookie = request.tokensOnly ? undefined : request.cookies[accessCookie]
  const session = cookie && (await deps.sessions.find(cookie))
  return session && session.method === 'cookie' ? ({ by: 'cookie', session } as const) : null
}

function holdsCsrfToken(request: FastifyRequest, session: Session): boolean {
  const token = request.headers[csrfHeader]
  return typeof token === 'string' && sameSecret(token, csrfTokenOf(session))
}

/** Browsers state the origin of a request; a request without origin does not come from our pages. */
function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return site === 'same-origin'
  return URL.canParse(origin) && new URL(origin).host === hostOf(request)
}

/** The host as a URL has it: without the port that the scheme implies. */
function hostOf(request: FastifyRequest): string {
  const address = `${request.protocol}://${request.host}`
  return URL.canParse(address) ? new URL(address).host : ''
}
