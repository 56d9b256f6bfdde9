import type { FastifyRequest } from 'fastify'
import {
  refreshSchema,
  resendSchema,
  signInSchema,
  signUpSchemas,
  verifySchema,
  type SignUpAnswer,
} from '#accounts/account.ts'
import { accessCookie, refreshCookie } from '#accounts/session.ts'
import { userContext, type AccountDeps } from '#accounts/server/accounts.ts'
import { answerAdmission } from '#accounts/server/signUp/admission.ts'
import { answerTokens, clearTokens, keepDevice } from '#accounts/server/sessions/cookies.ts'
import { apiKeyRoutes } from '#accounts/server/keys/apiKeys.routes.ts'
import { deviceCookie, knownDevice, rememberDevice } from '#accounts/server/signIn/knownDevice.ts'
import { profileRoutes } from '#accounts/server/profile/profile.routes.ts'
import { resetRoutes } from '#accounts/server/passwords/reset.routes.ts'
import { userRoutes } from '#accounts/server/administration/users.routes.ts'
import { callerOf } from '#accounts/server/signIn/caller.ts'
import { createPurge } from '#accounts/server/administration/purge.ts'
import { bearerOf, csrfTokenOf, refuseCrossSite } from '#accounts/server/sessions/authenticate.ts'
import { endSessions, refreshSession } from '#accounts/server/sessions/sessions.ts'
import { signIn } from '#accounts/server/signIn/signIn.ts'
import { resendCode, signUp, verifyAccount } from '#accounts/server/signUp/signUp.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

/** Sign-up, sign-in, session and profile: specification 7 and product ruling part 5. */
export function accountRoutes(app: Http, deps: AccountDeps): void {
  signingRoutes(app, deps)
  sessionRoutes(app, deps)
  resetRoutes(app, deps)
  profileRoutes(app, deps)
  userRoutes(app, deps)
  apiKeyRoutes(app, deps)
}

const onRequest = refuseCrossSiteHook
/** Sign-in and sign-out stay open on a full disk: a person who frees space must be able to sign in. */
const signing = { config: { access: 'public', whenFull: 'open' }, onRequest } as const
const joining = { config: { access: 'public', whenFull: 'refused' }, onRequest } as const
// Open to people; programs have to work for it (product part 3, 18).
const signingChecked = { ...signing, config: { ...signing.config, botCheck: 'afterFailures' } } as const
const joiningChecked = { ...joining, config: { ...joining.config, botCheck: 'always' } } as const

function signingRoutes(app: Http, deps: AccountDeps): void {
  const purge = createPurge(deps.ground, deps.holders)
  app.post(
    '/api/auth/security/v1/signup',
    { ...joiningChecked, schema: { body: signUpSchemas[deps.passwords] } },
    async (request, reply) => {
      const ticket = await signUp(request.context, deps, callerOf(request), request.body)
      return reply.status(202).send({ ticket, sms: deps.texter !== undefined } satisfies SignUpAnswer)
    },
  )
  app.post(
    '/api/auth/security/v1/resend',
    { ...joiningChecked, schema: { body: resendSchema } },
    async (request, reply) => {
      await resendCode(request.context, deps, callerOf(request), request.body)
      return reply.status(202).send({})
    },
  )
  app.post('/api/auth/security/v1/verify', { ...joining, schema: { body: verifySchema } }, async (request, reply) => {
    const admission = await verifyAccount(request.context, callerOf(request), request.body)
    keepDevice(reply, rememberDevice(deps.secret, request.cookies[deviceCookie], request.body.email))
    return answerAdmission(reply, admission)
  })
  app.post(
    '/api/auth/security/v1/signin',
    { ...signingChecked, schema: { body: signInSchema } },
    async (request, reply) => {
      const cookie = request.cookies[deviceCookie]
      const { email } = request.body
      const former = deps.previousSecret
      const device = knownDevice(deps.secret, cookie, email) ?? (former && knownDevice(former, cookie, email))
      const caller = { ...callerOf(request), device }
      const admission = await signIn(request.context, deps, caller, request.body)
      keepDevice(reply, rememberDevice(deps.secret, cookie, email))
      purge()
      return answerAdmission(reply, admission)
    },
  )
}

function sessionRoutes(app: Http, deps: AccountDeps): void {
  app.post('/api/auth/security/v1/refresh', { ...signing, schema: { body: refreshSchema } }, async (request, reply) => {
    const { method } = request.body
    const secret = method === 'cookie' ? request.cookies[refreshCookie] : bearerOf(request)
    const forget = (id: string) => deps.sessions.forget(id)
    const tokens = secret ? await refreshSession(request.context, method, secret, forget) : null
    if (tokens) return answerTokens(reply, tokens)
    if (method === 'cookie') clearTokens(reply)
    throw fault('session.refreshFailed')
  })
  app.post('/api/auth/security/v1/signout', signing, async (request, reply) => {
    const bearer = bearerOf(request)
    if (request.tokensOnly && !bearer) throw fault('session.required')
    const ended = await endSessions(request.context, {
      access: bearer ?? request.cookies[accessCookie],
      refresh: bearer ?? request.cookies[refreshCookie],
    })
    for (const id of ended) deps.sessions.forget(id)
    clearTokens(reply)
    return reply.status(204).send()
  })
  app.post(
    '/api/csrf/v1/create',
    {
      config: {
        access: 'user',
        csrf: 'exempt',
        unverified: 'accepted',
        allowWithoutSecondFactor: true,
        whenFull: 'open',
      },
    },
    (request) => ({
      token: csrfTokenOf(userContext(request).session),
    }),
  )
}

async function refuseCrossSiteHook(request: FastifyRequest): Promise<void> {
  refuseCrossSite(request)
}
