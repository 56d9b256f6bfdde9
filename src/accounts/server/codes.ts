import { codeRules } from '#accounts/rules.ts'
import { hashOf, newCode, sameSecret } from '#accounts/server/secrets.ts'
import type { Context } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'

export type CodePurpose = 'verify'

/** Whose code it is: a person's, and of one sign-up where several wait for the same address. */
export type CodeOwner = { readonly userId: string; readonly signUpId: string | null }

/** A fresh code; any former one of the same owner is void. Null when the last one was sent less than 60 s ago. */
export async function issueCode(
  context: Context,
  transaction: Transaction,
  owner: CodeOwner,
  purpose: CodePurpose,
): Promise<string | null> {
  const [code, id] = [newCode(), context.newId()]
  const written = await transaction.execute({
    text: `insert into lintel.verification_code as kept
        (id, user_id, sign_up_id, purpose, channel, hash, sent_on, expires_on)
      values ($1, $2, $7, $3, 'email', $4, now(), now() + $5::float8 * interval '1 minute')
      on conflict (user_id, purpose, channel, sign_up_id) do update set id = excluded.id, hash = excluded.hash, tries = 0,
        sent_on = excluded.sent_on, expires_on = excluded.expires_on
        where kept.sent_on <= now() - $6::float8 * interval '1 second'`,
    // The id salts the hash: a million codes are no secret by themselves.
    values: [id, owner.userId, purpose, hashOf(id, code), codeRules.minutes, codeRules.resendSeconds, owner.signUpId],
  })
  return written === 0 ? null : code
}

/** Whether the code is right. A right one is used up; a wrong one counts, and the fifth voids the code. */
export async function redeemCode(
  transaction: Transaction,
  owner: CodeOwner,
  purpose: CodePurpose,
  code: string,
): Promise<boolean> {
  const [kept] = await transaction.query<{ id: string; hash: Buffer; tries: number }>({
    text: `select id, hash, tries from lintel.verification_code
      where user_id = $1 and sign_up_id is not distinct from $3 and purpose = $2 and channel = 'email'
        and expires_on > now() for update`,
    values: [owner.userId, purpose, owner.signUpId],
  })
  if (!kept || kept.tries >= codeRules.tries) return false
  const right = sameSecret(kept.hash, hashOf(kept.id, code))
  await transaction.execute({
    text: right
      ? 'delete from lintel.verification_code where id = $1'
      : 'update lintel.verification_code set tries = tries + 1 where id = $1',
    values: [kept.id],
  })
  return right
}
