import { confirmedFor, freshFor } from '#accounts/identity.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Whose session it is, and who is asked. */
type Asking = Pick<UserContext, 'session'> & { readonly database: Executor }

/**
 * Whoever finds an open browser must not take the account over: what changes the ways to sign in asks once more who sits
 * there, and believes it for ten minutes.
 */
export async function requireConfirmed(context: Asking): Promise<void> {
  if (!(await isConfirmed(context))) throw fault('identity.confirmNeeded')
}

/** The same for what a fresh sign-in may do as well, such as ending other sessions: it asks only where the session is older. */
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
