import {
  stepSeconds,
  type Claim,
  type ExternalFinish,
  type ExternalSignUp,
  type ExternalStart,
  type LinkWish,
} from '#accounts/identity.ts'
import { noteRefusal } from '#accounts/server/administration/accessLog.ts'
import { admit, type Admission } from '#accounts/server/signUp/admission.ts'
import {
  beginClaim,
  claimAnswer,
  joinIdentity,
  mailClaimCode,
  makeAccount,
  ownerOf,
  readClaim,
  type ClaimBody,
} from '#accounts/server/external/claims.ts'
import type { Provider, ExternalFlow } from '#accounts/server/external/externalProvider.ts'
import { endAllAccess, forgetOtherDoors } from '#accounts/server/sessions/endAll.ts'
import { beginByPlace, factorByPlace } from '#accounts/server/factors/factorPolicies.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { isMailedCode } from '#accounts/server/profile/mailedCode.ts'
import { notify } from '#accounts/server/mail/notices.ts'
import { verifyPassword } from '#accounts/server/passwords/passwords.ts'
import { beginPendingStep, drop, renew, takePendingStep } from '#accounts/server/signIn/pendingStep.ts'
import { signInByAddress } from '#accounts/server/signIn/policies.ts'
import { derive } from '#accounts/server/secrets.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { forgive, throttle } from '#accounts/server/signIn/throttle.ts'
import { markVerified } from '#accounts/server/signUp/unverifiedSignUps.ts'
import { statusAfter, type UserStatus } from '#accounts/status.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'

export type ExternalOutcome = Admission | { readonly claim: Claim }

/**
 * Begins a sign-in at a provider. The browser keeps the ticket; what the provider must bring back follows from it, so an
 * answer to somebody else's sign-in fits no ticket. `userId` when a signed-in person connects a provider.
 */
export async function startExternal(
  context: Context,
  deps: IdentityDeps,
  caller: RequestOrigin,
  providerId: string,
  userId: string | null = null,
): Promise<ExternalStart> {
  await throttle(context.database, beginByPlace, caller.place)
  const provider = providerOf(deps, providerId)
  const ticket = await beginPendingStep(
    context.database,
    'external',
    { userId, body: { provider: provider.id } },
    stepSeconds.external,
  )
  const address = await provider.begin(flowOf(deps, provider, ticket))
  return { address: address.href, ticket }
}

/** Takes what a provider gave the browser, once: its ticket is used up before the provider is asked. */
export async function vouchedFor(
  context: Context,
  deps: IdentityDeps,
  wish: Pick<ExternalFinish, 'provider' | 'ticket' | 'query'>,
  userId: string | null = null,
) {
  const step = await takePendingStep<{ provider: string }>(context.database, 'external', wish.ticket)
  if (!step || step.body.provider !== wish.provider || step.userId !== userId) throw fault('identity.refused')
  const provider = providerOf(deps, wish.provider)
  return provider.finish(flowOf(deps, provider, wish.ticket), wish.query).catch((error: unknown) => {
    // The person reads one sentence for every reason; whoever set the keys needs to know which it was.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    context.log.warn({ provider: provider.id, reason }, 'a sign-in at a provider was refused')
    throw error
  })
}

/** Signs in whom a provider vouches for; somebody new becomes a claim on an address. */
export async function finishExternal(
  context: Context,
  deps: IdentityDeps,
  caller: RequestOrigin,
  wish: ExternalFinish,
): Promise<ExternalOutcome> {
  const vouched = await vouchedFor(context, deps, wish).catch(async (error: unknown) => {
    // What fails counts for its place and nothing else: whoever holds a ticket is held up by nobody.
    await throttle(context.database, factorByPlace, caller.place)
    await noteRefusal(context, 'provider', null, caller.userAgent)
    throw error
  })
  const [known] = await context.database.query<{ user_id: string }>({
    text: 'select user_id from lintel.identity where provider = $1 and subject = $2',
    values: [wish.provider, vouched.subject],
  })
  if (known) return admit(context, caller, known.user_id, wish)
  if (vouched.email === null) throw fault('identity.mailMissing')
  if (vouched.mail === 'refused') throw fault('identity.mailNotVerified')
  const { subject, email, firstname, lastname } = vouched
  const body: ClaimBody = {
    provider: wish.provider,
    subject,
    email,
    firstname,
    lastname,
    proven: vouched.mail === 'verified',
  }
  const ticket = await beginClaim(context, body)
  if (!body.proven) await mailClaimCode(context, deps, caller, ticket, body)
  return { claim: await claimAnswer(context, deps, ticket, body) }
}

/** Mails a code to the address of a claim: to prove the address, or to agree to the joining. */
export async function sendClaimCode(
  context: Context,
  deps: IdentityDeps,
  caller: RequestOrigin,
  ticket: string,
): Promise<void> {
  await mailClaimCode(context, deps, caller, ticket, await readClaim(context, caller, ticket))
}

/** The mailed code proves the address that a provider only named. */
export async function proveClaim(
  context: Context,
  deps: IdentityDeps,
  caller: RequestOrigin,
  wish: { readonly ticket: string; readonly code: string },
): Promise<{ claim: Claim }> {
  const { code: kept, ...claim } = await readClaim(context, caller, wish.ticket)
  if (!isMailedCode(wish.ticket, kept, wish.code)) refuseIf([{ code: 'validation.code', target: 'code' }])
  const proven = { ...claim, proven: true }
  await renew(context.database, 'claim', wish.ticket, proven)
  return { claim: await claimAnswer(context, deps, wish.ticket, proven) }
}

/** Makes an account for whom a provider vouches, once its address is proved and the terms are agreed to. */
export async function signUpExternal(
  context: Context,
  caller: RequestOrigin,
  wish: ExternalSignUp,
): Promise<Admission> {
  const claim = await readClaim(context, caller, wish.ticket)
  if (!claim.proven) throw fault('identity.refused')
  const userId = await context.database.transaction(async (transaction) => {
    await drop(transaction, 'claim', wish.ticket)
    const made = await makeAccount(context, transaction, claim, wish)
    if (!made) throw fault('identity.stepExpired')
    await joinIdentity(context, transaction, made, claim)
    return made
  })
  return admit(context, caller, userId, wish)
}

/** Joins a provider's word with the account of the same address: its person agrees with the password or a mailed code. */
export async function linkExternal(
  context: Context,
  deps: IdentityDeps,
  caller: RequestOrigin,
  wish: LinkWish,
): Promise<Admission> {
  const { database } = context
  const claim = await readClaim(context, caller, wish.ticket)
  if (!claim.proven) throw fault('identity.refused')
  const owner = await ownerOf(database, claim.email)
  if (!owner) throw fault('identity.stepExpired')
  if (wish.code === undefined) {
    await throttle(database, signInByAddress, claim.email)
    const holds = await verifyPassword(owner.passwordHash, wish.password ?? '')
    if (!holds) refuseIf([{ code: 'validation.passwordWrong', target: 'password' }])
    await forgive(database, signInByAddress, claim.email)
  } else if (!isMailedCode(wish.ticket, claim.code, wish.code)) {
    refuseIf([{ code: 'validation.code', target: 'code' }])
  }
  await database.transaction(async (transaction) => {
    await drop(transaction, 'claim', wish.ticket)
    if (wish.code !== undefined) await takeMailBox(context, transaction, owner.id)
    await joinIdentity(context, transaction, owner.id, claim)
  })
  deps.sessions.forget(owner.id)
  await notify(context, deps, owner.id, 'connected', providerName(deps, claim.provider))
  return admit(context, caller, owner.id, wish)
}

/**
 * Who came with a mailed code has the mail box. Where it shows itself for the first time, somebody else verified the account
 * by a phone: nothing of theirs opens it any longer, as after a link to a new password.
 */
async function takeMailBox(context: Context, transaction: Transaction, userId: string): Promise<void> {
  const [person] = await transaction.query<{ status: UserStatus; verified: boolean }>({
    text: `select status, email_verified_on is not null as verified from lintel."user" where id = $1 for update`,
    values: [userId],
  })
  if (!person || person.verified) return
  await endAllAccess(transaction, userId)
  await forgetOtherDoors(context, transaction, userId)
  await transaction.execute({ text: `update lintel."user" set password_hash = null where id = $1`, values: [userId] })
  await markVerified(transaction, userId, 'email', statusAfter(person.status, 'emailVerified'))
}

/** The name of a provider as people know it. */
export function providerName({ providers }: IdentityDeps, id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id
}

function providerOf({ providers }: IdentityDeps, id: string): Provider {
  const provider = providers.find((each) => each.id === id)
  if (!provider) throw fault('identity.providerUnknown')
  return provider
}

function flowOf(deps: IdentityDeps, { id }: Provider, ticket: string): ExternalFlow {
  const key = Buffer.from(ticket)
  return {
    state: derive(key, 'state', id),
    nonce: derive(key, 'nonce', id),
    verifier: derive(key, 'verifier', id),
    redirect: `${deps.webAddress()}/auth/external/${id}`,
  }
}
