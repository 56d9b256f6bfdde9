import { unverifiedDays } from '#accounts/status.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'

const every = 10 * 60_000

/** Removes expired data in the background of sign-ins, at most every ten minutes. */
export function createPurge(ground: BaseContext, holders: readonly string[]): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = ground.now().getTime()
    if (now - last < every) return
    last = now
    purgeAccounts(ground.database, holders).catch((error: unknown) =>
      ground.log.warn({ err: error }, 'what has run out could not be removed'),
    )
  }
}

/**
 * Removes expired sessions, codes, links and counters, and accounts whose verification is overdue: accounts that own
 * nothing are deleted, others become inactive (product ruling 2.1). `holders` are the tables whose `user_id` shows that
 * a person owns something.
 */
export async function purgeAccounts(database: Database, holders: readonly string[]): Promise<void> {
  const waits = `status = 'created' and coalesce(unverified_on, created_on) < now() - interval '${unverifiedDays} days'
      and not exists (select from lintel.session where user_id = "user".id and revoked_on is null and ends_on > now())
      and not exists (select from lintel.sign_up where user_id = "user".id and not decoy)`
  const owns = ['false', ...holders.map((table) => `exists (select from ${table} where user_id = "user".id)`)].join(
    ' or ',
  )
  const statements = [
    `delete from lintel.session where ends_on < now() or revoked_on < now() - interval '7 days'`,
    `delete from lintel.token where kind = 'access' and expires_on < now() - interval '1 day'`,
    'delete from lintel.verification_code where expires_on < now()',
    'delete from lintel.pending where expires_on < now()',
    `delete from lintel.rate_limit where last_on < now() - interval '1 day' and coalesce(blocked_until, now()) <= now()
      and coalesce(forget_on, now()) <= now()`,
    `delete from lintel.sign_up where created_on < now() - interval '${unverifiedDays} days'`,
    'delete from lintel.reset_link where expires_on < now()',
    `with waiting as (
        select id from lintel."user" where ${waits} and (${owns})
      ), ended as (
        update lintel.api_key set revoked_on = now() where user_id in (select id from waiting) and revoked_on is null
      )
      update lintel."user" set status = 'inactive', former_status = 'created', status_changed_on = now()
      where id in (select id from waiting)`,
    `delete from lintel."user" where ${waits} and not (${owns})`,
  ]
  for (const text of statements) await database.execute({ text })
}
