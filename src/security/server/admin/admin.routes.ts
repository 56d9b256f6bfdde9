import * as z from 'zod/mini'
import { memberContext } from '#environments/server/environments.ts'
import { expectedVersion } from '#entities/server/entities.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import {
  activityRolesSchema,
  entityPrivilegesSchema,
  idSchema,
  roleChangeSchema,
  roleCopySchema,
  roleSchema,
} from '#security/role.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import {
  activityNamed,
  changeActivityRoles,
  changeEntityRoles,
  readActivities,
  readEntityRoles,
} from '#security/server/roles/matrix.ts'
import { memberRoutes } from '#security/server/members/members.routes.ts'
import { changeRole, copyRole, createRole, deleteRole } from '#security/server/roles/roles.ts'
import { findRole, listRoles } from '#security/server/roles/roles.store.ts'
import { mayCount } from '#security/server/admin/counts.ts'
import { readOwnRights } from '#security/server/members/ownRights.ts'
import { unitRoutes } from '#security/server/teams/units.routes.ts'

const base = '/api/security/v1/:envid'
const environment = z.object({ envid: z.string() })
const ofRole = z.object({ envid: z.string(), roleid: idSchema })
const ofEntity = z.object({ envid: z.string(), entityid: idSchema })
const ofActivity = z.object({ envid: z.string(), id: z.string() })
const config = { access: 'member', activity: 'manage-roles', whenFull: 'refused' } as const

/** The services of specification 7, *Security*: who may do what in an environment. */
export function adminRoutes(app: Http, deps: AdminDeps): void {
  app.get('/api/security/v1', { config: { access: 'user' } }, () => ({
    value: ['self', 'role', 'entity', 'activity', 'unit', 'team', 'member'],
  }))
  app.get(`${base}/self`, { config: { access: 'member' }, schema: { params: environment } }, (request) =>
    readOwnRights(deps, memberContext(request)),
  )
  roleRoutes(app, deps)
  matrixRoutes(app, deps)
  unitRoutes(app, deps)
  memberRoutes(app, deps)
}

function roleRoutes(app: Http, deps: AdminDeps): void {
  // Role names are readable for members who assign roles or choose the audience of definitions.
  app.get(`${base}/role`, { config: { access: 'member' }, schema: { params: environment } }, async (request) => {
    const context = memberContext(request)
    const roles = await listRoles(context.database, context.environment.schema)
    if (mayCount(context, 'manage-roles')) return { value: roles }
    return { value: roles.map(({ members: _m, teams: _t, entities: _e, ...role }) => role) }
  })
  app.post(`${base}/role`, { config, schema: { params: environment, body: roleSchema } }, async (request, reply) => {
    const role = await createRole(deps, memberContext(request), request.body)
    return reply.status(201).header('etag', `"${role.version}"`).send(role)
  })
  app.get(`${base}/role/:roleid`, { config, schema: { params: ofRole } }, async (request, reply) => {
    const { database, environment: place } = memberContext(request)
    const role = await findRole(database, place.schema, request.params.roleid)
    if (!role) throw fault('role.unknown')
    return reply.header('etag', `"${role.version}"`).send(role)
  })
  app.patch(
    `${base}/role/:roleid`,
    { config, schema: { params: ofRole, body: roleChangeSchema } },
    async (request, reply) => {
      const wish = { ...request.body, version: expectedVersion(request) ?? request.body.version }
      const role = await changeRole(deps, memberContext(request), request.params.roleid, wish)
      return reply.header('etag', `"${role.version}"`).send(role)
    },
  )
  app.delete(`${base}/role/:roleid`, { config, schema: { params: ofRole } }, async (request, reply) => {
    await deleteRole(deps, memberContext(request), request.params.roleid, expectedVersion(request))
    return reply.status(204).send()
  })
  app.post(
    `${base}/role/:roleid/copy`,
    { config, schema: { params: ofRole, body: roleCopySchema } },
    async (request, reply) => {
      const role = await copyRole(deps, memberContext(request), request.params.roleid, request.body.name)
      return reply.status(201).header('etag', `"${role.version}"`).send(role)
    },
  )
}

function matrixRoutes(app: Http, deps: AdminDeps): void {
  app.get(`${base}/entity/:entityid`, { config, schema: { params: ofEntity } }, async (request) => ({
    value: await readEntityRoles(deps, memberContext(request), request.params.entityid),
  }))
  app.put(
    `${base}/entity/:entityid`,
    { config, schema: { params: ofEntity, body: entityPrivilegesSchema } },
    async (request) => ({
      value: await changeEntityRoles(deps, memberContext(request), request.params.entityid, request.body),
    }),
  )
  app.get(`${base}/activity`, { config, schema: { params: environment } }, async (request) => {
    const context = memberContext(request)
    return { value: await readActivities(context.database, context.environment.schema) }
  })
  app.get(`${base}/activity/:id`, { config, schema: { params: ofActivity } }, async (request) => {
    const context = memberContext(request)
    const id = activityNamed(request.params.id)
    return (await readActivities(context.database, context.environment.schema)).find((each) => each.id === id)
  })
  app.put(`${base}/activity/:id`, { config, schema: { params: ofActivity, body: activityRolesSchema } }, (request) =>
    changeActivityRoles(deps, memberContext(request), activityNamed(request.params.id), request.body.role_ids),
  )
}
