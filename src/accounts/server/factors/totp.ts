import { randomBytes } from 'node:crypto'
import { recoveryCodeCount, type RecoveryCodes, type TotpDraft } from '#accounts/identity.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { factorByPerson } from '#accounts/server/factors/factorPolicies.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { notify } from '#accounts/server/mail/notices.ts'
import { hashOf } from '#accounts/server/secrets.ts'
import { forgive, throttle } from '#accounts/server/signIn/throttle.ts'
import { stepOfCode, toBase32, totpAddress } from '#accounts/server/factors/totpCode.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'

type Totp = { readonly secret: Buffer; readonly confirmed: boolean; readonly lastStep: number }

/** The authenticator app of a person, set up or about to be. */
export async function totpOf(executor: Executor, userId: string): Promise<Totp | undefined> {
  const [totp] = await executor.query<Totp>({
    text: `select secret, confirmed_on is not null as confirmed, last_step::float8 as "lastStep"
      from lintel.totp where user_id = $1`,
    values: [userId],
  })
  return totp
}

export async function recoveryLeft(executor: Executor, userId: string): Promise<number> {
  const [row] = await executor.query<{ left: number }>({
    text: 'select count(*)::int as left from lintel.recovery_code where user_id = $1 and used_on is null',
    values: [userId],
  })
  return row?.left ?? 0
}

/** A new secret for an authenticator app; valid only after one of its codes was entered. */
export async function draftTotp(context: UserContext, deps: IdentityDeps): Promise<TotpDraft> {
  await requireConfirmed(context)
  const { id, email } = context.session.user
  const secret = randomBytes(20)
  const written = await context.database.execute({
    text: `insert into lintel.totp as kept (user_id, secret) values ($1, $2)
      on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where kept.confirmed_on is null`,
    values: [id, deps.seal.close(id, secret.toString('base64'))],
  })
  if (written === 0) throw fault('identity.totpOn')
  return { secret: toBase32(secret), address: totpAddress(secret, email) }
}

/** The first code turns the second factor on. Answers the recovery codes, which are never shown again. */
export async function turnTotpOn(context: UserContext, deps: IdentityDeps, code: string): Promise<RecoveryCodes> {
  await requireConfirmed(context)
  const { id } = context.session.user
  await throttle(context.database, factorByPerson, id)
  const codes = await context.database.transaction(async (transaction) => {
    const totp = await totpOf(transaction, id)
    if (!totp) throw fault('identity.totpOff')
    if (totp.confirmed) throw fault('identity.totpOn')
    if (!(await spendCode(context, deps, transaction, id, code))) return null
    await transaction.execute({ text: 'update lintel.totp set confirmed_on = now() where user_id = $1', values: [id] })
    // A confirmation by password does not count as a confirmation by the second factor.
    await transaction.execute({
      text: 'update lintel.session set confirmed_on = null where user_id = $1',
      values: [id],
    })
    await noteAccess(context, transaction, { kind: 'totpOn', byId: id })
    return newRecoveryCodes(transaction, id)
  })
  if (!codes) {
    refuseIf([{ code: 'validation.code', target: 'code' }])
    throw new Error('a refusal was expected')
  }
  await forgive(context.database, factorByPerson, id)
  deps.sessions.forget(id)
  await notify(context, deps, id, 'totpOn')
  return { value: codes }
}

/** Turns the second factor off; the session must have been confirmed with it. */
export async function turnTotpOff(context: UserContext, deps: IdentityDeps): Promise<void> {
  await requireConfirmed(context)
  const { id } = context.session.user
  const gone = await context.database.transaction(async (transaction) => {
    await transaction.execute({ text: 'delete from lintel.recovery_code where user_id = $1', values: [id] })
    const deleted = await transaction.execute({ text: 'delete from lintel.totp where user_id = $1', values: [id] })
    if (deleted > 0) await noteAccess(context, transaction, { kind: 'totpOff', byId: id })
    return deleted
  })
  if (gone === 0) throw fault('identity.totpOff')
  deps.sessions.forget(id)
  await notify(context, deps, id, 'totpOff')
}

/** New recovery codes; the old ones are void. */
export async function renewRecovery(context: UserContext, deps: IdentityDeps): Promise<RecoveryCodes> {
  await requireConfirmed(context)
  const { id } = context.session.user
  const value = await context.database.transaction(async (transaction) => {
    if (!(await totpOf(transaction, id))?.confirmed) throw fault('identity.totpOff')
    await noteAccess(context, transaction, { kind: 'recoveryRenewed', byId: id })
    return newRecoveryCodes(transaction, id)
  })
  await notify(context, deps, id, 'recoveryNew')
  return { value }
}

/** Whether this is a code of the person's app or one of their recovery codes. Either is good once. */
export async function redeemFactor(
  context: Context,
  deps: IdentityDeps,
  userId: string,
  { code, recovery }: { readonly code?: string | undefined; readonly recovery?: string | undefined },
): Promise<boolean> {
  if (code !== undefined) return spendCode(context, deps, context.database, userId, code)
  if (recovery === undefined) return false
  const used = await context.database.transaction(async (transaction) => {
    const spent = await transaction.execute({
      text: `update lintel.recovery_code set used_on = now() where user_id = $1 and hash = $2 and used_on is null`,
      values: [userId, recoveryHash(userId, recovery)],
    })
    if (spent > 0) await noteAccess(context, transaction, { kind: 'recoveryUsed', byId: userId })
    return spent
  })
  if (used > 0) await notify(context, deps, userId, 'recoveryUsed')
  return used > 0
}

/** Of two requests with the same code one is admitted: the newest used time step only grows. */
async function spendCode(
  context: Context,
  deps: IdentityDeps,
  executor: Executor,
  userId: string,
  code: string,
): Promise<boolean> {
  const totp = await totpOf(executor, userId)
  if (!totp) return false
  const secret = openSecret(context, deps, userId, totp.secret)
  if (!secret) return false
  const step = stepOfCode(secret, code, context.now(), totp.lastStep)
  if (step === undefined) return false
  const used = await executor.execute({
    text: 'update lintel.totp set last_step = $2 where user_id = $1 and last_step < $2',
    values: [userId, step],
  })
  return used > 0
}

/** With another installation's secret no code fits any more; the recovery codes still do. */
function openSecret(context: Context, deps: IdentityDeps, userId: string, sealed: Buffer): Buffer | undefined {
  try {
    return Buffer.from(deps.seal.open(userId, sealed), 'base64')
  } catch (error) {
    context.log.error(
      { err: error },
      'the secret of an authenticator app does not open: SECRET is another one than before',
    )
    return undefined
  }
}

/** 80 random bits each: too many to be found from the hashes. */
async function newRecoveryCodes(transaction: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => toBase32(randomBytes(10)))
  await transaction.execute({ text: 'delete from lintel.recovery_code where user_id = $1', values: [userId] })
  await transaction.execute({
    text: 'insert into lintel.recovery_code (user_id, hash) select $1, unnest($2::bytea[])',
    values: [userId, codes.map((code) => recoveryHash(userId, code))],
  })
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

function recoveryHash(userId: string, code: string): Buffer {
  return hashOf(`recovery ${userId}`, code.replaceAll('-', ''))
}
