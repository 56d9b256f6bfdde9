import { activities, isActivity } from '#environments/activity.ts'
import type { Member } from '#environments/environment.ts'
import type { Action, Scope } from '#environments/memberRights.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** An active member of an environment with all rights and developer mode off; null if there is none. One statement. */
export async function loadMember(database: Executor, schema: string, userId: string): Promise<Member | null> {
  const [row] = await database.query<MemberRow>({ text: memberOf(schema), values: [userId] })
  return row ? memberFrom(userId, row) : null
}

type MemberRow = {
  unitId: string
  administrator: boolean
  held: readonly (readonly [roleId: string, principalId: string])[]
  teams: string[]
  units: string[]
  unitChain: string[]
  privileges: readonly (readonly [roleId: string, entityId: string, action: Action, scope: Scope])[]
  fieldRules: readonly (readonly [roleId: string, attributeId: string, mayRead: boolean, mayUpdate: boolean])[]
  activities: string[]
  accessVersion: number
}

function memberFrom(id: string, { unitId, administrator, accessVersion, ...row }: MemberRow): Member {
  return {
    id,
    unitId,
    roles: [...new Set(row.held.map(([roleId]) => roleId))],
    administrator,
    developerMode: false,
    heldRights: {
      principals: [id, ...row.teams],
      units: row.units,
      unitChain: row.unitChain,
      held: row.held.map(([roleId, principalId]) => ({ roleId, principalId })),
      privileges: row.privileges.map(([roleId, entityId, action, scope]) => ({ roleId, entityId, action, scope })),
      fieldRules: row.fieldRules.map(([roleId, attributeId, mayRead, mayUpdate]) => ({
        roleId,
        attributeId,
        mayRead,
        mayUpdate,
      })),
      activities: new Set(administrator ? activities : row.activities.filter(isActivity)),
    },
    accessVersion,
  }
}

/**
 * Roles are one's own and those of one's owner teams: a team of the other kind only receives shares (product ruling 2.3).
 * The version is read by the same statement, so that rights and version belong together.
 */
function memberOf(schema: string): string {
  const table = (name: string) => qualified(schema, name)
  return `with recursive own_team as (
      select team.id, team.kind from ${table('_team_member')} belongs
      join ${table('_team')} team on team.id = belongs.team_id where belongs.member_id = $1
    ), held as (
      select role.id, holder.principal_id, role.administrator from ${table('_role')} role
      join ${table('_role_member')} holder on holder.role_id = role.id
      where holder.principal_id = $1 or holder.principal_id in (select id from own_team where kind = 'owner')
    ), below as (
      select unit_id as id from ${table('_principal')} where id = $1
      union select unit.id from ${table('_unit')} unit join below on unit.parent_id = below.id
    ), above as (
      select unit_id as id from ${table('_principal')} where id = $1
      union select unit.parent_id from ${table('_unit')} unit join above on unit.id = above.id where unit.parent_id is not null
    )
    select principal.unit_id as "unitId",
      coalesce((select bool_or(administrator) from held), false) as administrator,
      coalesce((select json_agg(json_build_array(id, principal_id)) from held), '[]') as held,
      array(select id::text from own_team order by id) as teams,
      array(select id::text from below order by id) as units,
      array(select id::text from above order by id) as "unitChain",
      coalesce((
        select json_agg(json_build_array(role_id, entity_id, action, scope)) from ${table('_privilege')}
        where role_id in (select id from held) and scope <> 'none'
      ), '[]') as privileges,
      coalesce((
        select json_agg(json_build_array(role_id, attribute_id, may_read, may_update)) from ${table('_field_rule')}
        where role_id in (select id from held)
      ), '[]') as "fieldRules",
      array(select distinct activity from ${table('_activity')} where role_id in (select id from held)) as activities,
      (select access_version from ${table('_version')}) as "accessVersion"
    from ${table('_member')} member
    join ${table('_principal')} principal on principal.id = member.id
    where member.id = $1 and member.status = 'active'`
}
