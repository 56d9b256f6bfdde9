import * as z from 'zod/mini'
import { createConcurrencyLimiter, memberContext, takeSlot } from '#environments/server/environments.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { impactSchema } from '#security/impact.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { impactOf } from '#security/server/impact/impact.ts'

const params = z.object({ envid: z.string() })

/** Each makes the change and takes it back, and counts records of many members. */
const mostAtOnce = { inAll: 3, each: 1 }

/** `POST /security/v1/{envid}/impact`: the effect of a change of rights. Requires the same activity as the change. */
export function impactRoutes(app: Http, deps: AdminDeps): void {
  const take = createConcurrencyLimiter(mostAtOnce)
  app.post(
    '/api/security/v1/:envid/impact',
    { config: { access: 'member', whenFull: 'open' }, schema: { params, body: impactSchema } },
    async (request) => {
      const context = memberContext(request)
      const { id } = context.environment
      const leave = take(id)
      try {
        const giveBack = await takeSlot(context.database, { use: 'impact', environmentId: id, most: mostAtOnce.each })
        return await impactOf(deps, context, request.body).finally(giveBack)
      } finally {
        leave()
      }
    },
  )
}
