import type { SignIn } from '#accounts/account.ts'
import { maySignIn, type UserStatus } from '#accounts/status.ts'
import { admit, type Admission } from '#accounts/server/signUp/admission.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import { latestSignUp } from '#accounts/server/signUp/drafts.ts'
import { verifyPassword } from '#accounts/server/passwords/passwords.ts'
import { signInByAddress, signInByDevice, signInByPlace } from '#accounts/server/signIn/policies.ts'
import { sendCode } from '#accounts/server/signUp/signUp.ts'
import { forgive, throttle, uncount } from '#accounts/server/signIn/throttle.ts'
import { fault } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'

type Candidate = {
  id: string
  status: UserStatus
  password_hash: string | null
}

/**
 * Signs in with a password, to a session or to the question for the second factor. An unknown address, a wrong password
 * and a disabled account get the same answer after the same work; attempts are counted in advance. A person with an
 * unverified sign-up for the address is told so, whether or not the address also has another person's account.
 */
export async function signIn(
  context: Context,
  deps: AccountDeps,
  caller: RequestOrigin,
  request: SignIn,
): Promise<Admission> {
  const { database } = context
  const counted = caller.device
    ? ([signInByDevice, caller.device] as const)
    : ([signInByAddress, request.email] as const)
  // A known browser is not slowed by attempts of strangers, even from the same address.
  if (!caller.device) await throttle(database, signInByPlace, caller.place)
  await throttle(database, ...counted)
  const [person] = await database.query<Candidate>({
    text: 'select id, status, password_hash from lintel."user" where email = $1',
    values: [request.email],
  })
  // Before its verification the account has no password; the latest sign-up for the address has.
  const signUp = await latestSignUp(database, request.email)
  const [holds, isWaiting] = await Promise.all([
    verifyPassword(person?.password_hash, request.password),
    signUp ? verifyPassword(signUp.passwordHash, request.password) : false,
  ])
  if (isWaiting && !holds) {
    // No delay is lifted: it may be that of somebody else's account.
    await uncount(database, ...counted)
    if (!caller.device) await uncount(database, signInByPlace, caller.place)
    await sendCode(context, deps, request.email, signUp)
    throw fault('account.notVerified')
  }
  if (!person || !holds || person.status === 'inactive') {
    // Written for unknown addresses too, so that the answer takes the same time.
    const after = {
      reason: person ? (holds ? 'inactive' : 'password') : 'unknown',
      agent: caller.userAgent?.slice(0, 400) ?? null,
    }
    await noteAccess(context, database, { kind: 'signInRefused', byId: person?.id ?? null, after })
    throw fault('session.credentials')
  }
  await forgive(database, ...counted)
  if (!caller.device) await uncount(database, signInByPlace, caller.place)
  if (!maySignIn(person.status)) {
    await sendCode(context, deps, request.email, undefined)
    throw fault('account.notVerified')
  }
  return admit(context, caller, person.id, request)
}
