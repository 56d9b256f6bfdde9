import type { Model } from '#entities/model.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import { qualified } from '#platform/sql.ts'
import type { AccessChange } from '#security/server/admin/accessChange.ts'
import { grantOf, refuseExcess } from '#security/server/roles/grants.ts'
import { countOwnedRecords } from '#security/server/members/ownership.ts'
import type { TeamRecord } from '#security/team.ts'

type Team = Pick<TeamRecord, 'id' | 'kind' | 'roles' | 'members'>

/** An access team only receives shares, so roles are refused; an unknown role is refused as unknown. */
export async function refuseTeamRoles(change: AccessChange, { kind }: Team, roleIds: readonly string[]): Promise<void> {
  if (kind === 'access' && roleIds.length > 0) refuseIf([{ code: 'team.accessRoles', target: 'role_ids' }])
  await requireRoles(change, roleIds)
}

export async function requireRoles({ transaction, schema }: AccessChange, roleIds: readonly string[]): Promise<void> {
  const found = await transaction.query({
    text: `select from ${qualified(schema, '_role')} where id = any($1)`,
    values: [roleIds],
  })
  if (found.length !== new Set(roleIds).size) throw fault('role.unknown')
}

export async function requireMembers(
  { transaction, schema }: AccessChange,
  memberIds: readonly string[],
): Promise<void> {
  const found = await transaction.query({
    text: `select from ${qualified(schema, '_member')} where id = any($1)`,
    values: [memberIds],
  })
  if (found.length !== new Set(memberIds).size) throw fault('member.unknown')
}

/**
 * Refuses changes of a team with more rights than the changer: its members would lose rights that the changer could not
 * give back.
 */
export async function refuseGreaterTeam(
  { transaction, schema, holder }: AccessChange,
  model: Model,
  { roles, unit_id }: Pick<TeamRecord, 'roles' | 'unit_id'>,
): Promise<void> {
  const ids = roles.map(({ id }) => id)
  refuseExcess(holder, model, { after: await grantOf(transaction, schema, ids), units: [unit_id] })
}

/**
 * The members of a team get the team's roles in their units, its records and its shares. Compares with the team before
 * the change. Only administrators may add others to a team with records or shares that is not their own.
 */
export async function refuseNewMembers(
  change: Pick<AccessChange, 'transaction' | 'schema' | 'holder'>,
  model: Model,
  before: Team,
): Promise<void> {
  const { transaction, schema, holder } = change
  if (holder.administrator) return
  const now = await transaction.query<{ id: string; unit: string }>({
    text: `select principal.id, principal.unit_id as unit from ${qualified(schema, '_team_member')} belongs
      join ${qualified(schema, '_principal')} principal on principal.id = belongs.member_id where belongs.team_id = $1`,
    values: [before.id],
  })
  const roles = await transaction.query<{ id: string }>({
    text: `select role_id as id from ${qualified(schema, '_role_member')} where principal_id = $1`,
    values: [before.id],
  })
  const known = new Set(before.members.map(({ id }) => id))
  const added = now.filter(({ id }) => !known.has(id))
  const held = new Set(before.roles.map(({ id }) => id))
  const all = roles.map(({ id }) => id)
  const gained = all.filter((id) => !held.has(id))
  refuseExcess(holder, model, { after: await grantOf(transaction, schema, gained), units: now.map(({ unit }) => unit) })
  if (added.length === 0) return
  refuseExcess(holder, model, { after: await grantOf(transaction, schema, all), units: added.map(({ unit }) => unit) })
  if (known.has(holder.id)) return
  const shares = await transaction.query({
    text: `select from ${qualified(schema, '_share')} where principal_id = $1 limit 1`,
    values: [before.id],
  })
  const records = await countOwnedRecords(transaction, schema, model, { column: 'owner_id', ids: [before.id] })
  if (shares.length > 0 || records > 0) throw fault('access.exceeds')
}
