import * as z from 'zod/mini'
import { memberContext } from '#environments/server/environments.ts'
import { expectedVersion } from '#entities/server/entities.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { environmentOwnerSchema, memberChangeSchema, memberDeleteSchema, memberRolesSchema } from '#security/member.ts'
import { idSchema } from '#security/role.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { handOverEnvironment } from '#security/server/members/environmentOwner.ts'
import { listMembers } from '#security/server/members/members.store.ts'
import { changeMember, changeRolesOfMany, readMemberDetail, removeMember } from '#security/server/members/members.ts'
import { listTeams } from '#security/server/teams/teams.store.ts'
import { changeTeam, createTeam, deleteTeam, readTeam } from '#security/server/teams/teams.ts'
import { teamChangeSchema, teamDeleteSchema, teamSchema } from '#security/team.ts'

const base = '/api/security/v1/:envid'
const environment = z.object({ envid: z.string() })
const ofMember = z.object({ envid: z.string(), memberid: idSchema })
const ofTeam = z.object({ envid: z.string(), teamid: idSchema })
const config = { access: 'member', activity: 'manage-users', whenFull: 'refused' } as const

/** Members, teams and the owner of an environment. */
export function memberRoutes(app: Http, deps: AdminDeps): void {
  app.get(`${base}/member`, { config, schema: { params: environment } }, async (request) => {
    const context = memberContext(request)
    return { value: await listMembers(context.database, context.environment) }
  })
  app.get(`${base}/member/:memberid`, { config, schema: { params: ofMember } }, (request) =>
    readMemberDetail(deps, memberContext(request), request.params.memberid),
  )
  app.patch(`${base}/member/:memberid`, { config, schema: { params: ofMember, body: memberChangeSchema } }, (request) =>
    changeMember(deps, memberContext(request), request.params.memberid, request.body),
  )
  app.post(
    `${base}/member/role`,
    { config, schema: { params: environment, body: memberRolesSchema } },
    async (request) => ({
      value: await changeRolesOfMany(deps, memberContext(request), request.body),
    }),
  )
  app.delete(
    `${base}/member/:memberid`,
    { config, schema: { params: ofMember, querystring: memberDeleteSchema } },
    async (request, reply) => {
      await removeMember(deps, memberContext(request), request.params.memberid, request.query.new_owner_id)
      return reply.status(204).send()
    },
  )
  app.post(
    `${base}/owner`,
    {
      config: { access: 'member', activity: 'manage-environment', whenFull: 'refused' },
      schema: { params: environment, body: environmentOwnerSchema },
    },
    async (request, reply) => {
      await handOverEnvironment(deps, memberContext(request), request.body.member_id)
      return reply.status(204).send()
    },
  )
  teamRoutes(app, deps)
}

function teamRoutes(app: Http, deps: AdminDeps): void {
  app.get(`${base}/team`, { config, schema: { params: environment } }, async (request) => {
    const context = memberContext(request)
    return { value: await listTeams(context.database, context.environment.schema) }
  })
  app.post(`${base}/team`, { config, schema: { params: environment, body: teamSchema } }, async (request, reply) => {
    const team = await createTeam(deps, memberContext(request), request.body)
    return reply.status(201).header('etag', `"${team.version}"`).send(team)
  })
  app.get(`${base}/team/:teamid`, { config, schema: { params: ofTeam } }, async (request, reply) => {
    const team = await readTeam(deps, memberContext(request), request.params.teamid)
    return reply.header('etag', `"${team.version}"`).send(team)
  })
  app.patch(
    `${base}/team/:teamid`,
    { config, schema: { params: ofTeam, body: teamChangeSchema } },
    async (request, reply) => {
      const wish = { ...request.body, version: expectedVersion(request) ?? request.body.version }
      const team = await changeTeam(deps, memberContext(request), request.params.teamid, wish)
      return reply.header('etag', `"${team.version}"`).send(team)
    },
  )
  app.delete(
    `${base}/team/:teamid`,
    { config, schema: { params: ofTeam, querystring: teamDeleteSchema } },
    async (request, reply) => {
      const wish = { ...request.query, version: expectedVersion(request) }
      await deleteTeam(deps, memberContext(request), request.params.teamid, wish)
      return reply.status(204).send()
    },
  )
}
