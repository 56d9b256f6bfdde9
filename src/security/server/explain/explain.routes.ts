import * as z from 'zod/mini'
import type { Models } from '#entities/server/entities.ts'
import { memberContext, walledContext } from '#environments/server/environments.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { explainQuerySchema } from '#security/explanation.ts'
import { idSchema } from '#security/role.ts'
import { accessList } from '#security/server/explain/accessList.ts'
import { explain } from '#security/server/explain/explain.ts'

const params = z.object({ envid: z.string() })
const ofEntity = z.object({ envid: z.string(), entityid: idSchema })

/**
 * `GET /security/v1/{envid}/explain?entity&record&user&action`: who may do what, and why (product ruling 2.3); and the
 * list of members with access.
 */
export function explainRoutes(app: Http, deps: { readonly models: Models }): void {
  app.get(
    '/api/security/v1/:envid/explain',
    { config: { access: 'member' }, schema: { params, querystring: explainQuerySchema } },
    (request) => explain(deps, walledContext(request), request.query),
  )
  app.get(
    '/api/security/v1/:envid/entity/:entityid/member',
    { config: { access: 'member', activity: 'manage-roles' }, schema: { params: ofEntity } },
    async (request) => ({ value: await accessList(deps, memberContext(request), request.params.entityid) }),
  )
}
