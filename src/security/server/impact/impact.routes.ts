import * as z from 'zod/mini'
import { memberContext } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { impactSchema } from '#security/impact.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { impactOf } from '#security/server/impact/impact.ts'

const params = z.object({ envid: z.string() })

/** `POST /security/v1/{envid}/impact`: what a change of rights would do. Asked by whoever may make the change. */
export function impactRoutes(app: Http, deps: AdminDeps): void {
  // Each makes the change and takes it back, and counts records of many members: one at a time in an environment.
  const busy = new Set<string>()
  app.post(
    '/api/security/v1/:envid/impact',
    { config: { access: 'member' }, schema: { params, body: impactSchema } },
    async (request) => {
      const context = memberContext(request)
      const { id } = context.environment
      if (busy.has(id)) throw fault('request.tooMany', { seconds: 5 })
      busy.add(id)
      try {
        return await impactOf(deps, context, request.body)
      } finally {
        busy.delete(id)
      }
    },
  )
}
