import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { stepSeconds, type PasskeySignIn } from '#accounts/identity.ts'
import { maySignIn } from '#accounts/status.ts'
import { noteRefusal } from '#accounts/server/administration/accessLog.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { beginByPlace, factorByPlace } from '#accounts/server/factors/factorPolicies.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import {
  challengeOf,
  counterOf,
  hostOf,
  keepUse,
  keptPasskey,
  type PasskeyAnswer,
} from '#accounts/server/factors/passkeyAnswer.ts'
import { beginPendingStep, takePendingStep } from '#accounts/server/signIn/pendingStep.ts'
import { openSession, type Tokens } from '#accounts/server/sessions/sessions.ts'
import { throttle } from '#accounts/server/signIn/throttle.ts'
import { fault } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'

/** The browser's options for a sign-in with any passkey of this installation; reveals nobody's passkeys. */
export async function startPasskeySignIn(context: Context, deps: IdentityDeps, caller: RequestOrigin) {
  await throttle(context.database, beginByPlace, caller.place)
  const ticket = await beginPendingStep(context.database, 'passkey', { userId: null, body: {} }, stepSeconds.passkey)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: hostOf(deps),
    challenge: challengeOf(ticket),
    userVerification: 'required',
  })
  return { ticket, options }
}

/** Opens a session by a passkey. It was at hand and its person was recognised by it, so no second factor is asked for. */
export async function signInByPasskey(
  context: Context,
  deps: IdentityDeps,
  caller: RequestOrigin,
  wish: PasskeySignIn,
): Promise<Tokens> {
  const { database } = context
  const step = await takePendingStep(database, 'passkey', wish.ticket)
  if (!step || step.userId !== null) {
    await throttle(database, factorByPlace, caller.place)
    throw fault('identity.stepExpired')
  }
  const kept = await keptPasskey(database, wish)
  if (!kept) throw fault('identity.passkeyRefused')
  const counter = await counterOf(deps, kept, wish).catch(async (error: unknown) => {
    await noteRefusal(context, 'passkey', kept.userId, caller.userAgent)
    throw error
  })
  if (!maySignIn(kept.status)) {
    await noteRefusal(context, 'passkey', kept.userId, caller.userAgent)
    throw fault('identity.passkeyRefused')
  }
  return database.transaction(async (transaction) => {
    await keepUse(transaction, kept, counter)
    const { method, mode, remember_me } = wish
    return openSession(context, transaction, kept.userId, {
      method,
      mode,
      remember_me,
      caller,
      byPasskey: true,
    })
  })
}

/** The browser's options for a confirmation with a passkey of the signed-in person. */
export async function startPasskeyConfirm(context: UserContext, deps: IdentityDeps) {
  const { id } = context.session.user
  const ticket = await beginPendingStep(context.database, 'confirm', { userId: id, body: {} }, stepSeconds.passkey)
  const own = await context.database.query<{ id: string; transports: AuthenticatorTransport[] }>({
    text: 'select credential as id, transports from lintel.passkey where user_id = $1',
    values: [id],
  })
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: hostOf(deps),
    challenge: challengeOf(ticket),
    allowCredentials: own,
    userVerification: 'required',
  })
  return { ticket, options }
}

/** Whether a passkey of the signed-in person answers the challenge, for the first time. */
export async function confirmsByPasskey(
  context: UserContext,
  deps: IdentityDeps,
  answer: PasskeyAnswer,
): Promise<boolean> {
  const { database, session } = context
  const step = await takePendingStep(database, 'confirm', answer.ticket)
  const kept = await keptPasskey(database, answer)
  if (step?.userId !== session.user.id || kept?.userId !== session.user.id) return false
  const counter = await counterOf(deps, kept, answer).catch(() => undefined)
  if (counter === undefined) return false
  await keepUse(database, kept, counter)
  return true
}
