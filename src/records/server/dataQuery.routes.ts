import * as z from 'zod/mini'
import { walledContext } from '#environments/server/environments.ts'
import { departureOf } from '#platform/server/http/departure.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { askDataQuery } from '#records/server/dataQuery.ts'
import type { ModelSource } from '#records/server/freshModel.ts'

const uuid = z.uuid('request.idInvalid')
const params = z.object({ envid: z.string(), attributeid: uuid, recordid: uuid })

export type DataQueryRoutesOptions = { readonly models: ModelSource; readonly secret: string }

/** `GET /api/dataquery/v1/{envid}/{attributeid}/{recordid}`: the result of a data query for a record. */
export function dataQueryRoutes(app: Http, options: DataQueryRoutesOptions): void {
  const url = '/api/dataquery/v1/:envid/:attributeid/:recordid'
  app.get(url, { config: { access: 'member', keys: 'accepted' }, schema: { params } }, (request, reply) => {
    const { attributeid: attributeId, recordid: recordId } = request.params
    const context = walledContext(request)
    const reader = context.database.until(departureOf(reply))
    const fresh = request.headers['cache-control'] === 'no-cache'
    return askDataQuery({ ...context, ...options, reader, root: '/' }, { attributeId, recordId, fresh })
  })
}
