import * as z from 'zod/mini'
import { installationRulesSchema, userChangeSchema, userListSchema } from '#accounts/user.ts'
import { userContext, type AccountDeps } from '#accounts/server/accounts.ts'
import { changeRules, endEverySession, readRules } from '#accounts/server/administration/installation.ts'
import { readPicture } from '#accounts/server/profile/picture.ts'
import {
  changeUser,
  endSessionsOf,
  listUsers,
  lookAtUser,
  placesOfUser,
  resetFactorsOf,
  resetUser,
} from '#accounts/server/administration/users.ts'
import type { Http } from '#platform/server/http/validation.ts'

const config = { access: 'user', whenFull: 'refused' } as const
const params = z.object({ userid: z.uuid('request.idInvalid') })

/** `/api/user/v1`: people, as administrators of the installation and as colleagues see them. */
export function userRoutes(app: Http, deps: AccountDeps): void {
  app.get('/api/user/v1', { config, schema: { querystring: userListSchema } }, (request) =>
    listUsers(userContext(request), deps, request.query),
  )
  app.get('/api/user/v1/rule', { config }, (request) => readRules(userContext(request)))
  app.patch('/api/user/v1/rule', { config, schema: { body: installationRulesSchema } }, (request) =>
    changeRules(userContext(request), request.body),
  )
  app.delete('/api/user/v1/everysession', { config }, (request) => endEverySession(userContext(request), deps))
  app.get('/api/user/v1/:userid', { config, schema: { params } }, (request) =>
    lookAtUser(userContext(request), deps, request.params.userid),
  )
  app.patch('/api/user/v1/:userid', { config, schema: { params, body: userChangeSchema } }, (request) =>
    changeUser(userContext(request), deps, request.params.userid, request.body),
  )
  app.get('/api/user/v1/:userid/environment', { config, schema: { params } }, async (request) => ({
    value: await placesOfUser(userContext(request), deps, request.params.userid),
  }))
  app.post('/api/user/v1/:userid/reset', { config, schema: { params } }, async (request, reply) => {
    await resetUser(userContext(request), deps, request.params.userid)
    return reply.status(202).send({})
  })
  app.delete('/api/user/v1/:userid/session', { config, schema: { params } }, async (request, reply) => {
    await endSessionsOf(userContext(request), deps, request.params.userid)
    return reply.status(204).send()
  })
  app.delete('/api/user/v1/:userid/factor', { config, schema: { params } }, async (request, reply) => {
    await resetFactorsOf(userContext(request), deps, request.params.userid)
    return reply.status(204).send()
  })
  app.get('/api/user/v1/:userid/picture', { config, schema: { params } }, async (request, reply) => {
    const { type, bytes } = await readPicture(userContext(request), deps, request.params.userid)
    return reply
      .type(type)
      .header('cache-control', 'private, max-age=86400')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
}
