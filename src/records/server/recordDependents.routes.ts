import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { walledContext } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { foresee } from '#records/server/recordDependents.ts'
import { hiddenFrom } from '#security/visible.ts'
import { onFreshModel, type ModelSource } from '#records/server/freshModel.ts'

const id = z.uuid('request.idInvalid')
const params = z.object({ envid: z.string(), entityid: id, recordid: id })

/**
 * `GET /api/dependant/v1/{envid}/{entityid}/{recordid}`: effects that the deletion of a record would have on other
 * records.
 */
export function dependantRoutes(app: Http, { models }: { readonly models: ModelSource }): void {
  app.get(
    '/api/dependant/v1/:envid/:entityid/:recordid',
    { config: { access: 'member' }, schema: { params } },
    async (request: FastifyRequest<{ Params: z.output<typeof params> }>) => {
      const asked = { ...walledContext(request), models }
      const { entityid, recordid } = request.params
      return onFreshModel(asked, async (model, service, context) => {
        const entity = model.entities.get(entityid)
        if (!entity || hiddenFrom(context.member, model)?.entities.has(entityid)) throw fault('definition.unknown')
        return foresee({ context, model, service }, entity, [recordid.toLowerCase()])
      })
    },
  )
}
