import type { NewPassword, ResetConfirm } from '#accounts/account.ts'
import { resetMinutes } from '#accounts/rules.ts'
import { statusAfter, type UserStatus } from '#accounts/status.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { refuseCommonPassword } from '#accounts/server/passwords/commonPasswords.ts'
import { endAllAccess, forgetOtherDoors } from '#accounts/server/sessions/endAll.ts'
import { passwordChangedMail, post, resetMail } from '#accounts/server/mail/mailTemplates.ts'
import { hashPassword } from '#accounts/server/passwords/passwords.ts'
import { codeByPlace, mailByPlace, resetMails } from '#accounts/server/signIn/policies.ts'
import { reauthenticate } from '#accounts/server/sessions/reauthenticate.ts'
import { hashOf, newSecret } from '#accounts/server/secrets.ts'
import { openSession, type SessionShape, type Tokens } from '#accounts/server/sessions/sessions.ts'
import { throttle } from '#accounts/server/signIn/throttle.ts'
import { markVerified } from '#accounts/server/signUp/unverifiedSignUps.ts'
import { fault } from '#faults/fault.ts'
import type { Locale } from '#language/locale.ts'
import type { Context } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'

type Known = { readonly id: string; readonly email: string; readonly firstname: string; readonly lastname: string }
type Reachable = Known & { readonly locale: Locale }

/**
 * Mails a link to a new password to the person of an address. One statement either way: neither the answer nor its
 * duration reveals whether the address is known.
 */
export async function askForReset(
  context: Context,
  deps: AccountDeps,
  caller: Pick<RequestOrigin, 'place'>,
  email: string,
): Promise<void> {
  await throttle(context.database, mailByPlace, caller.place)
  await throttle(context.database, resetMails, email)
  await sendReset(context, deps, email)
}

/** The same without a rate limit, for administrators; `noted` is called in the transaction. */
export async function sendReset(
  context: Context,
  deps: AccountDeps,
  email: string,
  noted?: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const secret = newSecret()
  const person = await context.database.transaction(async (transaction) => {
    const reached = await keepLink(transaction, email, secret)
    if (reached) await noted?.(transaction)
    return reached
  })
  if (!person) return
  // Behind the #, so that the secret appears in no log of a server or proxy, and reaches no other site.
  const address = `${deps.webAddress()}/auth/reset#${secret}`
  post(deps.mailer, context.log, resetMail(person, address))
}

async function keepLink(transaction: Transaction, email: string, secret: string): Promise<Reachable | undefined> {
  const [person] = await transaction.query<Reachable>({
    // A sign-up that was never verified has no password to forget: its own code is the way on.
    text: `with person as (
        select id, email, firstname, lastname, locale from lintel."user"
        where email = $1 and status <> 'inactive' and (status <> 'created' or password_hash is not null)
      ), kept as (
        insert into lintel.reset_link (user_id, hash, sent_on, expires_on)
        select id, $2, now(), now() + $3::int * interval '1 minute' from person returning user_id
      )
      select person.* from person join kept on kept.user_id = person.id`,
    values: [email, hashOf('reset', secret), resetMinutes],
  })
  return person
}

type Reset = Reachable & {
  readonly status: UserStatus
  readonly emailVerified: boolean
}

/**
 * Takes the new password that a link was mailed for: all links are spent, and every session and key of the person ends.
 * Answers the address. Fault: `account.linkInvalid` for a link that is wrong, old or used.
 */
export async function resetPassword(
  context: Context,
  deps: AccountDeps,
  caller: Pick<RequestOrigin, 'place'>,
  { token, password }: ResetConfirm,
): Promise<string> {
  const hash = hashOf('reset', token)
  const [owner] = await context.database.query<Known>({ text: linked, values: [hash] })
  if (!owner) {
    // Only invalid links count: nobody delays the holder of a valid link.
    await throttle(context.database, codeByPlace, caller.place)
    throw fault('account.linkInvalid')
  }
  await refuseCommonPassword(password, await wordsOf(deps, owner))
  const passwordHash = await hashPassword(password)
  const person = await context.database.transaction(async (transaction) => {
    // Of two simultaneous requests the lock on the person's row admits one, which spends the links of both.
    const [found] = await transaction.query<Reset>({ text: `${linked} for update of person`, values: [hash] })
    if (!found || !(await spend(transaction, hash))) throw fault('account.linkInvalid')
    await endAllAccess(transaction, found.id)
    if (!found.emailVerified) await forgetOtherDoors(context, transaction, found.id)
    await keepPassword(context, transaction, found.id, passwordHash, 'link')
    // The link proves access to the mailbox.
    await markVerified(transaction, found.id, 'email', statusAfter(found.status, 'emailVerified'))
    return found
  })
  tellOfChange(context, deps, person)
  return person.email
}

async function spend(transaction: Transaction, hash: Buffer): Promise<boolean> {
  const spent = { text: 'delete from lintel.reset_link where hash = $1', values: [hash] }
  return (await transaction.execute(spent)) > 0
}

const linked = `select person.id, person.email, person.firstname, person.lastname, person.locale, person.status,
    person.email_verified_on is not null as "emailVerified"
  from lintel.reset_link link join lintel."user" person on person.id = link.user_id
  where link.hash = $1 and link.expires_on > now() and person.status <> 'inactive'`

/**
 * Changes the caller's password, given the present one. All sessions and keys end, including this session: the answer
 * has the tokens of a new session.
 */
export async function changePassword(
  context: UserContext,
  deps: AccountDeps,
  caller: RequestOrigin,
  { password, newpassword }: NewPassword,
): Promise<Tokens> {
  await reauthenticate(context, password)
  const { id, firstname, lastname, email, locale } = context.session.user
  await refuseCommonPassword(newpassword, await wordsOf(deps, context.session.user), 'newpassword')
  const passwordHash = await hashPassword(newpassword)
  const tokens = await context.database.transaction(async (transaction) => {
    const shape = await shapeOf(transaction, context.session.id)
    await endAllAccess(transaction, id)
    await keepPassword(context, transaction, id, passwordHash, 'password')
    return openSession(context, transaction, id, { ...shape, caller })
  })
  deps.sessions.forget(id)
  tellOfChange(context, deps, { id, firstname, lastname, email, locale })
  return tokens
}

/** Words that someone who knows the person would try: names, company, and the address of this installation. */
async function wordsOf(deps: AccountDeps, { id, firstname, lastname, email }: Known): Promise<string[]> {
  const places = await deps.placesOf(id)
  return [firstname, lastname, email, deps.webAddress(), ...places.map(({ name }) => name)]
}

async function shapeOf(
  transaction: Transaction,
  sessionId: string,
): Promise<SessionShape & { readonly byPasskey: boolean }> {
  const [shape] = await transaction.query<SessionShape & { byPasskey: boolean }>({
    text: 'select method, mode, remember_me, by_passkey as "byPasskey" from lintel.session where id = $1 and revoked_on is null for update',
    values: [sessionId],
  })
  if (!shape) throw fault('session.required')
  return shape
}

async function keepPassword(
  context: Context,
  transaction: Transaction,
  userId: string,
  hash: string,
  by: 'link' | 'password',
): Promise<void> {
  await noteAccess(context, transaction, { kind: 'passwordChanged', byId: userId, after: { by } })
  await transaction.execute({
    text: `update lintel."user" set password_hash = $2, updated_on = now() where id = $1`,
    values: [userId, hash],
  })
  await transaction.execute({
    text: `insert into lintel.identity (id, user_id, provider, subject, created_on)
      select $1, $2, 'local', $2::uuid::text, now()
      where not exists (select from lintel.identity where user_id = $2 and provider = 'local')`,
    values: [context.newId(), userId],
  })
}

function tellOfChange(context: Context, deps: AccountDeps, person: Reachable): void {
  deps.sessions.forget(person.id)
  post(deps.mailer, context.log, passwordChangedMail(person, `${deps.webAddress()}/auth/reset`))
}
