import { listKeys } from '#accounts/server/apiKeys.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { listDevices } from '#accounts/server/devices.ts'
import { readMe } from '#accounts/server/profile.ts'
import { reauthenticate } from '#accounts/server/reauthenticate.ts'
import { disable, keepAnAdministrator } from '#accounts/server/users.ts'
import { fault } from '#faults/fault.ts'
import type { UserStatus } from '#accounts/status.ts'

/** Everything that the installation knows of the person as a person; records belong to their environments. */
export async function exportMe(context: UserContext, deps: AccountDeps) {
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
 * Closes the person's own account: inactive, with every session and key at an end; records keep their owner. Faults:
 * `account.lastAdministrator` for the only administrator of an environment with other members, `user.lastAdministrator`.
 */
export async function closeMe(context: UserContext, deps: AccountDeps, password: string): Promise<void> {
  await reauthenticate(context, password)
  const { id } = context.session.user
  const alone = await deps.administeredAlone(id)
  if (alone.length > 0) throw fault('account.lastAdministrator', { environments: alone.join(', ') })
  await context.database.transaction(async (transaction) => {
    await keepAnAdministrator(transaction, id)
    const [person] = await transaction.query<{ status: UserStatus }>({
      text: 'select status from lintel."user" where id = $1 for update',
      values: [id],
    })
    if (person) await disable(transaction, id, person.status)
  })
  deps.sessions.forget(id)
}
