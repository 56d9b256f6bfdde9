import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Http } from '#platform/server/http/validation.ts'
import { purgeSchema, restoreSchema } from '#records/history/trash.ts'
import { listTrash, purgeFromTrash, restoreFromTrash, type TrashContext } from '#records/history/server/trash/trash.ts'

const place = z.object({ envid: z.uuid('request.idInvalid'), entityid: z.uuid('request.idInvalid') })
const wanted = z.object({
  search: z.optional(z.string().check(z.maxLength(250))),
  after: z.optional(z.string().check(z.regex(/^[\dTZ:.+-]+_[0-9a-f-]{36}$/, 'request.malformed'))),
})

/** The calls of an entity's trash. `contextOf` gives the member that the request's hooks have found. */
export function trashRoutes(app: Http, deps: { readonly contextOf: (request: FastifyRequest) => TrashContext }): void {
  const config = { access: 'member', feature: 'trash', whenFull: 'refused' } as const
  const { contextOf } = deps

  app.get('/api/trash/v1/:envid/:entityid', { config, schema: { params: place, querystring: wanted } }, (request) =>
    listTrash(contextOf(request), request.params.entityid, request.query),
  )

  app.post(
    '/api/trash/v1/:envid/:entityid/restore',
    { config, schema: { params: place, body: restoreSchema } },
    (request) => {
      const context = contextOf(request)
      const cause = { kind: 'restore', id: context.requestId } as const
      return restoreFromTrash({ ...context, cause }, request.params.entityid, request.body)
    },
  )

  app.post(
    '/api/trash/v1/:envid/:entityid/purge',
    { config: { ...config, whenFull: 'open' }, schema: { params: place, body: purgeSchema } },
    (request) =>
      purgeFromTrash(contextOf(request), request.params.entityid, request.body.ids).then((purged) => ({ purged })),
  )
}
