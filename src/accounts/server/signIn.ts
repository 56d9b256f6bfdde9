import type { SignIn } from '#accounts/account.ts'
import { maySignIn, type UserStatus } from '#accounts/status.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import { issueCode } from '#accounts/server/codes.ts'
import { post, verificationMail } from '#accounts/server/letters.ts'
import { verifyPassword } from '#accounts/server/passwords.ts'
import { signInByAddress, signInByPlace } from '#accounts/server/policies.ts'
import { openSession, type Tokens } from '#accounts/server/sessions.ts'
import type { Caller } from '#accounts/server/signUp.ts'
import { forgive, throttle, uncount } from '#accounts/server/throttle.ts'
import { fault } from '#faults/fault.ts'
import type { Locale } from '#language/locale.ts'
import type { Context } from '#platform/server/context.ts'

type Candidate = {
  id: string
  status: UserStatus
  password_hash: string | null
  firstname: string
  locale: Locale
}

/**
 * Opens a session for the right password. An unknown address, a wrong password and a disabled account get the same answer
 * after the same work; tries are counted before they are made.
 */
export async function signIn(context: Context, deps: AccountDeps, caller: Caller, request: SignIn): Promise<Tokens> {
  const { database } = context
  await throttle(database, signInByPlace, caller.place)
  await throttle(database, signInByAddress, request.email)
  const [person] = await database.query<Candidate>({
    text: 'select id, status, password_hash, firstname, locale from lintel."user" where email = $1',
    values: [request.email],
  })
  const holds = await verifyPassword(person?.password_hash, request.password)
  if (!person || !holds || person.status === 'inactive') throw fault('session.credentials')
  await forgive(database, signInByAddress, request.email)
  await uncount(database, signInByPlace, caller.place)
  if (!maySignIn(person.status)) {
    await sendFreshCode(context, deps, request.email, person)
    throw fault('account.notVerified')
  }
  return database.transaction((transaction) =>
    openSession(context, transaction, person.id, { ...request, userAgent: caller.userAgent }),
  )
}

async function sendFreshCode(context: Context, deps: AccountDeps, email: string, person: Candidate): Promise<void> {
  const code = await context.database.transaction((transaction) => issueCode(context, transaction, person.id, 'verify'))
  if (code) post(deps.mailer, context.log, verificationMail(email, person.locale, person.firstname, code))
}
