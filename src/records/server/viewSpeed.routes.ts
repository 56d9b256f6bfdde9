import * as z from 'zod/mini'
import { walledContext } from '#environments/server/environments.ts'
import { departureOf } from '#platform/server/http/departure.ts'
import type { Http } from '#platform/server/http/validation.ts'
import type { ModelSource } from '#records/server/freshModel.ts'
import { measureViewSpeeds } from '#records/server/viewSpeed.ts'

const params = z.object({ envid: z.string(), entityid: z.uuid('request.idInvalid') })
const query = z.string().check(z.maxLength(20_000, 'validation.tooLong'))
const body = z.strictObject({ queries: z.array(query).check(z.maxLength(100, 'validation.tooLong')) })

export type ViewPaceRoutesOptions = { readonly models: ModelSource; readonly secret: string }

/** `POST /api/metadata/view/v1/{envid}/{entityid}/pace`: expected speed of queries on an entity. Changes nothing. */
export function viewPaceRoutes(app: Http, options: ViewPaceRoutesOptions): void {
  app.post(
    '/api/metadata/view/v1/:envid/:entityid/pace',
    { config: { access: 'maker', activity: 'alter-entities', whenFull: 'open' }, schema: { params, body } },
    async (request, reply) => {
      const context = walledContext(request)
      const reader = context.database.until(departureOf(reply))
      const asked = { ...context, ...options, reader, root: '/' }
      return { value: await measureViewSpeeds(asked, request.params.entityid, request.body.queries) }
    },
  )
}
