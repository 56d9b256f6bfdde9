import { unverifiedDays } from '#accounts/status.ts'
import type { Ground } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'

const every = 10 * 60_000

/** Removes what has run out behind the back of whoever signs in; at most every ten minutes. */
export function createPurge(ground: Ground): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = ground.now().getTime()
    if (now - last < every) return
    last = now
    purgeAccounts(ground.database).catch((error: unknown) =>
      ground.log.warn({ err: error }, 'what has run out could not be removed'),
    )
  }
}

/** Removes what has run out: sessions, codes, counters, and accounts that were never verified and own nothing. */
export async function purgeAccounts(database: Database): Promise<void> {
  const statements = [
    `delete from lintel.session where ends_on < now() or revoked_on < now() - interval '7 days'`,
    `delete from lintel.token where kind = 'access' and expires_on < now() - interval '1 day'`,
    'delete from lintel.verification_code where expires_on < now()',
    `delete from lintel.rate_limit where last_on < now() - interval '1 day' and coalesce(blocked_until, now()) <= now()`,
    `delete from lintel.sign_up where created_on < now() - interval '${unverifiedDays} days'`,
    `delete from lintel."user" where status = 'created' and email_verified_on is null
      and created_on < now() - interval '${unverifiedDays} days'
      and not exists (select from lintel.session where user_id = "user".id)
      and not exists (select from lintel.sign_up where user_id = "user".id)`,
  ]
  for (const text of statements) await database.execute({ text })
}
