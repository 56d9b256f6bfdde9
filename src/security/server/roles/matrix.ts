import { activities, isActivity, type Activity } from '#environments/activity.ts'
import { actions, type Action, type Scope } from '#environments/memberRights.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { ActivityRecord, EntityPrivileges, EntityRoleRecord, FieldRuleRecord, RoleDetail } from '#security/role.ts'
import { differenceOf } from '#security/securityEvent.ts'
import { changeAccess, type AccessChange } from '#security/server/admin/accessChange.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { grantOf, refuseExcess, unitsOfRole } from '#security/server/roles/grants.ts'
import { factsOfRole } from '#security/server/roles/roleFacts.ts'
import { refuseUnfitScopes, roleIn } from '#security/server/roles/roles.ts'
import { listRoles, putActivities, putFieldRules, putPrivileges } from '#security/server/roles/roles.store.ts'

type EntityRow = {
  id: string
  name: string
  administrator: boolean
  managed: boolean
  held: (readonly [Action, Scope])[]
  fields: FieldRuleRecord[]
}

/** The rights of each role on one entity: the matrix from the entity's side. */
export async function readEntityRoles(
  deps: AdminDeps,
  { database, environment }: MemberContext,
  entityId: string,
): Promise<EntityRoleRecord[]> {
  const model = await deps.models.fresh(environment)
  const entity = model.entities.get(entityId)
  if (!entity) throw fault('definition.unknown')
  const rows = await database.query<EntityRow>({
    text: `select role.id, role.name, role.administrator, role.managed, coalesce((
        select json_agg(json_build_array(action, scope)) from ${qualified(environment.schema, '_privilege')}
        where role_id = role.id and entity_id = $1), '[]') as held, coalesce((
        select json_agg(json_build_object('attribute_id', attribute_id, 'may_read', may_read, 'may_update', may_update))
        from ${qualified(environment.schema, '_field_rule')} where role_id = role.id and attribute_id = any($2)), '[]') as fields
      from ${qualified(environment.schema, '_role')} role order by managed desc, lower(role.name), role.id`,
    values: [entityId, entity.attributes.map(({ id }) => id)],
  })
  return rows.map(({ id, name, administrator, managed, held, fields }) => {
    const known = new Map(held)
    const scopeOf = (action: Action) => (administrator ? 'all' : (known.get(action) ?? 'none'))
    const scopes = Object.fromEntries(actions.map((action) => [action, scopeOf(action)])) as Record<Action, Scope>
    return { role_id: id, role: name, administrator, managed, fields, ...scopes }
  })
}

/** Sets cells of several roles on one entity and rules for its attributes, all or none. */
export async function changeEntityRoles(
  deps: AdminDeps,
  context: MemberContext,
  entityId: string,
  { value = [], fields = [] }: EntityPrivileges,
): Promise<EntityRoleRecord[]> {
  const model = await deps.models.fresh(context.environment)
  const cells = value.map((cell) => ({ ...cell, entity_id: entityId }))
  refuseUnfitScopes(model, cells)
  const attributes = new Set(model.entities.get(entityId)?.attributes.map(({ id }) => id))
  if (fields.some(({ attribute_id }) => !attributes.has(attribute_id))) throw fault('definition.unknown')
  await changeAccess(deps, context, 'manage-roles', async (change) => {
    const { transaction, schema } = change
    const of = (id: string) => (each: { readonly role_id: string }) => each.role_id === id
    for (const id of new Set([...cells, ...fields].map(({ role_id }) => role_id)))
      await changeRights(change, model, id, async () => {
        await putPrivileges(transaction, schema, cells.filter(of(id)))
        await putFieldRules(transaction, schema, id, fields.filter(of(id)))
      })
  })
  return readEntityRoles(deps, context, entityId)
}

/** The activities with the roles that have them; those that are managed have all. */
export async function readActivities(executor: Executor, schema: string): Promise<ActivityRecord[]> {
  const roles = await listRoles(executor, schema)
  const rows = await executor.query<{ role_id: string; activity: string }>({
    text: `select role_id, activity from ${qualified(schema, '_activity')}`,
  })
  const held = new Set(rows.map(({ role_id, activity }) => `${role_id} ${activity}`))
  return activities.map((id) => ({
    id,
    roles: roles
      .filter((role) => role.administrator || held.has(`${role.id} ${id}`))
      .map((role) => ({ id: role.id, name: role.name })),
  }))
}

/** One activity by the name in a path; any other is unknown. */
export function activityNamed(text: string): Activity {
  if (!isActivity(text)) throw fault('definition.unknown')
  return text
}

/** Gives an activity to exactly these roles; administrators always keep the activity. */
export async function changeActivityRoles(
  deps: AdminDeps,
  context: MemberContext,
  activity: Activity,
  roleIds: readonly string[],
): Promise<ActivityRecord | undefined> {
  const model = await deps.models.fresh(context.environment)
  const { schema } = context.environment
  await changeAccess(deps, context, 'manage-roles', async (change) => {
    for (const id of roleIds) await roleIn(change, id)
    for (const { id, managed } of await listRoles(change.transaction, schema)) {
      if (managed) continue
      const role = await roleIn(change, id)
      const others = role.activities.filter((each) => each !== activity)
      const next = roleIds.includes(id) ? [...others, activity] : others
      if (next.length !== role.activities.length)
        await changeRights(change, model, id, () => putActivities(change.transaction, schema, id, next))
    }
  })
  return (await readActivities(context.database, schema)).find(({ id }) => id === activity)
}

/** Changes the rights of one role, within the giver's rights, and logs the change. */
async function changeRights(
  change: AccessChange,
  model: Model,
  id: string,
  put: () => Promise<void>,
): Promise<RoleDetail> {
  const { transaction, schema, holder } = change
  const role = await roleIn(change, id)
  if (role.managed) throw fault('managed.update')
  const before = await grantOf(transaction, schema, [id])
  await put()
  const after = await grantOf(transaction, schema, [id])
  refuseExcess(holder, model, { before, after, units: await unitsOfRole(transaction, schema, id) })
  await transaction.execute({
    text: `update ${qualified(schema, '_role')} set version = version + 1 where id = $1`,
    values: [id],
  })
  const changed = await roleIn(change, id)
  const difference = differenceOf(factsOfRole(model, role), factsOfRole(model, changed))
  if (difference) await change.note({ kind: 'roleChanged', subject: changed, ...difference })
  return changed
}
