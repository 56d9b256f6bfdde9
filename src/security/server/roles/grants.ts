import { activities, isActivity } from '#environments/activity.ts'
import type { Member } from '#environments/environment.ts'
import type { Action, Scope } from '#environments/memberRights.ts'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { exceeds, grantOfAllowed, nothingHeld, type Giving, type GrantingMember } from '#security/grant.ts'
import { heldRoles } from '#security/server/roles/heldRoles.ts'

type Row = {
  administrator: boolean
  privileges: readonly (readonly [string, string, Action, Scope])[]
  rules: readonly (readonly [string, string, boolean, boolean])[]
  activities: string[]
}

/** The rights that some roles alone would give. */
export async function grantOf(executor: Executor, schema: string, roleIds: readonly string[]): Promise<GrantingMember> {
  if (roleIds.length === 0) return nothingHeld
  const table = (name: string) => qualified(schema, name)
  const [row] = await executor.query<Row>({
    text: `select coalesce((select bool_or(administrator) from ${table('_role')} where id = any($1)), false) as administrator,
        coalesce((select json_agg(json_build_array(role_id, entity_id, action, scope)) from ${table('_privilege')}
          where role_id = any($1) and scope <> 'none'), '[]') as privileges,
        coalesce((select json_agg(json_build_array(role_id, attribute_id, may_read, may_update))
          from ${table('_field_rule')} where role_id = any($1)), '[]') as rules,
        array(select distinct activity from ${table('_activity')} where role_id = any($1)) as activities`,
    values: [roleIds],
  })
  if (!row) return nothingHeld
  return grantOfAllowed({
    administrator: row.administrator,
    privileges: row.privileges.map(([roleId, entityId, action, scope]) => ({ roleId, entityId, action, scope })),
    fieldRules: row.rules.map(([roleId, attributeId, mayRead, mayUpdate]) => ({
      roleId,
      attributeId,
      mayRead,
      mayUpdate,
    })),
    activities: new Set(row.administrator ? activities : row.activities.filter(isActivity)),
  })
}

/** Refuses with `access.exceeds` to give more than the giver holds. */
export function refuseExcess(
  holder: GrantingMember,
  model: Model,
  giving: Partial<Giving> & { readonly after: GrantingMember },
): void {
  if (exceeds(holder, { before: nothingHeld, units: [], ...giving }, model)) throw fault('access.exceeds')
}

/** Refuses units outside the holder's own branch; an administrator's branch is the whole tree. */
export function refuseForeignUnit(holder: Member, ...unitIds: readonly string[]): void {
  if (holder.administrator) return
  if (unitIds.some((id) => !holder.heldRights.units.includes(id))) throw fault('access.exceeds')
}

/** The roles of a member: the own ones and those of the owner teams. */
export async function rolesOfMember(executor: Executor, schema: string, memberId: string): Promise<string[]> {
  const rows = await executor.query<{ id: string }>({
    text: `select held.role_id as id from ${heldRoles(schema)} held where held.member_id = $1`,
    values: [memberId],
  })
  return rows.map(({ id }) => id)
}

/** The units of all members who hold a role, direct or by an owner team. */
export async function unitsOfRole(executor: Executor, schema: string, roleId: string): Promise<string[]> {
  const rows = await executor.query<{ id: string }>({
    text: `select distinct placed.unit_id as id from ${heldRoles(schema)} held
      join ${qualified(schema, '_principal')} placed on placed.id = held.member_id where held.role_id = $1`,
    values: [roleId],
  })
  return rows.map(({ id }) => id)
}
