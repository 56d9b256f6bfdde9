import { placeOf } from '#accounts/server/place.ts'
import { fault } from '#faults/fault.ts'
import { createRates } from '#platform/server/http/rates.ts'
import type { Http } from '#platform/server/http/validation.ts'

/**
 * Limits how many calls of the API a key, a person, or without either a place on the net makes in a second. Counted in the
 * memory of this process; what must hold for all of them is counted by `throttle`. Comes after the session's hook.
 */
export function limitRates(app: Http, { perSecond, now }: { perSecond: number; now: () => Date }): void {
  const rates = createRates(perSecond, () => now().getTime())
  app.addHook('onRequest', async (request) => {
    if (request.is404 || !request.routeOptions.url?.startsWith('/api/')) return
    const { session } = request
    const who = session ? (session.method === 'key' ? session.id : session.user.id) : placeOf(request.ip)
    const seconds = rates.take(who)
    if (seconds > 0) throw fault('request.tooMany', { seconds })
  })
}
