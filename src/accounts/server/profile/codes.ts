import { codeRules } from '#accounts/rules.ts'
import { hashOf, newCode, sameSecret } from '#accounts/server/secrets.ts'
import type { Context } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** The purpose of a code: to verify an address or number, or to change it to another. */
export type CodePurpose = 'verify' | 'change'
export type CodeChannel = 'email' | 'mobile'

/** The owner of a code: a person, and one sign-up where several wait for the same address. */
export type CodeOwner = { readonly userId: string; readonly signUpId: string | null }

/** `value` is the target address or number of the code, if not yet the person's own. */
export type CodeUse = { readonly purpose: CodePurpose; readonly channel: CodeChannel; readonly value?: string }

/** A right code: by which channel it came, and for which new address or number. */
export type Redeemed = { readonly channel: CodeChannel; readonly value: string | null }

/** A fresh code; any former one of the same owner is void. Null when the last one was sent less than 60 s ago. */
export async function issueCode(
  context: Context,
  transaction: Transaction,
  owner: CodeOwner,
  { purpose, channel, value }: CodeUse,
): Promise<string | null> {
  const [code, id] = [newCode(), context.newId()]
  const written = await transaction.execute({
    text: `insert into lintel.verification_code as kept
        (id, user_id, sign_up_id, purpose, channel, value, hash, sent_on, expires_on)
      values ($1, $2, $7, $3, $8, $9, $4, now(), now() + $5::float8 * interval '1 minute')
      on conflict (user_id, purpose, channel, sign_up_id) do update set id = excluded.id, hash = excluded.hash, tries = 0,
        value = excluded.value, sent_on = excluded.sent_on, expires_on = excluded.expires_on
        where kept.sent_on <= now() - $6::float8 * interval '1 second'`,
    // The id salts the hash: a million codes are no secret by themselves.
    values: [
      id,
      owner.userId,
      purpose,
      hashOf(id, code),
      codeRules.minutes,
      codeRules.resendSeconds,
      owner.signUpId,
      channel,
      value ?? null,
    ],
  })
  return written === 0 ? null : code
}

// A code that was sent to an address or a number verifies no other one, whatever became the person's meanwhile.
const isStillTheirs = `(purpose <> 'verify' or value is null or value = (
  select case channel when 'email' then email else mobilephone end from lintel."user" where id = user_id))`

/**
 * The channel of a right code, null for a wrong one. A right one is used up, with those that went out by other channels; a
 * wrong one counts, and the fifth voids the code.
 */
export async function redeemCode(
  transaction: Transaction,
  owner: CodeOwner,
  purpose: CodePurpose,
  code: string,
): Promise<Redeemed | null> {
  const kept = await transaction.query<Redeemed & { id: string; hash: Buffer }>({
    text: `select id, channel, value, hash from lintel.verification_code
      where user_id = $1 and sign_up_id is not distinct from $3 and purpose = $2 and expires_on > now() and tries < $4
        and ${isStillTheirs} for update`,
    values: [owner.userId, purpose, owner.signUpId, codeRules.tries],
  })
  // Without a stored code the same statements run, so that the duration does not reveal whether a code is pending.
  const right = kept.find(({ id, hash }) => sameSecret(hash, hashOf(id, code)))
  await transaction.execute({
    text: right
      ? 'delete from lintel.verification_code where id = any($1::uuid[])'
      : 'update lintel.verification_code set tries = tries + 1 where id = any($1::uuid[])',
    values: [kept.map(({ id }) => id)],
  })
  return right ? { channel: right.channel, value: right.value } : null
}
