import { confirmedFor } from '#accounts/identity.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { fault } from '#faults/fault.ts'

/**
 * Whoever finds an open browser must not take the account over: what changes the ways to sign in asks once more who sits
 * there, and believes it for ten minutes.
 */
export async function requireConfirmed(context: UserContext): Promise<void> {
  if (!(await isConfirmed(context))) throw fault('identity.confirmNeeded')
}

export async function isConfirmed({ database, session }: UserContext): Promise<boolean> {
  const [row] = await database.query<{ confirmed: boolean }>({
    text: `select coalesce(confirmed_on > now() - $2::float8 * interval '1 second', false) as confirmed
      from lintel.session where id = $1`,
    values: [session.id, confirmedFor],
  })
  return row?.confirmed ?? false
}
