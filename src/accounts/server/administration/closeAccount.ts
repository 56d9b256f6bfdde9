import { listKeys } from '#accounts/server/keys/apiKeys.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { listDevices } from '#accounts/server/sessions/devices.ts'
import { readMe } from '#accounts/server/profile/profile.ts'
import { disable, keepAnAdministrator } from '#accounts/server/administration/users.ts'
import { fault } from '#faults/fault.ts'
import type { UserStatus } from '#accounts/status.ts'

/** Everything that the installation knows of the person as a person; records belong to their environments. */
export async function exportAccount(context: UserContext, deps: AccountDeps) {
  const { id } = context.session.user
  const [account, devices, keys, environments, ways] = await Promise.all([
    readMe(context, deps),
    listDevices(context),
    listKeys(context),
    deps.placesOf(id),
    context.database.query<{ provider: string; created_on: Date }>({
      text: 'select provider, created_on from lintel.identity where user_id = $1 order by created_on',
      values: [id],
    }),
  ])
  await noteAccess(context, context.database, { kind: 'dataExported', byId: id })
  return {
    exported_on: context.now().toISOString(),
    account,
    sign_in: ways.map(({ provider, created_on }) => ({ provider, created_on: created_on.toISOString() })),
    sessions: devices,
    api_keys: keys,
    environments,
  }
}

/**
 * Closes the account of a person who has just confirmed the session: the account becomes inactive, every session and
 * key ends; records keep their owner. Faults: `identity.confirmNeeded`, `account.lastAdministrator` for the only
 * administrator of an environment with other members, `user.lastAdministrator`.
 */
export async function closeAccount(context: UserContext, deps: AccountDeps): Promise<void> {
  await requireConfirmed(context)
  const { id } = context.session.user
  const alone = await deps.administeredAlone(id)
  if (alone.length > 0) throw fault('account.lastAdministrator', { environments: alone.join(', ') })
  await context.database.transaction(async (transaction) => {
    await keepAnAdministrator(transaction, id)
    const [person] = await transaction.query<{ status: UserStatus }>({
      text: 'select status from lintel."user" where id = $1 for update',
      values: [id],
    })
    if (!person) return
    await disable(transaction, id, person.status)
    await noteAccess(context, transaction, { kind: 'accountClosed', byId: id })
  })
  deps.sessions.forget(id)
}
