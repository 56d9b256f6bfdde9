import * as z from 'zod/mini'
import { memberContext } from '#environments/server/environments.ts'
import { expectedVersion } from '#entities/server/entities.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { idSchema } from '#security/role.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { mayCount } from '#security/server/admin/counts.ts'
import { listUnits } from '#security/server/teams/units.store.ts'
import { changeUnit, createUnit, deleteUnit, previewMove } from '#security/server/teams/units.ts'
import { unitChangeSchema, unitDeleteSchema, unitMoveSchema, unitSchema } from '#security/unit.ts'

const base = '/api/security/v1/:envid/unit'
const environment = z.object({ envid: z.string() })
const one = z.object({ envid: z.string(), unitid: idSchema })
const config = { access: 'member', activity: 'manage-units', whenFull: 'refused' } as const

/** Business units. Every member may read the tree: choosing an owner or a unit shows it. */
export function unitRoutes(app: Http, deps: AdminDeps): void {
  app.get(base, { config: { access: 'member' }, schema: { params: environment } }, async (request) => {
    const context = memberContext(request)
    const units = await listUnits(context.database, context.environment.schema)
    if (mayCount(context, 'manage-units')) return { value: units }
    return { value: units.map(({ members: _m, teams: _t, ...unit }) => unit) }
  })
  app.post(base, { config, schema: { params: environment, body: unitSchema } }, async (request, reply) => {
    const unit = await createUnit(deps, memberContext(request), request.body)
    return reply.status(201).header('etag', `"${unit.version}"`).send(unit)
  })
  app.patch(`${base}/:unitid`, { config, schema: { params: one, body: unitChangeSchema } }, async (request, reply) => {
    const wish = { ...request.body, version: expectedVersion(request) ?? request.body.version }
    const unit = await changeUnit(deps, memberContext(request), request.params.unitid, wish)
    return reply.header('etag', `"${unit.version}"`).send(unit)
  })
  app.post(
    `${base}/:unitid/preview`,
    { config: { ...config, whenFull: 'open' }, schema: { params: one, body: unitMoveSchema } },
    (request) => previewMove(deps, memberContext(request), request.params.unitid, request.body.parent_id),
  )
  app.delete(
    `${base}/:unitid`,
    { config, schema: { params: one, querystring: unitDeleteSchema } },
    async (request, reply) => {
      const wish = { ...request.query, version: expectedVersion(request) }
      await deleteUnit(deps, memberContext(request), request.params.unitid, wish)
      return reply.status(204).send()
    },
  )
}
