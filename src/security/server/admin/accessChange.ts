import type { Activity } from '#environments/activity.ts'
import type { Environment, Member } from '#environments/environment.ts'
import { loadMember, type MemberContext } from '#environments/server/environments.ts'
import { loadModel } from '#entities/server/entities.ts'
import { fault } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { SecurityEventDraft } from '#security/securityEvent.ts'
import { heldRoles } from '#security/server/roles/heldRoles.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { noteEvent } from '#security/server/admin/events.ts'
import { enforcePermissionTests } from '#security/server/permissionTests/enforcePermissionTests.ts'

/** A running change of rights: one transaction for all statements, one change at a time. */
export type AccessChange = {
  readonly transaction: Transaction
  readonly schema: string
  /** The member who makes the change, with the rights of this moment. */
  readonly holder: Member
  /** Leaves a row in the history of rights. */
  note(event: SecurityEventDraft): Promise<void>
}

/**
 * A change of rights. The row of the versions is its lock: changes of one environment come one after the other, so that two
 * at once can neither remove the last two administrators nor close a circle of units. Raising the access version makes it
 * count for the next statement of every process. Refuses whoever lacks the activity at this moment (`request.forbidden`),
 * and whatever would leave nobody to administer (`member.lastAdministrator`).
 */
export async function changeAccess<Result>(
  deps: Pick<AdminDeps, 'memberships' | 'heedTests'>,
  context: MemberContext,
  activity: Activity,
  work: (change: AccessChange) => Promise<Result>,
): Promise<Result> {
  const { environment, member } = context
  const { schema } = environment
  const result = await context.database.transaction(async (transaction) => {
    await raiseAccessVersion(transaction, schema)
    const holder = await loadMember(transaction, schema, member.id)
    if (!holder) throw fault('environment.unknown')
    if (!holder.heldRights.activities.has(activity)) throw fault('request.forbidden')
    const note = (event: SecurityEventDraft) => noteEvent(context, transaction, schema, event)
    const done = await work({ transaction, schema, holder, note })
    await requireAdministrator(transaction, schema)
    await copyToRegistry(transaction, environment)
    const heed = deps.heedTests ?? enforcePermissionTests
    await heed(context, transaction, schema, {
      modelOf: () => loadModel(transaction, schema),
      mayOverride: () => Promise.resolve(holder.heldRights.activities.has('manage-roles')),
    })
    return done
  })
  deps.memberships.forget(environment.id)
  return result
}

/** Takes the lock of all changes of rights of an environment. */
export async function raiseAccessVersion(transaction: Transaction, schema: string): Promise<void> {
  await transaction.execute({
    text: `update ${qualified(schema, '_version')} set access_version = access_version + 1`,
  })
}

/** Product ruling 2.3: the last active administrator can't be removed or disabled. */
async function requireAdministrator(transaction: Transaction, schema: string): Promise<void> {
  const found = await transaction.query({ text: `select from ${administrators(schema)} administrator limit 1` })
  if (found.length === 0) throw fault('member.lastAdministrator')
}

/** The active members with an Administrator role, direct or by an owner team, as a table of ids. */
export function administrators(schema: string): string {
  const table = (name: string) => qualified(schema, name)
  return `(select member.id from ${table('_member')} member where member.status = 'active' and exists (
    select from ${heldRoles(schema)} held join ${table('_role')} role on role.id = held.role_id
    where role.administrator and held.member_id = member.id))`
}

/** Updates the registry's copy of member data for lists of environments, in the same transaction. */
export async function copyToRegistry(
  transaction: Transaction,
  { id, schema }: Pick<Environment, 'id' | 'schema'>,
): Promise<void> {
  const table = (name: string) => qualified(schema, name)
  await transaction.execute({
    text: `update lintel.environment_member own set status = now_is.status, role = now_is.role, administrator = now_is.administrator
      from (
        select member.id, member.status,
          coalesce((
            select string_agg(role.name, ', ' order by role.name) from ${table('_role')} role
            join ${heldRoles(schema)} held on held.role_id = role.id where held.member_id = member.id
          ), '') as role,
          exists (select from ${administrators(schema)} each where each.id = member.id) as administrator
        from ${table('_member')} member
      ) now_is
      where own.environment_id = $1 and own.user_id = now_is.id
        and (own.status, own.role, own.administrator) is distinct from (now_is.status, now_is.role, now_is.administrator)`,
    values: [id],
  })
}
