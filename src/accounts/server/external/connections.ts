import type { Connect, ConnectionRow } from '#accounts/identity.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { joinIdentity } from '#accounts/server/external/claims.ts'
import { requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { providerName, vouchedFor } from '#accounts/server/external/externalSignIn.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { notify } from '#accounts/server/mail/notices.ts'
import { fault } from '#faults/fault.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'

/** The providers that open an account. */
export async function connectionsOf(executor: Executor, userId: string): Promise<ConnectionRow[]> {
  const rows = await executor.query<Omit<ConnectionRow, 'created_on'> & { created_on: Date }>({
    text: `select id, provider, label, created_on from lintel.identity
      where user_id = $1 and provider <> 'local' order by created_on, id`,
    values: [userId],
  })
  return rows.map((row) => ({ ...row, created_on: row.created_on.toISOString() }))
}

/** Connects a provider with the account of a signed-in person who has just proved who they are. */
export async function connect(context: UserContext, deps: IdentityDeps, wish: Connect): Promise<void> {
  await requireConfirmed(context)
  const { id } = context.session.user
  const vouched = await vouchedFor(context, deps, wish, id)
  await context.database.transaction((transaction) =>
    joinIdentity(context, transaction, id, { ...vouched, provider: wish.provider }),
  )
  await notify(context, deps, id, 'connected', providerName(deps, wish.provider))
}

/** Takes a provider away, unless nothing else would open the account. */
export async function disconnect(context: UserContext, deps: IdentityDeps, connectionId: string): Promise<void> {
  await requireConfirmed(context)
  const { id } = context.session.user
  const provider = await context.database.transaction(async (transaction) => {
    await holdWays(transaction, id)
    const [gone] = await transaction.query<{ provider: string; label: string | null }>({
      text: `delete from lintel.identity where id = $1 and user_id = $2 and provider <> 'local' returning provider, label`,
      values: [connectionId, id],
    })
    if (!gone) throw fault('identity.unknown')
    await requireAnyWay(transaction, id)
    await noteAccess(context, transaction, { kind: 'providerDisconnected', byId: id, before: gone })
    return gone.provider
  })
  await notify(context, deps, id, 'disconnected', providerName(deps, provider))
}

/** Two who each take one of the last two ways away go one after the other. */
export async function holdWays(transaction: Transaction, userId: string): Promise<void> {
  await transaction.execute({ text: 'select from lintel."user" where id = $1 for update', values: [userId] })
}

/** Throws when nothing opens the account any more. */
export async function requireAnyWay(transaction: Transaction, userId: string): Promise<void> {
  const [ways] = await transaction.query<{ any: boolean }>({
    text: `select password_hash is not null
        or exists (select from lintel.identity where user_id = person.id and provider <> 'local')
        or exists (select from lintel.passkey where user_id = person.id) as any
      from lintel."user" person where id = $1`,
    values: [userId],
  })
  if (!ways?.any) throw fault('identity.lastWay')
}
