import * as z from 'zod/mini'
import { memberContext } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { idSchema } from '#security/role.ts'
import { beginViewAs, endViewAs, type ViewAsDeps } from '#security/server/viewAs/viewAs.ts'
import { viewAsSchema } from '#security/viewAs.ts'

const environment = z.object({ envid: z.string() })
const ofMember = z.object({ envid: z.string(), memberid: idSchema })
const config = { access: 'member', activity: 'view-as', whenFull: 'refused' } as const

/** Seeing an environment as another member does. The requests themselves say so in a header. */
export function viewAsRoutes(app: Http, deps: ViewAsDeps): void {
  const base = '/api/security/v1/:envid/viewas'
  app.post(base, { config, schema: { params: environment, body: viewAsSchema } }, async (request, reply) => {
    if (request.session?.method === 'key') throw fault('request.forbidden')
    const begun = await beginViewAs(deps, memberContext(request), request.body.member_id)
    return reply.status(201).send(begun)
  })
  // Ending a view is allowed even without the right to start one.
  app.delete(
    `${base}/:memberid`,
    { config: { access: 'member', whenFull: 'refused' }, schema: { params: ofMember } },
    async (request, reply) => {
      await endViewAs(memberContext(request), request.params.memberid)
      return reply.status(204).send()
    },
  )
}
