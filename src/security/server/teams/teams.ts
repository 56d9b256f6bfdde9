import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import { qualified } from '#platform/sql.ts'
import { differenceOf, type SecurityFacts } from '#security/securityEvent.ts'
import { changeAccess, type AccessChange } from '#security/server/admin/accessChange.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { refuseForeignUnit } from '#security/server/roles/grants.ts'
import {
  countOwnedRecords,
  ownerIn,
  refuseForeignRecords,
  refuseUnfitOwner,
} from '#security/server/members/ownership.ts'
import { isNameTaken } from '#security/server/roles/roles.store.ts'
import {
  refuseGreaterTeam,
  refuseNewMembers,
  refuseTeamRoles,
  requireMembers,
} from '#security/server/teams/teamRules.ts'
import { listTeams, putRoles, putTeamMembers } from '#security/server/teams/teams.store.ts'
import { listUnits } from '#security/server/teams/units.store.ts'
import { unitIn } from '#security/server/teams/units.ts'
import type { TeamChange, TeamDetail, TeamDraft, TeamRecord } from '#security/team.ts'

/** One team with the number of its records. */
export async function readTeam(deps: AdminDeps, context: MemberContext, id: string): Promise<TeamDetail> {
  const { database, environment } = context
  const [team] = await listTeams(database, environment.schema, id)
  if (!team) throw fault('team.unknown')
  const model = await deps.models.fresh(environment)
  const records = await countOwnedRecords(database, environment.schema, model, { column: 'owner_id', ids: [id] })
  return { ...team, records }
}

/** Creates a team; its members get the rights of its roles. */
export async function createTeam(deps: AdminDeps, context: MemberContext, draft: TeamDraft): Promise<TeamRecord> {
  const model = await deps.models.fresh(context.environment)
  const id = context.newId()
  return changeAccess(deps, context, 'manage-users', async (change) => {
    const { transaction, schema, holder } = change
    const unitId = draft.unit_id ?? holder.unitId
    unitIn(await listUnits(transaction, schema), unitId)
    refuseForeignUnit(holder, unitId)
    await refuseTakenName(change, draft.name)
    await transaction.execute({
      text: `insert into ${qualified(schema, '_principal')} (id, kind, name, unit_id) values ($1, 'team', $2, $3)`,
      values: [id, draft.name, unitId],
    })
    await transaction.execute({
      text: `insert into ${qualified(schema, '_team')} (id, name, kind) values ($1, $2, $3)`,
      values: [id, draft.name, draft.kind],
    })
    await fill(change, model, { id, kind: draft.kind, roles: [], members: [] }, draft)
    const team = await teamIn(change, id)
    await change.note({ kind: 'teamCreated', subject: team, before: null, after: factsOf(team) })
    return team
  })
}

/** Changes a team, on the version that was read where one is given. */
export async function changeTeam(
  deps: AdminDeps,
  context: MemberContext,
  id: string,
  wish: TeamChange,
): Promise<TeamRecord> {
  const model = await deps.models.fresh(context.environment)
  return changeAccess(deps, context, 'manage-users', async (change) => {
    const { transaction, schema, holder } = change
    const before = await teamIn(change, id)
    if (wish.version !== undefined && wish.version !== before.version) throw fault('definition.stale')
    refuseForeignUnit(holder, before.unit_id)
    await refuseGreaterTeam(change, model, before)
    if (wish.name !== undefined) await refuseTakenName(change, wish.name, id)
    const unitId = wish.unit_id ?? before.unit_id
    unitIn(await listUnits(transaction, schema), unitId)
    refuseForeignUnit(holder, unitId)
    await transaction.execute({
      text: `update ${qualified(schema, '_team')} set name = $2, version = version + 1 where id = $1`,
      values: [id, wish.name ?? before.name],
    })
    await transaction.execute({
      text: `update ${qualified(schema, '_principal')} set name = $2, unit_id = $3 where id = $1`,
      values: [id, wish.name ?? before.name, unitId],
    })
    await fill(change, model, before, wish)
    if (unitId !== before.unit_id && wish.move_records) {
      await refuseForeignRecords(change, model, id)
      await deps.handOver(context, transaction, model, { of: { owner: id }, unit: unitId })
    }
    const team = await teamIn(change, id)
    const difference = differenceOf(factsOf(before), factsOf(team))
    if (difference) await change.note({ kind: 'teamChanged', subject: team, ...difference })
    return team
  })
}

/** Deletes a team with its shares; the team's records need a new owner. */
export async function deleteTeam(
  deps: AdminDeps,
  context: MemberContext,
  id: string,
  wish: { readonly new_owner_id?: string | undefined; readonly version?: number | undefined },
): Promise<void> {
  const model = await deps.models.fresh(context.environment)
  await changeAccess(deps, context, 'manage-users', async (change) => {
    const { transaction, schema, holder } = change
    const team = await teamIn(change, id)
    if (wish.version !== undefined && wish.version !== team.version) throw fault('definition.stale')
    refuseForeignUnit(holder, team.unit_id)
    await refuseGreaterTeam(change, model, team)
    const records = await countOwnedRecords(transaction, schema, model, { column: 'owner_id', ids: [id] })
    if (records > 0) {
      if (wish.new_owner_id === undefined) throw fault('team.ownsRecords', { count: records })
      await giveRecords(deps, context, change, { model, from: id, to: wish.new_owner_id })
    }
    await transaction.execute({
      text: 'update lintel.invite set team_id = null where team_id = $1 and environment_id = $2',
      values: [id, context.environment.id],
    })
    for (const table of ['_team', '_principal'])
      await transaction.execute({ text: `delete from ${qualified(schema, table)} where id = $1`, values: [id] })
    const after = records > 0 ? { records_given: records } : null
    await change.note({ kind: 'teamDeleted', subject: team, before: factsOf(team), after })
  })
}

/** Gives all records of an owner to another owner, who must be able to read such records. */
export async function giveRecords(
  deps: AdminDeps,
  context: MemberContext,
  change: AccessChange,
  { model, from, to }: { readonly model: Model; readonly from: string; readonly to: string },
): Promise<number> {
  const { transaction, schema, holder } = change
  const owner = await ownerIn(change, to)
  if (owner.id === from) refuseIf([{ code: 'validation.option', target: 'new_owner_id' }])
  refuseForeignUnit(holder, owner.unit)
  await refuseForeignRecords(change, model, from)
  const [team] = await listTeams(transaction, schema, to)
  await refuseUnfitOwner(change, model, from, { id: to, isTeam: team !== undefined })
  return deps.handOver(context, transaction, model, { of: { owner: from }, owner: to, unit: owner.unit })
}

async function teamIn({ transaction, schema }: AccessChange, id: string): Promise<TeamRecord> {
  const [team] = await listTeams(transaction, schema, id)
  if (!team) throw fault('team.unknown')
  return team
}

async function fill(
  change: AccessChange,
  model: Model,
  team: Pick<TeamRecord, 'id' | 'kind' | 'roles' | 'members'>,
  wish: Pick<TeamDraft, 'role_ids' | 'member_ids'>,
): Promise<void> {
  const { transaction, schema } = change
  if (wish.role_ids) {
    await refuseTeamRoles(change, team, wish.role_ids)
    await putRoles(transaction, schema, team.id, wish.role_ids)
  }
  if (wish.member_ids) {
    await requireMembers(change, wish.member_ids)
    await putTeamMembers(transaction, schema, team.id, wish.member_ids)
  }
  await refuseNewMembers(change, model, team)
}

async function refuseTakenName({ transaction, schema }: AccessChange, name: string, except?: string): Promise<void> {
  if (await isNameTaken(transaction, schema, { table: '_team', name, except }))
    refuseIf([{ code: 'validation.taken', target: 'name' }])
}

function factsOf({ name, kind, unit, roles, members }: TeamRecord): SecurityFacts {
  return { name, kind, unit, roles: roles.map((role) => role.name), members: members.map((member) => member.name) }
}
