import type { Me, NewEmail } from '#accounts/account.ts'
import { statusAfter, type UserStatus } from '#accounts/status.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { issueCode, redeemCode, type CodeChannel } from '#accounts/server/profile/codes.ts'
import {
  codeText,
  formerAddressMail,
  newAddressMail,
  post,
  postText,
  takenAddressMail,
  verificationMail,
} from '#accounts/server/mail/mailTemplates.ts'
import {
  codeByPerson,
  mailByPlace,
  newAddressMails,
  ownAddressMails,
  textByNumber,
  textByPlace,
} from '#accounts/server/signIn/policies.ts'
import { readMe } from '#accounts/server/profile/profile.ts'
import { forgive, throttle } from '#accounts/server/signIn/throttle.ts'
import { markVerified } from '#accounts/server/signUp/unverifiedSignUps.ts'
import { refuseIf } from '#faults/fault.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Starts a change of the caller's address, after a confirmation of the session: a code goes to the new address, and
 * nothing changes before the code is entered. For an address in use the answer is the same; its owner is notified.
 */
export async function askForEmail(
  context: UserContext,
  deps: AccountDeps,
  place: string,
  { email }: NewEmail,
): Promise<void> {
  await requireConfirmed(context)
  const { user } = context.session
  if (email === user.email) refuseIf([{ code: 'validation.emailSame', target: 'email' }])
  await throttle(context.database, mailByPlace, place)
  await throttle(context.database, newAddressMails, email)
  const { code, owner } = await context.database.transaction(async (transaction) => {
    const [known] = await transaction.query<{ firstname: string; locale: typeof user.locale }>({
      text: `select firstname, locale from lintel."user" where email = $1`,
      values: [email],
    })
    const use = { purpose: 'change', channel: 'email', value: email } as const
    return { code: await issueCode(context, transaction, ownerOf(user.id), use), owner: known }
  })
  if (owner) return post(deps.mailer, context.log, takenAddressMail({ ...owner, email }))
  if (code) post(deps.mailer, context.log, newAddressMail({ ...user, email }, code))
}

/**
 * The code of the new address changes the account's address; the former address is notified. Fault: `validation.code`
 * at `code`.
 */
export async function changeEmail(context: UserContext, deps: AccountDeps, code: string): Promise<Me> {
  const { user } = context.session
  await throttle(context.database, codeByPerson, user.id)
  const changed = await context.database
    .transaction((transaction) => takeEmail(context, transaction, code))
    // Somebody verified the same address while the code was on its way.
    .catch((error: unknown) => {
      if (violationOf(error)?.constraint !== 'user_email') throw error
      return null
    })
  if (!changed) refuseIf([{ code: 'validation.code', target: 'code' }])
  await forgive(context.database, codeByPerson, user.id)
  deps.sessions.forget(user.id)
  const me = await readMe(context, deps)
  post(deps.mailer, context.log, formerAddressMail(user, me.email))
  return me
}

async function takeEmail(context: UserContext, transaction: Transaction, code: string): Promise<boolean> {
  const { id: userId } = context.session.user
  const status = await lockStatus(transaction, userId)
  const redeemed = await redeemCode(transaction, ownerOf(userId), 'change', code)
  if (!redeemed || redeemed.value === null) return false
  const [before] = await transaction.query<{ email: string }>({
    text: 'select email from lintel."user" where id = $1',
    values: [userId],
  })
  await transaction.execute({
    text: 'update lintel."user" set email = $2 where id = $1',
    values: [userId, redeemed.value],
  })
  const after = { email: redeemed.value }
  await noteAccess(context, transaction, { kind: 'emailChanged', byId: userId, before: before ?? null, after })
  await markVerified(transaction, userId, 'email', statusAfter(status, 'emailVerified'))
  // A link that went to the former address opens nothing any more.
  await transaction.execute({ text: 'delete from lintel.reset_link where user_id = $1', values: [userId] })
  return true
}

/** Sends a code to one's own address or phone, to verify it. */
export async function beginVerification(
  context: UserContext,
  deps: AccountDeps,
  place: string,
  channel: CodeChannel,
): Promise<void> {
  const { user } = context.session
  const byText = channel === 'mobile'
  await throttle(context.database, byText ? textByPlace : mailByPlace, place)
  await throttle(context.database, byText ? textByNumber : ownAddressMails, user.id)
  const { code, phone } = await context.database.transaction(async (transaction) => {
    const [person] = await transaction.query<{ phone: string | null }>({
      text: 'select mobilephone as phone from lintel."user" where id = $1',
      values: [user.id],
    })
    if (byText && !person?.phone) refuseIf([{ code: 'validation.required', target: 'mobilephone' }])
    // The number is stored with the code: the code verifies the number that it was sent to, even if the profile changes
    // meanwhile.
    const value = (byText ? person?.phone : user.email) ?? ''
    const use = { purpose: 'verify', channel, value } as const
    return { code: await issueCode(context, transaction, ownerOf(user.id), use), phone: person?.phone ?? '' }
  })
  if (!code) return
  if (byText) postText(deps.texter, context.log, { to: phone, text: codeText(user.locale, code) })
  else post(deps.mailer, context.log, verificationMail(user, code))
}

/** The code verifies the address or phone that it was sent to. Fault: `validation.code` at `code`. */
export async function verifyChannel(context: UserContext, deps: AccountDeps, code: string): Promise<Me> {
  const { user } = context.session
  await throttle(context.database, codeByPerson, user.id)
  const verified = await context.database.transaction(async (transaction) => {
    const status = await lockStatus(transaction, user.id)
    const redeemed = await redeemCode(transaction, ownerOf(user.id), 'verify', code)
    if (!redeemed) return false
    const { channel, value } = redeemed
    const column = channel === 'email' ? 'email' : 'mobilephone'
    const [same] = await transaction.query({
      text: `select 1 from lintel."user" where id = $1 and ${column} = coalesce($2, ${column})`,
      values: [user.id, value],
    })
    if (!same) return false
    await markVerified(
      transaction,
      user.id,
      channel,
      statusAfter(status, channel === 'email' ? 'emailVerified' : 'mobileVerified'),
    )
    await noteAccess(context, transaction, { kind: 'channelVerified', byId: user.id, after: { channel, value } })
    return true
  })
  if (!verified) refuseIf([{ code: 'validation.code', target: 'code' }])
  await forgive(context.database, codeByPerson, user.id)
  deps.sessions.forget(user.id)
  return readMe(context, deps)
}

async function lockStatus(transaction: Transaction, userId: string): Promise<UserStatus> {
  const [person] = await transaction.query<{ status: UserStatus }>({
    text: 'select status from lintel."user" where id = $1 for update',
    values: [userId],
  })
  return person?.status ?? 'inactive'
}

function ownerOf(userId: string) {
  return { userId, signUpId: null }
}
