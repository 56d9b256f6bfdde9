import { confirmedFor, freshFor } from '#accounts/identity.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** The session and the database for the check. */
type Asking = Pick<UserContext, 'session'> & { readonly database: Executor }

/**
 * Requires a confirmation within the last ten minutes before changes of sign-in methods: an open browser that a
 * stranger finds must not be enough to take over the account.
 */
export async function requireConfirmed(context: Asking): Promise<void> {
  if (!(await isConfirmed(context))) throw fault('identity.confirmNeeded')
}

/**
 * The same for actions that a fresh sign-in allows too, such as ending other sessions: required only for older
 * sessions.
 */
export async function requireFresh(context: UserContext): Promise<void> {
  const [row] = await context.database.query<{ fresh: boolean }>({
    text: `select created_on > now() - $2::float8 * interval '1 second' as fresh from lintel.session where id = $1`,
    values: [context.session.id, freshFor],
  })
  if (!row?.fresh) await requireConfirmed(context)
}

export async function isConfirmed({ database, session }: Asking): Promise<boolean> {
  const [row] = await database.query<{ confirmed: boolean }>({
    text: `select coalesce(confirmed_on > now() - $2::float8 * interval '1 second', false) as confirmed
      from lintel.session where id = $1`,
    values: [session.id, confirmedFor],
  })
  return row?.confirmed ?? false
}
