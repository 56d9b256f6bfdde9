import type { FastifyRequest } from 'fastify'
import type { Session } from '#accounts/server/sessions/sessionLookup.ts'
import { rateLimitKey } from '#accounts/server/signIn/rateLimitKey.ts'
import { fault } from '#faults/fault.ts'
import { createRates } from '#platform/server/http/rates.ts'

/** Counts a call of the API, and refuses one too many. */
export type CountCall = (request: FastifyRequest, session: Session | null) => void

/**
 * Limits how many calls of the API a key, a person, or without either a place on the net makes in a second. Calls with a
 * token that opens nothing are those of a place. Counted in the memory of this process; what must hold for all of them is
 * counted by `throttle`.
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
