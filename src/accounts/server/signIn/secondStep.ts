import type { Second } from '#accounts/identity.ts'
import type { SessionWish } from '#accounts/account.ts'
import { noteRefusal } from '#accounts/server/administration/accessLog.ts'
import { maySignIn, type UserStatus } from '#accounts/status.ts'
import { factorByPerson, factorByPlace } from '#accounts/server/factors/factorPolicies.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { attempt, takePendingStep } from '#accounts/server/signIn/pendingStep.ts'
import { openSession, type Tokens } from '#accounts/server/sessions/sessions.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { redeemFactor } from '#accounts/server/factors/totp.ts'
import { forgive, throttle } from '#accounts/server/signIn/throttle.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'

type Waiting = Pick<SessionWish, 'method' | 'mode' | 'remember_me'>

/** The second factor of a sign-in: a code of the app or a recovery code, for the ticket that the first factor was answered with. */
export async function finishSecond(
  context: Context,
  deps: IdentityDeps,
  caller: RequestOrigin,
  wish: Second,
): Promise<Tokens> {
  const { database } = context
  const step = await attempt<Waiting>(database, 'second', wish.ticket)
  if (!step?.userId) {
    // An invalid ticket counts against its client address; nobody delays the holder of a valid ticket.
    await throttle(database, factorByPlace, caller.place)
    throw fault('identity.stepExpired')
  }
  const { userId } = step
  await throttle(database, factorByPerson, userId)
  if (!(await redeemFactor(context, deps, userId, wish))) {
    await noteRefusal(context, 'factor', userId, caller.userAgent)
    refuseIf([{ code: 'validation.code', target: wish.recovery === undefined ? 'code' : 'recovery' }])
  }
  await forgive(database, factorByPerson, userId)
  return database.transaction(async (transaction) => {
    // Of two requests with the same ticket one is admitted. A person who was disabled meanwhile is not.
    if (!(await takePendingStep(transaction, 'second', wish.ticket))) throw fault('identity.stepExpired')
    const [person] = await transaction.query<{ status: UserStatus }>({
      text: 'select status from lintel."user" where id = $1',
      values: [userId],
    })
    if (!person || !maySignIn(person.status)) throw fault('identity.refused')
    return openSession(context, transaction, userId, { ...step.body, caller })
  })
}
