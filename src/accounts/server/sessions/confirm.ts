import { stepSeconds, type Confirm, type ConfirmWay } from '#accounts/identity.ts'
import { noteUnconfirmed } from '#accounts/server/administration/accessLog.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { factorByPerson } from '#accounts/server/factors/factorPolicies.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { post } from '#accounts/server/mail/mailTemplates.ts'
import { isMailedCode, newMailedCode, type MailedCode } from '#accounts/server/profile/mailedCode.ts'
import { codeMail } from '#accounts/server/mail/notices.ts'
import { confirmsByPasskey } from '#accounts/server/signIn/passkeySignIn.ts'
import { verifyPassword } from '#accounts/server/passwords/passwords.ts'
import { attempt, beginPendingStep, drop, renew } from '#accounts/server/signIn/pendingStep.ts'
import { confirmMails } from '#accounts/server/signIn/policies.ts'
import type { Session } from '#accounts/server/sessions/sessionLookup.ts'
import { redeemFactor } from '#accounts/server/factors/totp.ts'
import { forgive, throttle } from '#accounts/server/signIn/throttle.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/**
 * The methods by which a person can confirm a session: a passkey always; a second factor besides, if there is one;
 * otherwise the password or a mailed code. So nobody lacks a method, whatever the sign-in method was. A session without
 * the second factor that the installation requires is confirmed by a passkey where there is one: a password alone must
 * not set up another factor beside the passkey.
 */
export async function confirmWays(executor: Executor, { user, lacksFactor }: Session): Promise<ConfirmWay[]> {
  const [person] = await executor.query<{ password: boolean; passkey: boolean; totp: boolean }>({
    text: `select password_hash is not null as password,
        exists (select from lintel.passkey where user_id = person.id) as passkey,
        exists (select from lintel.totp where user_id = person.id and confirmed_on is not null) as totp
      from lintel."user" person where id = $1`,
    values: [user.id],
  })
  const passkey = person?.passkey ? (['passkey'] as const) : []
  if (person?.totp) return ['totp', ...passkey]
  if (person?.passkey && lacksFactor) return ['passkey']
  return [...(person?.password ? (['password'] as const) : []), ...passkey, 'mail']
}

/** Mails a confirmation code to a person without a password or with a forgotten one. Returns the code's ticket. */
export async function sendConfirmCode(context: UserContext, deps: IdentityDeps): Promise<{ ticket: string }> {
  const { id, email, locale } = context.session.user
  if (!(await confirmWays(context.database, context.session)).includes('mail')) throw fault('request.forbidden')
  await throttle(context.database, confirmMails, id)
  const ticket = await beginPendingStep(context.database, 'confirm', { userId: id, body: {} }, stepSeconds.confirm)
  const fresh = newMailedCode(ticket, undefined, context.now())
  if (fresh) {
    await renew(context.database, 'confirm', ticket, { code: fresh.kept })
    post(deps.mailer, context.log, codeMail({ email, locale }, fresh.code))
  }
  return { ticket }
}

/** Confirms a session. A wrong password or code is reported at its field and counts as an attempt. */
export async function confirmSession(context: UserContext, deps: IdentityDeps, wish: Confirm): Promise<void> {
  const { database, session } = context
  const { id } = session.user
  await throttle(database, factorByPerson, id)
  const ways = await confirmWays(database, session)
  const holds = await proofHolds(context, deps, wish, ways)
  if (!holds) {
    const by = proofs.find((proof) => wish[proof] !== undefined) ?? 'code'
    await noteUnconfirmed(context, id, by === 'response' ? 'passkey' : by)
    if (by === 'response') throw fault('identity.passkeyRefused')
    refuseIf([{ code: by === 'password' ? 'validation.passwordWrong' : 'validation.code', target: by }])
  }
  await forgive(database, factorByPerson, id)
  await database.execute({ text: 'update lintel.session set confirmed_on = now() where id = $1', values: [session.id] })
}

const proofs = ['response', 'password', 'recovery', 'code'] as const

async function proofHolds(
  context: UserContext,
  deps: IdentityDeps,
  { password, ticket, code, recovery, response }: Confirm,
  ways: readonly ConfirmWay[],
): Promise<boolean> {
  const { database, session } = context
  const { id } = session.user
  if (response !== undefined) {
    return ticket !== undefined && ways.includes('passkey') && confirmsByPasskey(context, deps, { ticket, response })
  }
  if (ways.includes('totp')) return redeemFactor(context, deps, id, { code, recovery })
  if (password !== undefined && ways.includes('password')) {
    const [person] = await database.query<{ hash: string | null }>({
      text: 'select password_hash as hash from lintel."user" where id = $1',
      values: [id],
    })
    return verifyPassword(person?.hash, password)
  }
  if (ticket === undefined || code === undefined) return false
  const step = await attempt<{ code?: MailedCode }>(database, 'confirm', ticket)
  if (step?.userId !== id || !isMailedCode(ticket, step.body.code, code)) return false
  await drop(database, 'confirm', ticket)
  return true
}
