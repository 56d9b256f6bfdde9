import type { EntityDefinition } from '#entities/entity.ts'
import { actions, type Action, type Scope } from '#environments/memberRights.ts'
import { activities } from '#environments/activity.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { qualified } from '#platform/sql.ts'
import { closedFields } from '#security/fields.ts'
import type { SelfRecord } from '#security/role.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { mayAtAll } from '#security/reach.ts'
import { scopeOf } from '#security/scope.ts'

type Names = { roles: { id: string; name: string }[]; teams: { id: string; name: string }[]; unit: string }

/** The caller's own rights, in one call for the screens. */
export async function readOwnRights(deps: AdminDeps, context: MemberContext): Promise<SelfRecord> {
  const { database, environment, member } = context
  const model = await deps.models.fresh(environment)
  const table = (name: string) => qualified(environment.schema, name)
  const list = (from: string, ids: string) =>
    `coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name) from ${from} where id = any(${ids})), '[]')`
  const [names] = await database.query<Names>({
    text: `select ${list(table('_role'), '$1')} as roles, ${list(table('_team'), '$2')} as teams,
      (select name from ${table('_unit')} where id = $3) as unit`,
    values: [member.roles, member.heldRights.principals, member.unitId],
  })
  // Entities without any possible action are left out.
  const entities = [...model.entities.values()].filter((entity) =>
    actions.some((action) => mayAtAll(member, action, entity, model)),
  )
  const scopesOf = (entity: EntityDefinition) =>
    Object.fromEntries(actions.map((action) => [action, scopeOf(member, action, entity)])) as Record<Action, Scope>
  return {
    id: member.id,
    administrator: member.administrator,
    roles: names?.roles ?? [],
    unit: { id: member.unitId, name: names?.unit ?? '' },
    units: member.heldRights.units,
    teams: names?.teams ?? [],
    privileges: Object.fromEntries(entities.map((entity) => [entity.id, scopesOf(entity)])),
    fields: Object.fromEntries(entities.flatMap(limitedFields)),
    activities: activities.filter((activity) => member.heldRights.activities.has(activity)),
    developermode: member.developerMode,
  }

  function limitedFields(entity: EntityDefinition) {
    const { unread, fixed } = closedFields(member, entity, model)
    return [...fixed].map((id) => [id, { read: !unread.has(id), update: false }] as const)
  }
}
