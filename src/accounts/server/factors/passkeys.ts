import { fullName } from '#accounts/fullName.ts'
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { mostPasskeys, stepSeconds, type PasskeyDraft, type PasskeyRow } from '#accounts/identity.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { holdWays, requireAnyWay } from '#accounts/server/external/connections.ts'
import { lockUser } from '#accounts/server/lockUser.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { notify } from '#accounts/server/mail/notices.ts'
import { challengeOf, expected, hostOf, passkeyOrigin, refused } from '#accounts/server/factors/passkeyAnswer.ts'
import { beginPendingStep, takePendingStep } from '#accounts/server/signIn/pendingStep.ts'
import { fault } from '#faults/fault.ts'
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

/** The browser's options for creating a passkey of the signed-in person, who has just confirmed the session. */
export async function startPasskey(context: UserContext, deps: IdentityDeps) {
  await requireConfirmed(context)
  const { id, email } = context.session.user
  const known = await context.database.query<{ credential: string; transports: AuthenticatorTransport[] }>({
    text: 'select credential, transports from lintel.passkey where user_id = $1',
    values: [id],
  })
  if (known.length >= mostPasskeys) throw fault('identity.passkeyLimit', { max: mostPasskeys })
  const ticket = await beginPendingStep(context.database, 'passkey', { userId: id, body: {} }, stepSeconds.passkey)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Lintel',
    rpID: hostOf(deps),
    userName: email,
    userDisplayName: fullName(context.session.user),
    userID: Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex')),
    challenge: challengeOf(ticket),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credential, transports }) => ({ id: credential, transports })),
    // Discoverable without a name, and verified by a fingerprint or PIN: two factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ticket, options }
}

/** Stores the passkey that the browser has created. */
export async function addPasskey(context: UserContext, deps: IdentityDeps, draft: PasskeyDraft): Promise<void> {
  await requireConfirmed(context)
  const { id } = context.session.user
  const step = await takePendingStep(context.database, 'passkey', draft.ticket)
  if (step?.userId !== id) throw fault('identity.stepExpired')
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const made = await verifyRegistrationResponse({
    response: draft.response as unknown as RegistrationResponseJSON,
    expectedChallenge: expected(draft.ticket),
    expectedOrigin: passkeyOrigin(deps),
    expectedRPID: hostOf(deps),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)
  if (!made.verified) throw fault('identity.passkeyRefused')
  const { credential } = made.registrationInfo
  const written = await context.database.transaction(async (transaction) => {
    await lockUser(transaction, id)
    const [{ count } = { count: 0 }] = await transaction.query<{ count: number }>({
      text: 'select count(*)::int as count from lintel.passkey where user_id = $1',
      values: [id],
    })
    if (count >= mostPasskeys) throw fault('identity.passkeyLimit', { max: mostPasskeys })
    const kept = await transaction.execute({
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
    const after = { name: draft.name }
    if (kept > 0) await noteAccess(context, transaction, { kind: 'passkeyAdded', byId: id, after })
    return kept
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
    await noteAccess(context, transaction, { kind: 'passkeyRemoved', byId: id, before: gone })
    return gone.name
  })
  await notify(context, deps, id, 'passkeyRemoved', name)
}
