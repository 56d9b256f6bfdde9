import * as z from 'zod/mini'
import {
  confirmSchema,
  connectSchema,
  externalFinishSchema,
  externalSignUpSchema,
  externalStartSchema,
  linkSchema,
  passkeyDraftSchema,
  passkeyNameSchema,
  passkeySignInSchema,
  proveSchema,
  secondSchema,
  ticketSchema,
  totpCodeSchema,
  type SecurityState,
  type SignInWays,
} from '#accounts/identity.ts'
import { userContext, type UserContext } from '#accounts/server/accounts.ts'
import { answerAdmission } from '#accounts/server/signUp/admission.ts'
import { callerOf } from '#accounts/server/signIn/caller.ts'
import { confirmSession, confirmWays, sendConfirmCode } from '#accounts/server/sessions/confirm.ts'
import { isConfirmed, requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { connect, connectionsOf, disconnect } from '#accounts/server/external/connections.ts'
import { answerTokens } from '#accounts/server/sessions/cookies.ts'
import {
  finishExternal,
  linkExternal,
  proveClaim,
  sendClaimCode,
  signUpExternal,
  startExternal,
} from '#accounts/server/external/externalSignIn.ts'
import { offered, type IdentityDeps } from '#accounts/server/identity.ts'
import {
  addPasskey,
  passkeysOf,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#accounts/server/factors/passkeys.ts'
import { signInByPasskey, startPasskeyConfirm, startPasskeySignIn } from '#accounts/server/signIn/passkeySignIn.ts'
import { finishSecond } from '#accounts/server/signIn/secondStep.ts'
import {
  draftTotp,
  recoveryLeft,
  renewRecovery,
  totpOf,
  turnTotpOff,
  turnTotpOn,
} from '#accounts/server/factors/totp.ts'
import { refuseCrossSite } from '#accounts/server/sessions/authenticate.ts'
import type { Http } from '#platform/server/http/validation.ts'

const auth = '/api/auth/security/v1'
const own = '/api/user/v1'
const joining = {
  config: { access: 'public', whenFull: 'refused' },
  onRequest: async (request: Parameters<typeof refuseCrossSite>[0]) => refuseCrossSite(request),
} as const
/** People with an account can sign in on a full disk too. */
const signing = { ...joining, config: { access: 'public', whenFull: 'open' } } as const
/**
 * Creating accounts, requesting mails and entering passwords: programs have to solve a challenge (product part 3, 18).
 */
const checked = { ...joining, config: { ...joining.config, botCheck: 'always' } } as const
const passkeyParams = z.object({ passkeyid: z.uuid('request.idInvalid') })
const connectionParams = z.object({ connectionid: z.uuid('request.idInvalid') })
const user = { config: { access: 'user', whenFull: 'refused' } } as const
/**
 * Also for a person who has to verify an address or number again: that person may change and close the account, and
 * confirm the session.
 */
const staying = {
  config: { access: 'user', unverified: 'accepted', allowWithoutSecondFactor: true, whenFull: 'refused' },
} as const
/** Also for a person who has to set up a second factor, which comes before verifying an address or number again. */
const enrolling = staying

/** Routes of sign-in by providers, by passkey and with a second factor, and of the security page. */
export function identityRoutes(app: Http, deps: IdentityDeps): void {
  externalRoutes(app, deps)
  factorRoutes(app, deps)
  totpRoutes(app, deps)
  passkeyRoutes(app, deps)
  connectionRoutes(app, deps)
}

function externalRoutes(app: Http, deps: IdentityDeps): void {
  const at = `${auth}/external`
  app.get(
    `${auth}/ways`,
    { config: { access: 'public' } },
    () => ({ providers: offered(deps), passwords: deps.passwords }) satisfies SignInWays,
  )
  app.post(`${at}/start`, { ...signing, schema: { body: externalStartSchema } }, (request) =>
    startExternal(request.context, deps, callerOf(request), request.body.provider),
  )
  app.post(`${at}/finish`, { ...signing, schema: { body: externalFinishSchema } }, async (request, reply) =>
    answerAdmission(reply, await finishExternal(request.context, deps, callerOf(request), request.body)),
  )
  app.post(`${at}/code`, { ...checked, schema: { body: ticketSchema } }, async (request, reply) => {
    await sendClaimCode(request.context, deps, callerOf(request), request.body.ticket)
    return reply.status(202).send({})
  })
  app.post(`${at}/prove`, { ...joining, schema: { body: proveSchema } }, async (request, reply) =>
    answerAdmission(reply, await proveClaim(request.context, deps, callerOf(request), request.body)),
  )
  app.post(`${at}/signup`, { ...checked, schema: { body: externalSignUpSchema } }, async (request, reply) =>
    answerAdmission(reply, await signUpExternal(request.context, callerOf(request), request.body)),
  )
  app.post(`${at}/link`, { ...checked, schema: { body: linkSchema } }, async (request, reply) =>
    answerAdmission(reply, await linkExternal(request.context, deps, callerOf(request), request.body)),
  )
}

function factorRoutes(app: Http, deps: IdentityDeps): void {
  app.post(`${auth}/second`, { ...signing, schema: { body: secondSchema } }, async (request, reply) =>
    answerTokens(reply, await finishSecond(request.context, deps, callerOf(request), request.body)),
  )
  app.get(`${own}/security`, staying, (request) => readSecurity(userContext(request), deps))
  app.post(`${own}/confirm/passkey`, staying, (request) => startPasskeyConfirm(userContext(request), deps))
  app.post(`${own}/confirm/code`, staying, async (request, reply) =>
    reply.status(202).send(await sendConfirmCode(userContext(request), deps)),
  )
  app.post(`${own}/confirm`, { ...staying, schema: { body: confirmSchema } }, async (request, reply) => {
    await confirmSession(userContext(request), deps, request.body)
    return reply.status(204).send()
  })
}

function totpRoutes(app: Http, deps: IdentityDeps): void {
  app.post(`${own}/totp`, enrolling, (request) => draftTotp(userContext(request), deps))
  app.post(`${own}/totp/confirm`, { ...enrolling, schema: { body: totpCodeSchema } }, (request) =>
    turnTotpOn(userContext(request), deps, request.body.code),
  )
  app.post(`${own}/totp/recovery`, user, (request) => renewRecovery(userContext(request), deps))
  app.delete(`${own}/totp`, user, async (request, reply) => {
    await turnTotpOff(userContext(request), deps)
    return reply.status(204).send()
  })
}

function passkeyRoutes(app: Http, deps: IdentityDeps): void {
  app.post(`${auth}/passkey/start`, signing, (request) => startPasskeySignIn(request.context, deps, callerOf(request)))
  app.post(`${auth}/passkey/finish`, { ...signing, schema: { body: passkeySignInSchema } }, async (request, reply) =>
    answerTokens(reply, await signInByPasskey(request.context, deps, callerOf(request), request.body)),
  )
  app.post(`${own}/passkey/start`, enrolling, (request) => startPasskey(userContext(request), deps))
  app.post(`${own}/passkey`, { ...enrolling, schema: { body: passkeyDraftSchema } }, async (request, reply) => {
    await addPasskey(userContext(request), deps, request.body)
    return reply.status(201).send({})
  })
  app.patch(
    `${own}/passkey/:passkeyid`,
    { ...user, schema: { params: passkeyParams, body: passkeyNameSchema } },
    async (request, reply) => {
      await renamePasskey(userContext(request), request.params.passkeyid, request.body.name)
      return reply.status(204).send()
    },
  )
  app.delete(`${own}/passkey/:passkeyid`, { ...user, schema: { params: passkeyParams } }, async (request, reply) => {
    await removePasskey(userContext(request), deps, request.params.passkeyid)
    return reply.status(204).send()
  })
}

function connectionRoutes(app: Http, deps: IdentityDeps): void {
  app.post(`${own}/connection/start`, { ...user, schema: { body: externalStartSchema } }, async (request) => {
    const context = userContext(request)
    await requireConfirmed(context)
    return startExternal(context, deps, callerOf(request), request.body.provider, context.session.user.id)
  })
  app.post(`${own}/connection`, { ...user, schema: { body: connectSchema } }, async (request, reply) => {
    await connect(userContext(request), deps, request.body)
    return reply.status(201).send({})
  })
  app.delete(
    `${own}/connection/:connectionid`,
    { ...user, schema: { params: connectionParams } },
    async (request, reply) => {
      await disconnect(userContext(request), deps, request.params.connectionid)
      return reply.status(204).send()
    },
  )
}

async function readSecurity(context: UserContext, deps: IdentityDeps): Promise<SecurityState> {
  const { database } = context
  const { id } = context.session.user
  const totp = await totpOf(database, id)
  return {
    confirm: await confirmWays(database, context.session),
    confirmed: await isConfirmed(context),
    totp: { on: totp?.confirmed ?? false, recoveryleft: await recoveryLeft(database, id) },
    passkeys: await passkeysOf(database, id),
    connections: await connectionsOf(database, id),
    providers: offered(deps),
  }
}
