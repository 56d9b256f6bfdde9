import * as z from 'zod/mini'
import { walledContext } from '#environments/server/environments.ts'
import { departureOf } from '#platform/server/http/departure.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { longestSearch } from '#records/search/globalSearch.ts'
import type { ModelSource } from '#records/server/freshModel.ts'
import { searchRecords, wordsBeingBuilt } from '#records/search/server/search.ts'

const params = z.object({ envid: z.string() })
const querystring = z.object({
  q: z.prefault(z.string().check(z.maxLength(longestSearch, 'validation.tooLong')), ''),
  /** The id of the entity that is looked through first. */
  first: z.optional(z.uuid('request.idInvalid')),
})

/**
 * `GET /api/search/v1/{envid}?q=`: the search over all searchable entities; `GET /api/search/v1/{envid}/building`: where words
 * cannot be looked for yet, because their index is being built.
 */
export function searchRoutes(app: Http, options: { readonly models: ModelSource; readonly secret: string }): void {
  app.get(
    '/api/search/v1/:envid',
    { config: { access: 'member', feature: 'search' }, schema: { params, querystring } },
    (request, reply) => {
      const { q, first } = request.query
      const context = { ...walledContext(request), ...options, departure: departureOf(reply) }
      return searchRecords(context, { typed: q, first })
    },
  )
  app.get('/api/search/v1/:envid/building', { config: { access: 'member' }, schema: { params } }, (request) =>
    wordsBeingBuilt({ ...walledContext(request), ...options }),
  )
}
