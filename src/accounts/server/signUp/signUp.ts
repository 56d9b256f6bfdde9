import type { Resend, SignUp, Verify } from '#accounts/account.ts'
import { maySignIn, statusAfter, type UserStatus } from '#accounts/status.ts'
import { admit, type Admission } from '#accounts/server/signUp/admission.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { refuseCommonPassword } from '#accounts/server/passwords/commonPasswords.ts'
import { issueCode, redeemCode, type CodeChannel } from '#accounts/server/profile/codes.ts'
import {
  storeSignUpDraft,
  latestDraft,
  signUpByTicket,
  takeDraft,
  type SignUpDraft,
} from '#accounts/server/signUp/drafts.ts'
import { codeText, knownAddressMail, post, postText, verificationMail } from '#accounts/server/mail/mailTemplates.ts'
import { hashPassword } from '#accounts/server/passwords/passwords.ts'
import {
  codeByAddress,
  codeByAddressAndPlace,
  codeByPlace,
  codeByTicket,
  mailByPlace,
  resendByTicket,
  resendMails,
  signUpMails,
  textByNumber,
  textByPlace,
} from '#accounts/server/signIn/policies.ts'
import { newSecret } from '#accounts/server/secrets.ts'
import { throttle, uncount, type Policy } from '#accounts/server/signIn/throttle.ts'
import { markVerified, waitingByPassword, type UnverifiedSignUp } from '#accounts/server/signUp/unverifiedSignUps.ts'
import { refuseIf } from '#faults/fault.ts'
import type { Locale } from '#language/locale.ts'
import type { Context } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'

type Known = {
  id: string
  firstname: string
  locale: Locale
  mobilephone: string | null
  status: UserStatus
  established: boolean
}

/**
 * Creates an account with status `created` and mails a code. The answer is the same whether or not the address was
 * known; the owner of the address gets the code, or a mail saying that the account exists. Returns the ticket that must
 * accompany the code, so that nobody's sign-up is confirmed by a code that another person typed for another sign-up.
 */
export async function signUp(
  context: Context,
  deps: AccountDeps,
  caller: RequestOrigin,
  wish: SignUp,
): Promise<string> {
  await throttle(context.database, mailByPlace, caller.place)
  await throttle(context.database, signUpMails, wish.email)
  await refuseCommonPassword(wish.password, [wish.firstname, wish.lastname, wish.email, deps.webAddress()])
  const secrets = { ticket: newSecret(), passwordHash: await hashPassword(wish.password) }
  const letter = await context.database.transaction(async (transaction) => {
    const made = await insertUser(context, transaction, wish)
    const known = made ?? (await lockUser(transaction, wish.email))
    if (!known) return null
    const draft = await storeSignUpDraft(context, transaction, known.id, wish, { ...secrets, decoy: known.established })
    if (draft.decoy) return knownAddressMail({ ...known, email: wish.email }, `${deps.webAddress()}/auth`)
    return codeLetter(context, transaction, wish.email, draft)
  })
  if (letter) post(deps.mailer, context.log, letter)
  // The code that was just sent counts: the holder of the ticket may ask for another code after a minute.
  await throttle(context.database, resendByTicket, secrets.ticket)
  return secrets.ticket
}

/**
 * Sends a new code for a sign-up that waits for verification, by mail or to its phone; reveals nothing about any other
 * address. Rate limited by ticket where one is given, so that a stranger's requests do not delay the person who signed
 * up.
 */
export async function resendCode(
  context: Context,
  deps: AccountDeps,
  caller: RequestOrigin,
  wish: Resend,
): Promise<void> {
  const { email, ticket, channel } = wish
  const { database } = context
  const held = ticket === undefined ? undefined : await signUpByTicket(database, email, ticket)
  if (channel === 'mobile') {
    // Short messages cost money, regardless of the requester.
    await throttle(database, textByPlace, caller.place)
    await throttle(database, textByNumber, email)
  } else if (held && ticket !== undefined) {
    await throttle(database, resendByTicket, ticket)
  } else {
    await throttle(database, mailByPlace, caller.place)
    if (ticket === undefined) await throttle(database, resendMails, email)
  }
  const draft = ticket === undefined ? await latestDraft(database, email) : held
  await sendCode(context, deps, email, draft, channel)
}

/**
 * Sends a fresh code for a sign-up, or for an account whose address or number changed, unless the last one is less than
 * 60 s old.
 */
export async function sendCode(
  context: Context,
  deps: AccountDeps,
  email: string,
  draft: SignUpDraft | undefined,
  channel: CodeChannel = 'email',
): Promise<void> {
  const send = await context.database.transaction(async (transaction) => {
    const known = await lockUser(transaction, email)
    if (known?.status !== 'created' || draft?.decoy || !(draft ?? known.established)) return null
    const { firstname, locale, mobilephone } = draft ?? known
    if (channel === 'mobile' && !mobilephone) return null
    const owner = { userId: known.id, signUpId: draft?.id ?? null }
    const code = await issueCode(context, transaction, owner, { purpose: 'verify', channel })
    if (!code) return null
    if (channel === 'email')
      return () => post(deps.mailer, context.log, verificationMail({ email, locale, firstname }, code))
    return () => postText(deps.texter, context.log, { to: mobilephone ?? '', text: codeText(locale, code) })
  })
  send?.()
}

/**
 * The right code, with the ticket or the password of its sign-up, activates the account by the code's channel and signs
 * in. Anything else is `validation.code` at `code`, for every caller (decision 34).
 */
export async function verifyAccount(context: Context, caller: RequestOrigin, request: Verify): Promise<Admission> {
  const { database } = context
  const { email, ticket, password = '' } = request
  const held = ticket === undefined ? undefined : await signUpByTicket(database, email, ticket)
  const counted = held ? [[codeByTicket, held.id] as const] : strangersTries(caller, email, ticket)
  for (const [policy, who] of counted) await throttle(database, policy, who)
  // A decoy runs through the same steps; the only difference is that no code is stored for a decoy.
  const waiting = held
    ? { userId: held.userId, signUpId: held.id }
    : ticket === undefined && (await waitingByPassword(database, email, password))
  const userId = waiting && (await confirm(context, request, waiting))
  if (!userId) {
    refuseIf([{ code: 'validation.code', target: 'code' }])
    throw new Error('a refusal was expected')
  }
  for (const [policy, who] of counted) await uncount(database, policy, who)
  return admit(context, caller, userId, request)
}

/** The rate limits of an attempt without the right ticket: never those of a sign-up or of its ticket's holder. */
function strangersTries(
  { place }: RequestOrigin,
  email: string,
  ticket: string | undefined,
): (readonly [Policy, string])[] {
  const byPlace = [codeByPlace, place] as const
  // A wrong ticket has no guess in it; a password has.
  if (ticket !== undefined) return [byPlace]
  return [byPlace, [codeByAddressAndPlace, `${email} ${place}`], [codeByAddress, email]]
}

function confirm(context: Context, request: Verify, waiting: UnverifiedSignUp): Promise<string | null> {
  return context.database.transaction(async (transaction) => {
    const known = await lockUser(transaction, request.email)
    const redeemed = known && (await redeemCode(transaction, waiting, 'verify', request.code))
    if (!redeemed) return null
    const status = statusAfter(known.status, redeemed.channel === 'email' ? 'emailVerified' : 'mobileVerified')
    if (!maySignIn(status)) return null
    if (waiting.signUpId !== null) await takeDraft(transaction, waiting.signUpId)
    await markVerified(transaction, known.id, redeemed.channel, status)
    const kind = waiting.signUpId === null ? 'channelVerified' : 'accountMade'
    const after = { email: request.email, channel: redeemed.channel }
    await noteAccess(context, transaction, { kind, byId: known.id, after })
    return known.id
  })
}

async function codeLetter(context: Context, transaction: Transaction, email: string, draft: SignUpDraft) {
  const owner = { userId: draft.userId, signUpId: draft.id }
  const code = await issueCode(context, transaction, owner, { purpose: 'verify', channel: 'email' })
  return code && verificationMail({ ...draft, email }, code)
}

/**
 * Creates the account of an unused address; undefined when the address is taken. The account gets its password at
 * verification.
 */
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
  return { id, firstname, locale: context.locale, mobilephone, status: 'created', established: false }
}

/** A person who was verified once keeps the account, regardless of its later status. */
async function lockUser(transaction: Transaction, email: string): Promise<Known | undefined> {
  const [known] = await transaction.query<Known>({
    text: `select id, firstname, locale, mobilephone, status, status <> 'created' or password_hash is not null as established
      from lintel."user" where email = $1 for update`,
    values: [email],
  })
  return known
}
