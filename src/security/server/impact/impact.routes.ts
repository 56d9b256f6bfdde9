import * as z from 'zod/mini'
import { memberContext } from '#environments/server/environments.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { impactSchema } from '#security/impact.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { impactOf } from '#security/server/impact/impact.ts'

const params = z.object({ envid: z.string() })

/** `POST /security/v1/{envid}/impact`: what a change of rights would do. Asked by whoever may make the change. */
export function impactRoutes(app: Http, deps: AdminDeps): void {
  app.post(
    '/api/security/v1/:envid/impact',
    { config: { access: 'member' }, schema: { params, body: impactSchema } },
    (request) => impactOf(deps, memberContext(request), request.body),
  )
}
