import type { FastifyRequest } from 'fastify'
import type { Session } from '#accounts/server/sessions/sessionLookup.ts'
import { rateLimitKey } from '#accounts/server/signIn/rateLimitKey.ts'
import { fault } from '#faults/fault.ts'
import { createRates } from '#platform/server/http/rates.ts'

/** Counts a call of the API, and refuses one too many. */
export type CountCall = (request: FastifyRequest, session: Session | null) => void

/**
 * Rate limit of API calls per second: of a key, of a person, or else of a client address. Calls with an invalid token
 * count for the address. Counted in the memory of this process; limits over all processes use `throttle`.
 */
export function callCounter({ perSecond, now }: { perSecond: number; now: () => Date }): CountCall {
  const rates = createRates(perSecond, () => now().getTime())
  return (request, session) => {
    if (!request.routeOptions.url?.startsWith('/api/')) return
    const who = session ? (session.method === 'key' ? session.id : session.user.id) : rateLimitKey(request.ip)
    const seconds = rates.take(who)
    if (seconds > 0) throw fault('request.tooMany', { seconds })
  }
}
