import { fullName } from '#accounts/fullName.ts'
import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import { qualified } from '#platform/sql.ts'
import type { MemberChange, MemberDetail, MemberRecord, MemberRoles } from '#security/member.ts'
import { differenceOf, type SecurityEventKind, type SecurityFacts } from '#security/securityEvent.ts'
import { changeAccess, type AccessChange } from '#security/server/admin/accessChange.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { refuseForeignUnit } from '#security/server/roles/grants.ts'
import { refuseGreaterMember, refuseMoreRoles, refuseWiderUnit } from '#security/server/members/memberRules.ts'
import { listMembers } from '#security/server/members/members.store.ts'
import { countOwnedRecords, refuseForeignRecords } from '#security/server/members/ownership.ts'
import { requireRoles } from '#security/server/teams/teamRules.ts'
import { giveRecords } from '#security/server/teams/teams.ts'
import { putRoles } from '#security/server/teams/teams.store.ts'
import { listUnits } from '#security/server/teams/units.store.ts'
import { unitIn } from '#security/server/teams/units.ts'

/** One member with the number of their records. */
export async function readMemberDetail(deps: AdminDeps, context: MemberContext, id: string): Promise<MemberDetail> {
  const { database, environment } = context
  const [member] = await listMembers(database, environment, id)
  if (!member) throw fault('member.unknown')
  const model = await deps.models.fresh(environment)
  const records = await countOwnedRecords(database, environment.schema, model, { column: 'owner_id', ids: [id] })
  return { ...member, records }
}

/** Changes unit, own roles or status of a member. Records stay unless the wish says otherwise. */
export async function changeMember(
  deps: AdminDeps,
  context: MemberContext,
  id: string,
  wish: MemberChange,
): Promise<MemberRecord> {
  const model = await deps.models.fresh(context.environment)
  return changeAccess(deps, context, 'manage-users', async (change) => {
    const before = await memberIn(context, change, id)
    await refuseGreaterMember(change, model, before)
    if (wish.role_ids) await setRoles(change, model, before, wish.role_ids)
    if (wish.unit_id !== undefined && wish.unit_id !== before.unit_id)
      await move(deps, context, change, { model, member: before, to: wish.unit_id, along: wish.move_records === true })
    if (wish.status !== undefined && wish.status !== before.status) await setStatus(change, before, wish.status)
    if (wish.new_owner_id !== undefined)
      await giveRecords(deps, context, change, { model, from: id, to: wish.new_owner_id })
    const member = await memberIn(context, change, id)
    const difference = differenceOf(factsOf(before), factsOf(member))
    if (difference) await change.note({ kind: kindOf(before, member), subject: called(member), ...difference })
    return member
  })
}

/** The same change of the own roles of many members, all or none. */
export async function changeRolesOfMany(
  deps: AdminDeps,
  context: MemberContext,
  { member_ids, add = [], remove = [] }: MemberRoles,
): Promise<MemberRecord[]> {
  const model = await deps.models.fresh(context.environment)
  return changeAccess(deps, context, 'manage-users', async (change) => {
    const changed: MemberRecord[] = []
    await requireRoles(change, [...add, ...remove])
    for (const id of new Set(member_ids)) {
      const before = await memberIn(context, change, id)
      await refuseGreaterMember(change, model, before)
      const kept = before.roles.map((role) => role.id).filter((role) => !remove.includes(role))
      await setRoles(change, model, before, [...new Set([...kept, ...add])])
      const member = await memberIn(context, change, id)
      const difference = differenceOf(factsOf(before), factsOf(member))
      if (difference) await change.note({ kind: 'memberChanged', subject: called(member), ...difference })
      changed.push(member)
    }
    return changed
  })
}

/** Removes a member from the environment. Names in the history stay; records stay, or go to a new owner. */
export async function removeMember(
  deps: AdminDeps,
  context: MemberContext,
  id: string,
  newOwnerId: string | undefined,
): Promise<void> {
  const model = await deps.models.fresh(context.environment)
  await changeAccess(deps, context, 'manage-users', async (change) => {
    const { transaction, schema } = change
    const member = await memberIn(context, change, id)
    await refuseGreaterMember(change, model, member)
    if (member.owner) throw fault('member.owner')
    const given =
      newOwnerId === undefined ? 0 : await giveRecords(deps, context, change, { model, from: id, to: newOwnerId })
    // The principal stays: records and histories name it. Shares end with the membership (product ruling 2.3).
    for (const [table, column] of [
      ['_role_member', 'principal_id'],
      ['_share', 'principal_id'],
      ['_member', 'id'],
    ] as const)
      await transaction.execute({ text: `delete from ${qualified(schema, table)} where ${column} = $1`, values: [id] })
    await transaction.execute({
      text: 'delete from lintel.environment_member where environment_id = $1 and user_id = $2',
      values: [context.environment.id, id],
    })
    const after = given > 0 ? { records_given: given } : null
    await change.note({ kind: 'memberRemoved', subject: called(member), before: factsOf(member), after })
  })
}

/** A member of this environment; anyone else is unknown. */
export async function memberIn(
  { environment }: Pick<MemberContext, 'environment'>,
  { transaction }: AccessChange,
  id: string,
): Promise<MemberRecord> {
  const [member] = await listMembers(transaction, environment, id)
  if (!member) throw fault('member.unknown')
  return member
}

/** A member as the history of rights names them. */
export function called(member: MemberRecord): { id: string; name: string } {
  return { id: member.id, name: fullName(member) }
}

async function setRoles(
  change: AccessChange,
  model: Model,
  member: MemberRecord,
  roleIds: readonly string[],
): Promise<void> {
  await requireRoles(change, roleIds)
  await refuseMoreRoles(change, model, member, roleIds)
  await putRoles(change.transaction, change.schema, member.id, roleIds)
}

async function move(
  deps: AdminDeps,
  context: MemberContext,
  change: AccessChange,
  wish: { readonly model: Model; readonly member: MemberRecord; readonly to: string; readonly along: boolean },
): Promise<void> {
  const { transaction, schema, holder } = change
  const { model, member, to, along } = wish
  unitIn(await listUnits(transaction, schema), to)
  refuseForeignUnit(holder, to)
  await refuseWiderUnit(change, model, member.id, to)
  await transaction.execute({
    text: `update ${qualified(schema, '_principal')} set unit_id = $2 where id = $1`,
    values: [member.id, to],
  })
  if (!along) return
  await refuseForeignRecords(change, model, member.id)
  await deps.handOver(context, transaction, model, { of: { owner: member.id }, unit: to })
}

async function setStatus(
  { transaction, schema }: AccessChange,
  member: MemberRecord,
  status: 'active' | 'disabled',
): Promise<void> {
  if (member.owner && status === 'disabled') throw fault('member.owner')
  await transaction.execute({
    text: `update ${qualified(schema, '_member')} set status = $2 where id = $1`,
    values: [member.id, status],
  })
}

function kindOf(before: MemberRecord, after: MemberRecord): SecurityEventKind {
  if (before.status === after.status) return 'memberChanged'
  return after.status === 'disabled' ? 'memberDisabled' : 'memberEnabled'
}

function factsOf({ status, unit, roles, teams }: MemberRecord): SecurityFacts {
  return { status, unit, roles: roles.map(({ name }) => name), teams: teams.map(({ name }) => name) }
}
