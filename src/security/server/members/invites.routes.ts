import * as z from 'zod/mini'
import { rateLimitKey, userContext } from '#accounts/server/accounts.ts'
import { memberContext } from '#environments/server/environments.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { inviteCodeSchema, inviteSchema } from '#security/invite.ts'
import { idSchema } from '#security/role.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { createInvite, readInvites, revokeInvite } from '#security/server/members/invites.ts'
import { acceptInvite, readInvite } from '#security/server/members/acceptInvite.ts'

const base = '/api/invite/v1'
const environment = z.object({ envid: z.string() })
const one = z.object({ envid: z.string(), inviteid: idSchema })
const config = { access: 'member', activity: 'manage-users', whenFull: 'refused' } as const
const body = inviteCodeSchema

/** Invites: created and revoked by managers of users, accepted by any signed-in person. Codes travel in bodies only. */
export function inviteRoutes(app: Http, deps: AdminDeps): void {
  app.post(`${base}/look`, { config: { access: 'public', whenFull: 'refused' }, schema: { body } }, (request) =>
    readInvite(request.context, rateLimitKey(request.ip), request.body.code),
  )
  app.post(`${base}/accept`, { config: { access: 'user', whenFull: 'refused' }, schema: { body } }, (request) =>
    acceptInvite(deps, userContext(request), rateLimitKey(request.ip), request.body.code),
  )
  app.get(`${base}/:envid`, { config, schema: { params: environment } }, async (request) => {
    return { value: await readInvites(memberContext(request)) }
  })
  app.post(`${base}/:envid`, { config, schema: { params: environment, body: inviteSchema } }, async (request, reply) =>
    reply.status(201).send(await createInvite(deps, memberContext(request), request.body)),
  )
  app.delete(`${base}/:envid/:inviteid`, { config, schema: { params: one } }, async (request, reply) => {
    await revokeInvite(deps, memberContext(request), request.params.inviteid)
    return reply.status(204).send()
  })
}
