import type { FastifyRequest } from 'fastify'
import { rateLimitKey } from '#accounts/server/signIn/rateLimitKey.ts'

/** The origin of a request. */
export type RequestOrigin = {
  readonly place: string
  readonly userAgent: string | undefined
  /** They ask at a host that takes tokens and keys only. */
  readonly tokensOnly: boolean
  /** The browser, if known to the account of the attempt. */
  readonly device?: string | undefined
}

export function callerOf(
  request: Pick<FastifyRequest, 'ip' | 'headers'> & { readonly tokensOnly: boolean },
): RequestOrigin {
  return { place: rateLimitKey(request.ip), userAgent: request.headers['user-agent'], tokensOnly: request.tokensOnly }
}
