import * as z from 'zod/mini'
import { memberContext } from '#environments/server/environments.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { idSchema } from '#security/role.ts'
import { receiverQuerySchema, shareChangeSchema, shareSchema } from '#security/share.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { changeShare, endShare, giveShare, readReceivers, readShares } from '#security/server/share/shares.ts'

const base = '/api/security/v1/:envid/share/:entityid/:recordid'
const config = { access: 'member', feature: 'recordsharing', whenFull: 'refused' } as const
const ofRecord = z.object({ envid: z.string(), entityid: idSchema, recordid: idSchema })
const ofShare = z.object({ envid: z.string(), entityid: idSchema, recordid: idSchema, principalid: idSchema })

/** With whom single records are shared (product rulings 2.3 and 2.4). */
export function shareRoutes(app: Http, deps: Pick<AdminDeps, 'models' | 'mailer' | 'webAddress'>): void {
  app.get(base, { config, schema: { params: ofRecord } }, (request) =>
    readShares(deps, memberContext(request), placeOf(request.params)),
  )
  app.get(
    `${base}/receiver`,
    { config, schema: { params: ofRecord, querystring: receiverQuerySchema } },
    async (request) => {
      const { search = '' } = request.query
      return { value: await readReceivers(deps, memberContext(request), placeOf(request.params), search) }
    },
  )
  app.post(base, { config, schema: { params: ofRecord, body: shareSchema } }, async (request, reply) => {
    const shares = await giveShare(deps, memberContext(request), placeOf(request.params), request.body)
    return reply.status(201).send(shares)
  })
  app.patch(`${base}/:principalid`, { config, schema: { params: ofShare, body: shareChangeSchema } }, (request) =>
    changeShare(deps, memberContext(request), shareOf(request.params), request.body),
  )
  app.delete(`${base}/:principalid`, { config, schema: { params: ofShare } }, async (request, reply) => {
    await endShare(deps, memberContext(request), shareOf(request.params))
    return reply.status(204).send()
  })
}

type RecordParams = z.output<typeof ofRecord>

function placeOf({ entityid, recordid }: RecordParams) {
  return { entityId: entityid, recordId: recordid.toLowerCase() }
}

function shareOf(params: z.output<typeof ofShare>) {
  return { ...placeOf(params), principalId: params.principalid.toLowerCase() }
}
