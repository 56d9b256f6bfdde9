import * as z from 'zod/mini'
import { apiKeySchema } from '#accounts/apiKey.ts'
import { userContext, type AccountDeps } from '#accounts/server/accounts.ts'
import { listKeys, makeKey, revokeKey } from '#accounts/server/keys/apiKeys.ts'
import type { Http } from '#platform/server/http/validation.ts'

const config = { access: 'user', whenFull: 'refused' } as const
const params = z.object({ keyid: z.uuid('request.idInvalid') })

/** `/api/user/v1/key`: a person's own keys for programs. No key opens these routes. */
export function apiKeyRoutes(app: Http, { sessions }: AccountDeps): void {
  app.get('/api/user/v1/key', { config }, async (request) => ({ value: await listKeys(userContext(request)) }))
  app.post('/api/user/v1/key', { config, schema: { body: apiKeySchema } }, async (request, reply) =>
    reply.status(201).send(await makeKey(userContext(request), request.body)),
  )
  app.delete('/api/user/v1/key/:keyid', { config, schema: { params } }, async (request, reply) => {
    await revokeKey(userContext(request), request.params.keyid)
    sessions.forget(request.params.keyid)
    return reply.status(204).send()
  })
}
