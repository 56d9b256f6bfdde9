import type { SessionWish } from '#accounts/account.ts'
import { stepSeconds, type AdmissionAnswer, type Claim, type SecondStep } from '#accounts/identity.ts'
import { maySignIn, type UserStatus } from '#accounts/status.ts'
import { answerTokens } from '#accounts/server/sessions/cookies.ts'
import { beginPendingStep } from '#accounts/server/signIn/pendingStep.ts'
import { openSession, type Tokens } from '#accounts/server/sessions/sessions.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { fault } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'

/** The result of a first factor: a session, or the question for the second factor. */
export type Admission = { readonly tokens: Tokens } | { readonly second: SecondStep }

/**
 * Admits a person after a correct first factor. Every sign-in method ends here, so that none bypasses the second
 * factor. Throws for a person who may not sign in.
 */
export async function admit(
  context: Context,
  caller: RequestOrigin,
  userId: string,
  wish: SessionWish,
): Promise<Admission> {
  const { method, mode, remember_me } = wish
  return context.database.transaction(async (transaction) => {
    const [person] = await transaction.query<{ status: UserStatus; second: boolean }>({
      text: `select status, exists (select from lintel.totp where user_id = person.id and confirmed_on is not null) as second
        from lintel."user" person where id = $1`,
      values: [userId],
    })
    if (!person || person.status === 'inactive') throw fault('identity.refused')
    if (!maySignIn(person.status)) throw fault('account.notVerified')
    if (person.second) {
      const body = { method, mode, remember_me }
      const ticket = await beginPendingStep(transaction, 'second', { userId, body }, stepSeconds.second)
      return { second: { ticket, expires_in: stepSeconds.second } }
    }
    const tokens = await openSession(context, transaction, userId, {
      method,
      mode,
      remember_me,
      caller,
    })
    return { tokens }
  })
}

type Reply = Parameters<typeof answerTokens>[0] & { status(code: number): unknown }

/** Answers with a session, or with 202 and the required next step. */
export function answerAdmission(reply: Reply, outcome: Admission | { readonly claim: Claim }): AdmissionAnswer {
  if ('tokens' in outcome) return answerTokens(reply, outcome.tokens)
  reply.status(202)
  return outcome
}
