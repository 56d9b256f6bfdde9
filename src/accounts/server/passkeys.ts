import { fullName } from '#accounts/fullName.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import {
  mostPasskeys,
  stepSeconds,
  type PasskeyDraft,
  type PasskeyRow,
  type PasskeySignIn,
} from '#accounts/identity.ts'
import { maySignIn, type UserStatus } from '#accounts/status.ts'
import { noteRefusal } from '#accounts/server/accessLog.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { requireConfirmed } from '#accounts/server/confirmed.ts'
import { holdWays, requireAnyWay } from '#accounts/server/connections.ts'
import { beginByPlace, factorByPlace } from '#accounts/server/factorPolicies.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { notify } from '#accounts/server/notices.ts'
import { begin, take } from '#accounts/server/pending.ts'
import { derive } from '#accounts/server/secrets.ts'
import { openSession, type Tokens } from '#accounts/server/sessions.ts'
import type { Caller } from '#accounts/server/caller.ts'
import { throttle } from '#accounts/server/throttle.ts'
import { fault } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Ed25519, ES256 and RS256: every authenticator makes one of them. */
const algorithms = [-8, -7, -257]

/** The passkeys of a person, oldest first. */
export async function passkeysOf(executor: Executor, userId: string): Promise<PasskeyRow[]> {
  const rows = await executor.query<{ id: string; name: string; created_on: Date; last_used_on: Date | null }>({
    text: `select id, name, created_on, last_used_on from lintel.passkey where user_id = $1 order by created_on, id`,
    values: [userId],
  })
  return rows.map((row) => ({
    ...row,
    created_on: row.created_on.toISOString(),
    last_used_on: row.last_used_on?.toISOString() ?? null,
  }))
}

/** What the browser needs to make a passkey for the signed-in person, who has just proved who they are. */
export async function startPasskey(context: UserContext, deps: IdentityDeps) {
  await requireConfirmed(context)
  const { id, email } = context.session.user
  const known = await context.database.query<{ credential: string; transports: AuthenticatorTransport[] }>({
    text: 'select credential, transports from lintel.passkey where user_id = $1',
    values: [id],
  })
  if (known.length >= mostPasskeys) throw fault('identity.passkeyLimit', { max: mostPasskeys })
  const ticket = await begin(context.database, 'passkey', { userId: id, body: {} }, stepSeconds.passkey)
  const options = await generateRegistrationOptions({
    rpName: 'Lintel',
    rpID: hostOf(deps),
    userName: email,
    userDisplayName: fullName(context.session.user),
    userID: Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex')),
    challenge: challengeOf(ticket),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credential, transports }) => ({ id: credential, transports })),
    // It is found without a name and asks its person for a finger or a PIN: so it is two factors by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ticket, options }
}

/** Keeps the passkey that the browser has made. */
export async function addPasskey(context: UserContext, deps: IdentityDeps, draft: PasskeyDraft): Promise<void> {
  await requireConfirmed(context)
  const { id } = context.session.user
  const step = await take(context.database, 'passkey', draft.ticket)
  if (step?.userId !== id) throw fault('identity.stepExpired')
  const made = await verifyRegistrationResponse({
    response: draft.response as unknown as RegistrationResponseJSON,
    expectedChallenge: expected(draft.ticket),
    expectedOrigin: originOf(deps),
    expectedRPID: hostOf(deps),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)
  if (!made.verified) throw fault('identity.passkeyRefused')
  const { credential } = made.registrationInfo
  const written = await context.database.execute({
    text: `insert into lintel.passkey (id, user_id, credential, public_key, counter, transports, name, created_on)
      values ($1, $2, $3, $4, $5, $6, $7, now()) on conflict (credential) do nothing`,
    values: [
      context.newId(),
      id,
      credential.id,
      Buffer.from(credential.publicKey),
      credential.counter,
      credential.transports ?? [],
      draft.name,
    ],
  })
  if (written === 0) throw fault('identity.passkeyRefused')
  await notify(context, deps, id, 'passkeyAdded', draft.name)
}

export async function renamePasskey(context: UserContext, passkeyId: string, name: string): Promise<void> {
  const written = await context.database.execute({
    text: 'update lintel.passkey set name = $3 where id = $1 and user_id = $2',
    values: [passkeyId, context.session.user.id, name],
  })
  if (written === 0) throw fault('identity.unknown')
}

/** Takes a passkey away, unless nothing else would open the account. */
export async function removePasskey(context: UserContext, deps: IdentityDeps, passkeyId: string): Promise<void> {
  await requireConfirmed(context)
  const { id } = context.session.user
  const name = await context.database.transaction(async (transaction) => {
    await holdWays(transaction, id)
    const [gone] = await transaction.query<{ name: string }>({
      text: 'delete from lintel.passkey where id = $1 and user_id = $2 returning name',
      values: [passkeyId, id],
    })
    if (!gone) throw fault('identity.unknown')
    await requireAnyWay(transaction, id)
    return gone.name
  })
  await notify(context, deps, id, 'passkeyRemoved', name)
}

/** What the browser needs to ask for any passkey of this installation; it says nothing of who has one. */
export async function startPasskeySignIn(context: Context, deps: IdentityDeps, caller: Caller) {
  await throttle(context.database, beginByPlace, caller.place)
  const ticket = await begin(context.database, 'passkey', { userId: null, body: {} }, stepSeconds.passkey)
  const options = await generateAuthenticationOptions({
    rpID: hostOf(deps),
    challenge: challengeOf(ticket),
    userVerification: 'required',
  })
  return { ticket, options }
}

type Kept = {
  id: string
  userId: string
  status: UserStatus
  key: Buffer
  counter: number
  transports: AuthenticatorTransport[]
}

/** Opens a session by a passkey. It was at hand and its person was recognised by it, so no second factor is asked for. */
export async function signInByPasskey(
  context: Context,
  deps: IdentityDeps,
  caller: Caller,
  wish: PasskeySignIn,
): Promise<Tokens> {
  const { database } = context
  await throttle(database, factorByPlace, caller.place)
  const step = await take(database, 'passkey', wish.ticket)
  if (!step || step.userId !== null) throw fault('identity.stepExpired')
  const [kept] = await database.query<Kept>({
    text: `select passkey.id, user_id as "userId", status, public_key as key, counter::float8 as counter, transports
      from lintel.passkey join lintel."user" person on person.id = user_id where credential = $1`,
    values: [wish.response.id],
  })
  if (!kept) throw fault('identity.passkeyRefused')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: wish.response as unknown as AuthenticationResponseJSON,
    expectedChallenge: expected(wish.ticket),
    expectedOrigin: originOf(deps),
    expectedRPID: hostOf(deps),
    credential: {
      id: wish.response.id,
      publicKey: Uint8Array.from(kept.key),
      counter: kept.counter,
      transports: kept.transports,
    },
    requireUserVerification: true,
  }).catch(async (error: unknown) => {
    await noteRefusal(context, 'passkey', kept.userId, caller.userAgent)
    return refused(error)
  })
  if (!verified || !maySignIn(kept.status)) {
    await noteRefusal(context, 'passkey', kept.userId, caller.userAgent)
    throw fault('identity.passkeyRefused')
  }
  return database.transaction(async (transaction) => {
    await transaction.execute({
      text: 'update lintel.passkey set counter = $2, last_used_on = now() where id = $1',
      values: [kept.id, authenticationInfo.newCounter],
    })
    const { method, mode, remember_me } = wish
    return openSession(context, transaction, kept.userId, { method, mode, remember_me, userAgent: caller.userAgent })
  })
}

function refused(error: unknown): never {
  const problem = fault('identity.passkeyRefused')
  problem.cause = error
  throw problem
}

/** It follows from the ticket, so nothing else needs to be kept. */
function challengeOf(ticket: string) {
  return Uint8Array.from(Buffer.from(derive(Buffer.from(ticket), 'challenge', 'passkey'), 'base64url'))
}

function expected(ticket: string): string {
  return Buffer.from(challengeOf(ticket)).toString('base64url')
}

function originOf(deps: IdentityDeps): string {
  return new URL(deps.webAddress()).origin
}

function hostOf(deps: IdentityDeps): string {
  return new URL(deps.webAddress()).hostname
}
