import type { Resend, SignUp, Verify } from '#accounts/account.ts'
import { maySignIn, statusAfter, type UserStatus } from '#accounts/status.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import { issueCode, redeemCode } from '#accounts/server/codes.ts'
import {
  draftByPassword,
  draftByTicket,
  keepDraft,
  latestDraft,
  takeDraft,
  type Draft,
} from '#accounts/server/drafts.ts'
import { knownAddressMail, post, verificationMail } from '#accounts/server/letters.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { codeByAddress, codeByPlace, mailByAddress, mailByPlace } from '#accounts/server/policies.ts'
import { newSecret } from '#accounts/server/secrets.ts'
import { openSession, type Tokens } from '#accounts/server/sessions.ts'
import { forgive, throttle } from '#accounts/server/throttle.ts'
import { refuseIf } from '#faults/fault.ts'
import type { Locale } from '#language/locale.ts'
import type { Context } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** Where a request comes from. */
export type Caller = { readonly place: string; readonly userAgent: string | undefined }

type Known = { id: string; firstname: string; locale: Locale; status: UserStatus; established: boolean }

/**
 * Makes an account in status `created` and mails a code. The caller learns the same whether the address was known or not;
 * its owner gets the code, or a mail saying that the account exists. Answers the ticket that the code must come back with:
 * so nobody can have a sign-up of theirs confirmed by a code that another person typed for another one.
 */
export async function signUp(context: Context, deps: AccountDeps, caller: Caller, wish: SignUp): Promise<string> {
  await throttle(context.database, mailByPlace, caller.place)
  await throttle(context.database, mailByAddress, wish.email)
  const secrets = { ticket: newSecret(), passwordHash: await hashPassword(wish.password) }
  const letter = await context.database.transaction(async (transaction) => {
    const made = await insertUser(context, transaction, wish)
    const known = made ?? (await lockUser(transaction, wish.email))
    if (!known) return null
    if (known.established)
      return knownAddressMail(wish.email, known.locale, known.firstname, `${deps.webAddress()}/auth`)
    const draft = await keepDraft(context, transaction, known.id, wish, secrets)
    return codeLetter(context, transaction, wish.email, draft)
  })
  if (letter) post(deps.mailer, context.log, letter)
  return secrets.ticket
}

/** Mails a fresh code for a sign-up that waits for its verification; says nothing of any other address. */
export async function resendCode(context: Context, deps: AccountDeps, caller: Caller, wish: Resend): Promise<void> {
  const { email, ticket } = wish
  await throttle(context.database, mailByPlace, caller.place)
  await throttle(context.database, mailByAddress, email)
  const draft = ticket
    ? await draftByTicket(context.database, email, ticket)
    : await latestDraft(context.database, email)
  if (draft) await sendCode(context, deps, email, draft)
}

/** Mails a fresh code for a sign-up, unless the last one is less than 60 s old. */
export async function sendCode(context: Context, deps: AccountDeps, email: string, draft: Draft): Promise<void> {
  const letter = await context.database.transaction(async (transaction) => {
    const known = await lockUser(transaction, email)
    return known?.status === 'created' ? codeLetter(context, transaction, email, draft) : null
  })
  if (letter) post(deps.mailer, context.log, letter)
}

/**
 * The right code, with the ticket or the password of its sign-up, makes the account active by e-mail and opens a session.
 * Anything else is `validation.code` at `code`, whoever asks.
 */
export async function verifyAccount(context: Context, caller: Caller, request: Verify): Promise<Tokens> {
  const { email, ticket, password = '' } = request
  await throttle(context.database, codeByPlace, caller.place)
  await throttle(context.database, codeByAddress, email)
  const draft = ticket
    ? await draftByTicket(context.database, email, ticket)
    : await draftByPassword(context.database, email, password)
  const tokens = draft && (await confirm(context, caller, request, draft))
  if (!tokens) {
    refuseIf([{ code: 'validation.code', target: 'code' }])
    throw new Error('a refusal was expected')
  }
  await forgive(context.database, codeByAddress, email)
  return tokens
}

function confirm(context: Context, caller: Caller, request: Verify, draft: Draft): Promise<Tokens | null> {
  return context.database.transaction(async (transaction) => {
    const known = await lockUser(transaction, request.email)
    const owner = { userId: draft.userId, signUpId: draft.id }
    if (!known || !(await redeemCode(transaction, owner, 'verify', request.code))) return null
    const status = statusAfter(known.status, 'emailVerified')
    if (!maySignIn(status)) return null
    await takeDraft(transaction, draft, status)
    return openSession(context, transaction, known.id, { ...request, userAgent: caller.userAgent })
  })
}

async function codeLetter(context: Context, transaction: Transaction, email: string, draft: Draft) {
  const code = await issueCode(context, transaction, { userId: draft.userId, signUpId: draft.id }, 'verify')
  return code && verificationMail(email, draft.locale, draft.firstname, code)
}

/** The account of an address that nobody has used; undefined when somebody has. It gets a password with its verification. */
async function insertUser(context: Context, transaction: Transaction, wish: SignUp): Promise<Known | undefined> {
  const { firstname, lastname, email, mobilephone, country } = wish
  const id = context.newId()
  const inserted = await transaction.execute({
    text: `insert into lintel."user" (id, firstname, lastname, email, mobilephone, country, status, locale,
        terms_agreed_on, created_on, updated_on)
      values ($1, $2, $3, $4, $5, $6, 'created', $7, now(), now(), now()) on conflict (email) do nothing`,
    values: [id, firstname, lastname, email, mobilephone, country, context.locale],
  })
  if (inserted === 0) return undefined
  await transaction.execute({
    text: `insert into lintel.identity (id, user_id, provider, subject, created_on) values ($1, $2, 'local', $3, now())`,
    values: [context.newId(), id, id],
  })
  return { id, firstname, locale: context.locale, status: 'created', established: false }
}

/** Whoever was verified once keeps the account, whatever became of its status. */
async function lockUser(transaction: Transaction, email: string): Promise<Known | undefined> {
  const [known] = await transaction.query<Known>({
    text: `select id, firstname, locale, status, status <> 'created' or password_hash is not null as established
      from lintel."user" where email = $1 for update`,
    values: [email],
  })
  return known
}
