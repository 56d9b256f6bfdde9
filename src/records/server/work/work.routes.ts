import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Http } from '#platform/server/http/validation.ts'
import { bulkPreviewSchema, bulkSchema } from '#records/work.ts'
import { listCauses, undoCause } from '#records/server/work/causes.ts'
import type { WorkContext, WorkDeps } from '#records/server/work/deps.ts'
import { previewDeletion } from '#records/server/work/preview.ts'
import { startBulk, troubleOf } from '#records/server/work/work.ts'

const id = () => z.uuid('request.idInvalid')
const environment = z.object({ envid: id() })
const entity = z.object({ envid: id(), entityid: id() })
const job = z.object({ envid: id(), jobid: id() })
const wanted = z.object({
  entity: z.optional(id()),
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'request.malformed'))),
})
const undone = z.strictObject({ id: z.string().check(z.maxLength(100)), kind: z.string().check(z.maxLength(20)) })

/**
 * Routes for work on many records: bulk change, bulk deletion, writes by cause, and undo of a cause. `memberOf` returns
 * the authenticated member of the request, `readerOf` the same with a database for reads only.
 */
export function workRoutes(
  app: Http,
  deps: WorkDeps & {
    readonly memberOf: (request: FastifyRequest) => WorkContext
    readonly readerOf: (request: FastifyRequest) => WorkContext
  },
): void {
  const config = { access: 'member', whenFull: 'refused' } as const
  const { memberOf, readerOf } = deps

  app.post(
    '/api/bulk/v1/:envid/:entityid',
    { config: { ...config, feature: 'bulk' }, schema: { params: entity, body: bulkSchema } },
    (request, reply) =>
      startBulk(memberOf(request), deps, request.params.entityid, request.body).then((job_id) =>
        reply.status(202).send({ job_id }),
      ),
  )

  app.post(
    '/api/bulk/v1/:envid/:entityid/preview',
    { config: { ...config, feature: 'bulk', whenFull: 'open' }, schema: { params: entity, body: bulkPreviewSchema } },
    (request) => previewDeletion(readerOf(request), deps, request.params.entityid, request.body.records),
  )

  app.get('/api/work/v1/:envid/:jobid/trouble', { config, schema: { params: job } }, (request) =>
    troubleOf(readerOf(request), request.params.jobid).then((value) => ({ value })),
  )

  app.get('/api/cause/v1/:envid', { config, schema: { params: environment, querystring: wanted } }, (request) =>
    listCauses(readerOf(request), request.query),
  )

  app.post('/api/cause/v1/:envid/undo', { config, schema: { params: environment, body: undone } }, (request, reply) =>
    undoCause(memberOf(request), deps, request.body).then((job_id) => reply.status(202).send({ job_id })),
  )
}
