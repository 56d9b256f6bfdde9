import type { SignUp, Verify } from '#accounts/account.ts'
import { maySignIn, statusAfter, type UserStatus } from '#accounts/status.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import { issueCode, redeemCode } from '#accounts/server/codes.ts'
import { knownAddressMail, post, verificationMail } from '#accounts/server/letters.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { codeByAddress, codeByPlace, mailByAddress, mailByPlace } from '#accounts/server/policies.ts'
import { openSession, type Tokens } from '#accounts/server/sessions.ts'
import { forgive, throttle } from '#accounts/server/throttle.ts'
import { refuseIf } from '#faults/fault.ts'
import type { Locale } from '#language/locale.ts'
import type { Context } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** Where a request comes from. */
export type Caller = { readonly place: string; readonly userAgent: string | undefined }

type Known = { id: string; firstname: string; locale: Locale; status: UserStatus }

/**
 * Makes an account in status `created` and mails a code. The caller learns the same whether the address was known or not;
 * its owner gets the code, or a mail saying that the account exists. An account never verified takes the latest draft.
 */
export async function signUp(context: Context, deps: AccountDeps, caller: Caller, draft: SignUp): Promise<void> {
  await throttle(context.database, mailByPlace, caller.place)
  await throttle(context.database, mailByAddress, draft.email)
  const passwordHash = await hashPassword(draft.password)
  const letter = await context.database.transaction(async (transaction) => {
    const id = context.newId()
    if (await insertUser(context, transaction, id, draft, passwordHash))
      return codeLetter(context, transaction, id, draft)
    const known = await lockUser(transaction, draft.email)
    if (!known) return null
    if (known.status !== 'created')
      return knownAddressMail(draft.email, known.locale, known.firstname, `${deps.webAddress()}/auth`)
    await replaceDraft(context, transaction, known.id, draft, passwordHash)
    return codeLetter(context, transaction, known.id, draft)
  })
  if (letter) post(deps.mailer, context.log, letter)
}

/** Mails a fresh code to an account that waits for its verification; says nothing of any other address. */
export async function resendCode(context: Context, deps: AccountDeps, caller: Caller, email: string): Promise<void> {
  await throttle(context.database, mailByPlace, caller.place)
  await throttle(context.database, mailByAddress, email)
  const letter = await context.database.transaction(async (transaction) => {
    const known = await lockUser(transaction, email)
    if (known?.status !== 'created') return null
    const code = await issueCode(context, transaction, known.id, 'verify')
    return code && verificationMail(email, known.locale, known.firstname, code)
  })
  if (letter) post(deps.mailer, context.log, letter)
}

/** The right code makes the account active by e-mail and opens a session. A wrong one is `validation.code` at `code`, whoever asks. */
export async function verifyAccount(context: Context, caller: Caller, request: Verify): Promise<Tokens> {
  await throttle(context.database, codeByPlace, caller.place)
  await throttle(context.database, codeByAddress, request.email)
  const tokens = await context.database.transaction(async (transaction) => {
    const known = await lockUser(transaction, request.email)
    if (!known || !(await redeemCode(transaction, known.id, 'verify', request.code))) return null
    const status = statusAfter(known.status, 'emailVerified')
    if (!maySignIn(status)) return null
    await transaction.execute({
      text: `update lintel."user" set status = $2, email_verified_on = now(), updated_on = now() where id = $1`,
      values: [known.id, status],
    })
    return openSession(context, transaction, known.id, { ...request, userAgent: caller.userAgent })
  })
  if (!tokens) {
    refuseIf([{ code: 'validation.code', target: 'code' }])
    throw new Error('a refusal was expected')
  }
  await forgive(context.database, codeByAddress, request.email)
  return tokens
}

async function codeLetter(context: Context, transaction: Transaction, id: string, draft: SignUp) {
  const code = await issueCode(context, transaction, id, 'verify')
  return code && verificationMail(draft.email, context.locale, draft.firstname, code)
}

async function insertUser(
  context: Context,
  transaction: Transaction,
  id: string,
  draft: SignUp,
  passwordHash: string,
): Promise<boolean> {
  const { firstname, lastname, email, mobilephone, country } = draft
  const inserted = await transaction.execute({
    text: `insert into lintel."user" (id, firstname, lastname, email, mobilephone, country, password_hash, status, locale,
        terms_agreed_on, created_on, updated_on)
      values ($1, $2, $3, $4, $5, $6, $7, 'created', $8, now(), now(), now()) on conflict (email) do nothing`,
    values: [id, firstname, lastname, email, mobilephone, country, passwordHash, context.locale],
  })
  if (inserted === 0) return false
  await transaction.execute({
    text: `insert into lintel.identity (id, user_id, provider, subject, created_on) values ($1, $2, 'local', $3, now())`,
    values: [context.newId(), id, id],
  })
  return true
}

async function replaceDraft(
  context: Context,
  transaction: Transaction,
  id: string,
  draft: SignUp,
  passwordHash: string,
): Promise<void> {
  const { firstname, lastname, mobilephone, country } = draft
  await transaction.execute({
    text: `update lintel."user" set firstname = $2, lastname = $3, mobilephone = $4, country = $5, password_hash = $6,
      locale = $7, terms_agreed_on = now(), updated_on = now() where id = $1`,
    values: [id, firstname, lastname, mobilephone, country, passwordHash, context.locale],
  })
}

async function lockUser(transaction: Transaction, email: string): Promise<Known | undefined> {
  const [known] = await transaction.query<Known>({
    text: 'select id, firstname, locale, status from lintel."user" where email = $1 for update',
    values: [email],
  })
  return known
}
