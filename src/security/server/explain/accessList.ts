import { actions, type Action, type Scope } from '#environments/memberRights.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import type { Models } from '#entities/server/entities.ts'
import { fault } from '#faults/fault.ts'
import { qualified } from '#platform/sql.ts'
import type { EntityMemberRecord } from '#security/explanation.ts'
import { heldRoles } from '#security/server/roles/heldRoles.ts'
import { scopeOf } from '#security/scope.ts'

type Row = {
  id: string
  name: string
  unit: string
  administrator: boolean
  roles: { id: string; name: string }[]
  privileges: (readonly [roleId: string, action: Action, scope: Scope])[]
}

/** The active members with the scope of each action on an entity, and the roles that give the scope. */
export async function accessList(
  { models }: { readonly models: Models },
  { database, environment }: MemberContext,
  entityId: string,
): Promise<EntityMemberRecord[]> {
  const entity = (await models.fresh(environment)).entities.get(entityId)
  if (!entity) throw fault('definition.unknown')
  const table = (name: string) => qualified(environment.schema, name)
  const rows = await database.query<Row>({
    text: `with held as ${heldRoles(environment.schema)}
      select member.id::text, concat_ws(' ', nullif(member.firstname, ''), nullif(member.lastname, '')) as name, unit.name as unit,
        exists (select from held join ${table('_role')} role on role.id = held.role_id
          where held.member_id = member.id and role.administrator) as administrator,
        coalesce((select json_agg(json_build_object('id', role.id, 'name', role.name) order by lower(role.name), role.id)
          from held join ${table('_role')} role on role.id = held.role_id
          where held.member_id = member.id and (role.administrator or exists (
            select from ${table('_privilege')} own
            where own.role_id = role.id and own.entity_id = $1 and own.scope <> 'none'))), '[]') as roles,
        coalesce((select json_agg(json_build_array(own.role_id, own.action, own.scope))
          from held join ${table('_privilege')} own on own.role_id = held.role_id
          where held.member_id = member.id and own.entity_id = $1), '[]') as privileges
      from ${table('_member')} member
      join ${table('_principal')} principal on principal.id = member.id
      join ${table('_unit')} unit on unit.id = principal.unit_id
      where member.status = 'active'
      order by lower(member.firstname), lower(member.lastname), member.id`,
    values: [entityId],
  })
  return rows.map(({ privileges, ...member }) => {
    const heldRights = {
      principals: [],
      units: [],
      unitChain: [],
      held: [],
      fieldRules: [],
      activities: new Set<never>(),
      privileges: privileges.map(([roleId, action, scope]) => ({ roleId, entityId, action, scope })),
    }
    const reach = (action: Action) => scopeOf({ administrator: member.administrator, heldRights }, action, entity)
    const scopes = Object.fromEntries(actions.map((action) => [action, reach(action)])) as Record<Action, Scope>
    return { ...member, ...scopes }
  })
}
