import { activities } from '#environments/activity.ts'
import type { Member } from '#environments/environment.ts'
import type { Action, Scope } from '#environments/holdings.ts'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { isActivity } from '#environments/activity.ts'
import { exceeds, noGrant, type EntityOf, type Giver, type Giving, type Grant } from '#security/grant.ts'

type Row = {
  administrator: boolean
  privileges: readonly (readonly [string, string, Action, Scope])[]
  rules: readonly (readonly [string, string, boolean, boolean])[]
  activities: string[]
}

/** What some roles allow together. */
export async function grantOf(executor: Executor, schema: string, roleIds: readonly string[]): Promise<Grant> {
  if (roleIds.length === 0) return noGrant
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
  if (!row) return noGrant
  return {
    administrator: row.administrator,
    privileges: row.privileges.map(([roleId, entityId, action, scope]) => ({ roleId, entityId, action, scope })),
    fieldRules: row.rules.map(([roleId, attributeId, mayRead, mayUpdate]) => ({
      roleId,
      attributeId,
      mayRead,
      mayUpdate,
    })),
    activities: row.administrator ? activities : row.activities.filter(isActivity),
  }
}

/** A member as someone who gives rights. */
export function giverOf({ administrator, holdings }: Member): Giver {
  const { privileges, fieldRules, units } = holdings
  return { administrator, privileges, fieldRules, units, activities: [...holdings.activities] }
}

/** Refuses with `access.exceeds` to give more than one holds. */
export function refuseExcess(holder: Member, model: Model, giving: Partial<Giving> & { readonly after: Grant }): void {
  const { before = noGrant, after, units = [] } = giving
  if (exceeds(giverOf(holder), { before, after, units }, entityOfIn(model))) throw fault('access.exceeds')
}

/** Refuses to place someone in a unit outside of one's own branch; an administrator's is the whole tree. */
export function refuseForeignUnit(holder: Member, ...unitIds: readonly string[]): void {
  if (holder.administrator) return
  if (unitIds.some((id) => !holder.holdings.units.includes(id))) throw fault('access.exceeds')
}

function entityOfIn(model: Model): EntityOf {
  const entities = new Map<string, string>()
  for (const entity of model.entities.values())
    for (const attribute of entity.attributes) entities.set(attribute.id, entity.id)
  return (attributeId) => entities.get(attributeId)
}

/** The roles of a member: the own ones and those of the owner teams. */
export async function rolesOfMember(executor: Executor, schema: string, memberId: string): Promise<string[]> {
  const table = (name: string) => qualified(schema, name)
  const rows = await executor.query<{ id: string }>({
    text: `select distinct role_id as id from ${table('_role_member')} where principal_id = $1 or principal_id in (
      select belongs.team_id from ${table('_team_member')} belongs join ${table('_team')} team on team.id = belongs.team_id
      where belongs.member_id = $1 and team.kind = 'owner')`,
    values: [memberId],
  })
  return rows.map(({ id }) => id)
}

/** The units of all members who hold a role, by themselves or by an owner team. */
export async function unitsOfRole(executor: Executor, schema: string, roleId: string): Promise<string[]> {
  const table = (name: string) => qualified(schema, name)
  const rows = await executor.query<{ id: string }>({
    text: `select distinct principal.unit_id as id from ${table('_member')} member
      join ${table('_principal')} principal on principal.id = member.id
      where exists (select from ${table('_role_member')} holder where holder.role_id = $1 and (
        holder.principal_id = member.id or holder.principal_id in (
          select belongs.team_id from ${table('_team_member')} belongs
          join ${table('_team')} team on team.id = belongs.team_id
          where belongs.member_id = member.id and team.kind = 'owner')))`,
    values: [roleId],
  })
  return rows.map(({ id }) => id)
}
