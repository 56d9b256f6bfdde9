import { actions, type Action, type Scope } from '#environments/holdings.ts'
import { activities } from '#environments/activity.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { qualified } from '#platform/sql.ts'
import { rightIn, scopeIn } from '#security/grant.ts'
import type { SelfRecord } from '#security/role.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { giverOf } from '#security/server/admin/grants.ts'

type Names = { roles: { id: string; name: string }[]; teams: { id: string; name: string }[]; unit: string }

/** What I may do, in one call for the screens. */
export async function readSelf(deps: AdminDeps, context: MemberContext): Promise<SelfRecord> {
  const { database, environment, member } = context
  const model = await deps.models.fresh(environment)
  const table = (name: string) => qualified(environment.schema, name)
  const list = (from: string, ids: string) =>
    `coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name) from ${from} where id = any(${ids})), '[]')`
  const [names] = await database.query<Names>({
    text: `select ${list(table('_role'), '$1')} as roles, ${list(table('_team'), '$2')} as teams,
      (select name from ${table('_unit')} where id = $3) as unit`,
    values: [member.roles, member.holdings.principals, member.unitId],
  })
  const grant = giverOf(member)
  const scopesOf = (entityId: string) =>
    Object.fromEntries(actions.map((action) => [action, scopeIn(grant, entityId, action)])) as Record<Action, Scope>
  return {
    id: member.id,
    administrator: member.administrator,
    roles: names?.roles ?? [],
    unit: { id: member.unitId, name: names?.unit ?? '' },
    units: member.holdings.units,
    teams: names?.teams ?? [],
    privileges: Object.fromEntries([...model.entities.keys()].map((id) => [id, scopesOf(id)])),
    fields: limitedFields(),
    activities: activities.filter((activity) => member.holdings.activities.has(activity)),
    developermode: member.developerMode,
  }

  function limitedFields(): SelfRecord['fields'] {
    const limited: Record<string, { read: boolean; update: boolean }> = {}
    const ruled = new Set(grant.fieldRules.map(({ attributeId }) => attributeId))
    if (grant.administrator || ruled.size === 0) return limited
    for (const entity of model.entities.values())
      for (const { id } of entity.attributes) {
        if (!ruled.has(id)) continue
        const right = rightIn(grant, entity.id, id)
        if (!right.read || !right.update) limited[id] = right
      }
    return limited
  }
}
