import { stepSeconds, type Confirm, type ConfirmWay } from '#accounts/identity.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { factorByPerson } from '#accounts/server/factorPolicies.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { post } from '#accounts/server/letters.ts'
import { isMailedCode, newMailedCode, type MailedCode } from '#accounts/server/mailedCode.ts'
import { codeMail } from '#accounts/server/notices.ts'
import { verifyPassword } from '#accounts/server/passwords.ts'
import { attempt, begin, drop, renew } from '#accounts/server/pending.ts'
import { mailByAddress } from '#accounts/server/policies.ts'
import { redeemFactor, totpOf } from '#accounts/server/totp.ts'
import { forgive, throttle } from '#accounts/server/throttle.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** By what a person can prove who they are: with a second factor by that alone, else by the password or a mailed code. */
export async function confirmWays(executor: Executor, userId: string): Promise<ConfirmWay[]> {
  const totp = await totpOf(executor, userId)
  if (totp?.confirmed) return ['totp']
  const [person] = await executor.query<{ password: boolean }>({
    text: 'select password_hash is not null as password from lintel."user" where id = $1',
    values: [userId],
  })
  return person?.password ? ['password', 'mail'] : ['mail']
}

/** Mails the code by which somebody without a password, or who forgot it, confirms. Answers the ticket that belongs to it. */
export async function sendConfirmCode(context: UserContext, deps: IdentityDeps): Promise<{ ticket: string }> {
  const { id, email, locale } = context.session.user
  if (!(await confirmWays(context.database, id)).includes('mail')) throw fault('request.forbidden')
  await throttle(context.database, mailByAddress, email)
  const ticket = await begin(context.database, 'confirm', { userId: id, body: {} }, stepSeconds.confirm)
  const fresh = newMailedCode(ticket, undefined, context.now())
  if (fresh) {
    await renew(context.database, 'confirm', ticket, { code: fresh.kept })
    post(deps.mailer, context.log, codeMail({ email, locale }, fresh.code))
  }
  return { ticket }
}

/** Confirms a session. A wrong password or code is told at its field and counts. */
export async function confirmSession(context: UserContext, deps: IdentityDeps, wish: Confirm): Promise<void> {
  const { database, session } = context
  const { id } = session.user
  await throttle(database, factorByPerson, id)
  const ways = await confirmWays(database, id)
  const holds = await proofHolds(context, deps, wish, ways)
  if (!holds) {
    const target = wish.password !== undefined ? 'password' : wish.recovery !== undefined ? 'recovery' : 'code'
    refuseIf([{ code: target === 'password' ? 'validation.passwordWrong' : 'validation.code', target }])
  }
  await forgive(database, factorByPerson, id)
  await database.execute({ text: 'update lintel.session set confirmed_on = now() where id = $1', values: [session.id] })
}

async function proofHolds(
  context: UserContext,
  deps: IdentityDeps,
  { password, ticket, code, recovery }: Confirm,
  ways: readonly ConfirmWay[],
): Promise<boolean> {
  const { database, session } = context
  const { id } = session.user
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
