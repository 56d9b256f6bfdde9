import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { walledContext } from '#environments/server/environments.ts'
import { attributeById } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { listCandidates } from '#records/server/candidates.ts'
import { visibleService } from '#records/visibleService.ts'
import { onFreshModel, type ModelSource } from '#records/server/freshModel.ts'

const params = z.object({ envid: z.string(), attributeid: z.uuid('request.idInvalid') })
const body = z.strictObject({
  /** Current values of the form, by column. */
  form: z.prefault(z.record(z.string(), z.unknown()), {}),
  search: z.prefault(z.string().check(z.maxLength(250, 'validation.tooLong')), ''),
  top: z.prefault(z.int('validation.integer').check(z.gte(1), z.lte(100)), 50),
})

/**
 * `POST /api/candidate/v1/{envid}/{attributeid}`: the records that an N:1 or N:N attribute may link to, given the
 * values of a form. Changes nothing.
 */
export function candidateRoutes(app: Http, { models }: { readonly models: ModelSource }): void {
  app.post(
    '/api/candidate/v1/:envid/:attributeid',
    { config: { access: 'member', viewable: true, whenFull: 'open' }, schema: { params, body } },
    async (request: FastifyRequest<{ Params: z.output<typeof params>; Body: z.output<typeof body> }>) => {
      const asked = { ...walledContext(request), models }
      const { form, search, top } = request.body
      const value = await onFreshModel(asked, async (model, service, context) => {
        const seen = visibleService(context.member, model, service)
        const found = attributeById(seen.model, request.params.attributeid)
        if (found?.attribute.type !== 'N:1' && found?.attribute.type !== 'N:N') throw fault('definition.unknown')
        return listCandidates({ context, model, service: seen.service }, found.attribute, form, { search, top })
      })
      return { value }
    },
  )
}
