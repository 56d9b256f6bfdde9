import type { InstallationRules } from '#accounts/user.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { requirePlatformAdministrator } from '#accounts/server/administration/users.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** The rules of the installation for everyone who signs in; for its administrators. */
export async function readRules(context: UserContext): Promise<InstallationRules> {
  requirePlatformAdministrator(context)
  return rulesOf(context.database)
}

async function rulesOf(executor: Executor): Promise<InstallationRules> {
  const [row] = await executor.query<InstallationRules>({
    text: 'select second_factor_on is not null as second_factor from lintel.installation',
  })
  return row ?? { second_factor: false }
}

/**
 * Requires a second factor of everyone, or no longer. A person who then signs in without a second factor must set one
 * up before anything else. Open sessions continue.
 */
export async function changeRules(context: UserContext, wish: InstallationRules): Promise<InstallationRules> {
  requirePlatformAdministrator(context)
  await requireConfirmed(context)
  return context.database.transaction(async (transaction) => {
    await transaction.query({ text: 'select 1 from lintel.installation for update' })
    const before = await rulesOf(transaction)
    if (before.second_factor === wish.second_factor) return before
    await transaction.execute({
      text: 'update lintel.installation set second_factor_on = case when $1 then now() end',
      values: [wish.second_factor],
    })
    await noteAccess(context, transaction, { kind: 'rulesChanged', byId: context.session.user.id, before, after: wish })
    return wish
  })
}

/**
 * Ends every session except the caller's, for instance after a break-in. Keys for programs continue, since their owners
 * may depend on them. Returns the number of ended sessions.
 */
export async function endEverySession(context: UserContext, deps: AccountDeps): Promise<{ ended: number }> {
  requirePlatformAdministrator(context)
  await requireConfirmed(context)
  const { session } = context
  const ended = await context.database.transaction(async (transaction) => {
    const count = await transaction.execute({
      text: 'update lintel.session set revoked_on = now() where id <> $1 and revoked_on is null and ends_on > now()',
      values: [session.id],
    })
    // A sign-in that waits for its second factor would open one right after.
    await transaction.execute({ text: `delete from lintel.pending where purpose = 'second'` })
    await noteAccess(context, transaction, {
      kind: 'allSessionsEnded',
      byId: session.user.id,
      after: { sessions: count },
    })
    return count
  })
  deps.sessions.forgetAll()
  return { ended }
}
