import type { UserStatus } from '#accounts/status.ts'
import type { CodeChannel, CodeOwner } from '#accounts/server/profile/codes.ts'
import { latestDraft } from '#accounts/server/signUp/drafts.ts'
import { verifyPassword } from '#accounts/server/passwords/passwords.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** The target of a code: a sign-up, or an account whose address or number changed. */
export type UnverifiedSignUp = CodeOwner

/** The sign-up that waits for a code at an address, if this is its password; takes the same time when none waits. */
export async function waitingByPassword(
  executor: Executor,
  email: string,
  password: string,
): Promise<UnverifiedSignUp | undefined> {
  const [account] = await executor.query<{ id: string; hash: string }>({
    text: `select id, password_hash as hash from lintel."user"
      where email = $1 and status = 'created' and password_hash is not null`,
    values: [email],
  })
  const draft = await latestDraft(executor, email)
  const holds = await verifyPassword(account?.hash ?? draft?.passwordHash, password)
  if (!holds) return undefined
  if (account) return { userId: account.id, signUpId: null }
  return draft && { userId: draft.userId, signUpId: draft.id }
}

/** Notes that a person has proved to own the address or the number. */
export async function markVerified(
  executor: Executor,
  userId: string,
  channel: CodeChannel,
  status: UserStatus,
): Promise<void> {
  const column = channel === 'email' ? 'email_verified_on' : 'mobile_verified_on'
  await executor.execute({
    text: `update lintel."user" set status = $2, ${column} = now(), unverified_on = null, updated_on = now() where id = $1`,
    values: [userId, status],
  })
}
