import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Http } from '#platform/server/http/validation.ts'
import { versionRestoreSchema } from '#records/history/recordHistory.ts'
import { compareVersion, recordHistory, restoreVersion } from '#records/history/server/history.ts'
import type { TrashContext } from '#records/history/server/trash/trash.ts'

const id = () => z.uuid('request.idInvalid')
const record = z.object({ envid: id(), entityid: id(), recordid: id() })
const place = z.string().check(z.regex(/^[ea]\d{1,18}$/, 'request.malformed'))
const version = z.object({ envid: id(), entityid: id(), recordid: id(), place })

/** The calls of a record's history. `contextOf` gives the member that the request's hooks have found. */
export function historyRoutes(
  app: Http,
  deps: { readonly contextOf: (request: FastifyRequest) => TrashContext },
): void {
  const config = { access: 'member', feature: 'history', whenFull: 'refused' } as const
  const { contextOf } = deps
  const path = '/api/history/v1/:envid/:entityid/:recordid'

  app.get(
    path,
    { config, schema: { params: record, querystring: z.object({ before: z.optional(place) }) } },
    (request) =>
      recordHistory(contextOf(request), request.params.entityid, request.params.recordid, request.query.before),
  )

  app.get(`${path}/version/:place`, { config, schema: { params: version } }, (request) => {
    const { entityid, recordid, place: wanted } = request.params
    return compareVersion(contextOf(request), entityid, recordid, wanted)
  })

  app.post(`${path}/restore`, { config, schema: { params: record, body: versionRestoreSchema } }, (request, reply) => {
    const context = contextOf(request)
    const { entityid, recordid } = request.params
    const cause = { kind: 'restore', id: context.requestId } as const
    return restoreVersion({ ...context, cause }, entityid, recordid, request.body, expectedOf(request)).then(
      (written) => reply.header('etag', `W/"${written.version}"`).type('application/json').send(written.value),
    )
  })
}

/** The versions of `If-Match`. */
function expectedOf(request: FastifyRequest): readonly string[] | '*' | null {
  const told = request.headers['if-match']
  if (told === undefined) return null
  return told.trim() === '*' ? '*' : [...told.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)
}
