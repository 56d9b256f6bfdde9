import { activities as allActivities, type Activity } from '#environments/activity.ts'
import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import { qualified } from '#platform/sql.ts'
import type { FieldRuleRecord, PrivilegeRecord, RoleChange, RoleDetail, RoleDraft } from '#security/role.ts'
import { differenceOf } from '#security/securityEvent.ts'
import { changeAccess, type AccessChange } from '#security/server/admin/accessChange.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { grantOf, refuseExcess, unitsOfRole } from '#security/server/roles/grants.ts'
import { factsOfRole } from '#security/server/roles/roleFacts.ts'
import {
  defaultRoleOf,
  findRole,
  isNameTaken,
  putActivities,
  putDefaultRole,
  putFieldRules,
  putPrivileges,
} from '#security/server/roles/roles.store.ts'

/** Creates a role with exactly the rights of the draft. */
export async function createRole(deps: AdminDeps, context: MemberContext, draft: RoleDraft): Promise<RoleDetail> {
  const model = await deps.models.fresh(context.environment)
  const id = context.newId()
  return changeAccess(deps, context, 'manage-roles', async (change) => {
    await insertRole(context, change, { id, name: draft.name, description: draft.description })
    const role = await fill(context, change, model, id, draft)
    await change.note({ kind: 'roleCreated', subject: role, before: null, after: factsOfRole(model, role) })
    return role
  })
}

/** A role with all that another one allows, under another name. A copy of the Administrator role allows everything there is now. */
export async function copyRole(
  deps: AdminDeps,
  context: MemberContext,
  sourceId: string,
  name: string,
): Promise<RoleDetail> {
  const model = await deps.models.fresh(context.environment)
  const id = context.newId()
  return changeAccess(deps, context, 'manage-roles', async (change) => {
    const source = await roleIn(change, sourceId)
    await insertRole(context, change, { id, name, description: source.description })
    const { privileges, fields, activities } = source
    const rights = source.administrator ? everything(model) : { privileges, fields, activities }
    const role = await fill(context, change, model, id, rights)
    await change.note({ kind: 'roleCreated', subject: role, before: null, after: factsOfRole(model, role) })
    return role
  })
}

/** Changes a role, on the version that was read where one is given. */
export async function changeRole(
  deps: AdminDeps,
  context: MemberContext,
  id: string,
  wish: RoleChange,
): Promise<RoleDetail> {
  const model = await deps.models.fresh(context.environment)
  return changeAccess(deps, context, 'manage-roles', async (change) => {
    const before = await roleIn(change, id)
    if (before.managed) throw fault('managed.update')
    if (wish.version !== undefined && wish.version !== before.version) throw fault('definition.stale')
    if (wish.name !== undefined) await refuseTakenName(change, wish.name, id)
    await change.transaction.execute({
      text: `update ${qualified(change.schema, '_role')} set name = $2, description = $3, version = version + 1 where id = $1`,
      values: [id, wish.name ?? before.name, wish.description === undefined ? before.description : wish.description],
    })
    const role = await fill(context, change, model, id, wish)
    const difference = differenceOf(factsOfRole(model, before), factsOfRole(model, role))
    if (difference) await change.note({ kind: 'roleChanged', subject: role, ...difference })
    return role
  })
}

/** Deletes a role; its members get the default role instead (product ruling 2.16). */
export async function deleteRole(
  deps: AdminDeps,
  context: MemberContext,
  id: string,
  version: number | undefined,
): Promise<void> {
  const model = await deps.models.fresh(context.environment)
  await changeAccess(deps, context, 'manage-roles', async (change) => {
    const { transaction, schema } = change
    const role = await roleIn(change, id)
    if (role.managed) throw fault('managed.delete')
    if (version !== undefined && version !== role.version) throw fault('definition.stale')
    if (role.default) throw fault('role.default')
    const successor = await defaultRoleOf(transaction, schema)
    if (successor && role.members > 0) {
      const [before, after] = [
        await grantOf(transaction, schema, [id]),
        await grantOf(transaction, schema, [successor]),
      ]
      refuseExcess(change.holder, model, { before, after, units: await unitsOfRole(transaction, schema, id) })
      const holders = qualified(schema, '_role_member')
      await transaction.execute({
        text: `insert into ${holders} (role_id, principal_id)
          select $2, principal_id from ${holders} where role_id = $1 and principal_id in (select id from ${qualified(schema, '_member')})
          on conflict do nothing`,
        values: [id, successor],
      })
    }
    await transaction.execute({ text: `delete from ${qualified(schema, '_role')} where id = $1`, values: [id] })
    await change.note({ kind: 'roleDeleted', subject: role, before: factsOfRole(model, role), after: null })
  })
}

/** The role within a change; one that is not of this environment is unknown. */
export async function roleIn({ transaction, schema }: AccessChange, id: string): Promise<RoleDetail> {
  const role = await findRole(transaction, schema, id)
  if (!role) throw fault('role.unknown')
  return role
}

type Rights = {
  readonly privileges?: readonly PrivilegeRecord[] | undefined
  readonly fields?: readonly FieldRuleRecord[] | undefined
  readonly activities?: readonly Activity[] | undefined
  readonly default?: true | undefined
}

/** Sets the rights of a role; refuses rights that the giver does not hold. */
async function fill(
  context: MemberContext,
  change: AccessChange,
  model: Model,
  id: string,
  wish: Rights,
): Promise<RoleDetail> {
  const { transaction, schema, holder } = change
  refuseUnknown(model, wish)
  const before = await grantOf(transaction, schema, [id])
  await putPrivileges(
    transaction,
    schema,
    (wish.privileges ?? []).map((cell) => ({ ...cell, role_id: id })),
  )
  await putFieldRules(transaction, schema, id, wish.fields ?? [])
  if (wish.activities) await putActivities(transaction, schema, id, wish.activities)
  const after = await grantOf(transaction, schema, [id])
  refuseExcess(holder, model, { before, after, units: await unitsOfRole(transaction, schema, id) })
  if (wish.default) await makeDefault(context, change, model, id)
  return roleIn(change, id)
}

/** New members get this role from now on, so the role may allow no more than the giver holds. */
async function makeDefault(context: MemberContext, change: AccessChange, model: Model, id: string): Promise<void> {
  const { transaction, schema, holder } = change
  const former = await defaultRoleOf(transaction, schema)
  if (former === id) return
  refuseExcess(holder, model, { after: await grantOf(transaction, schema, [id]) })
  await putDefaultRole(transaction, schema, { id, byId: holder.id, at: context.now() })
  const [before, after] = [former ? await findRole(transaction, schema, former) : undefined, await roleIn(change, id)]
  await change.note({
    kind: 'defaultRoleChanged',
    subject: after,
    before: before ? { name: before.name } : null,
    after: { name: after.name },
  })
}

/** Refuses ids that the model does not know; an organisation's entity allows only the scopes none and all. */
function refuseUnknown(model: Model, { privileges = [], fields = [] }: Rights): void {
  const attributes = new Set([...model.entities.values()].flatMap((entity) => entity.attributes.map(({ id }) => id)))
  if (fields.some(({ attribute_id }) => !attributes.has(attribute_id))) throw fault('definition.unknown')
  refuseUnfitScopes(model, privileges)
}

export function refuseUnfitScopes(
  model: Model,
  cells: readonly { readonly entity_id: string; readonly scope: string }[],
): void {
  refuseIf(
    cells.flatMap(({ entity_id, scope }, index) => {
      const entity = model.entities.get(entity_id)
      if (!entity) throw fault('definition.unknown')
      const fits = entity.ownership === 'user' || scope === 'none' || scope === 'all'
      return fits ? [] : [{ code: 'validation.option', target: `privileges.${index}.scope` } as const]
    }),
  )
}

async function insertRole(
  context: MemberContext,
  change: AccessChange,
  role: { readonly id: string; readonly name: string; readonly description: string | null },
): Promise<void> {
  await refuseTakenName(change, role.name)
  await change.transaction.execute({
    text: `insert into ${qualified(change.schema, '_role')} (id, name, description, created_on) values ($1, $2, $3, $4)`,
    values: [role.id, role.name, role.description, context.now()],
  })
}

async function refuseTakenName({ transaction, schema }: AccessChange, name: string, except?: string): Promise<void> {
  if (await isNameTaken(transaction, schema, { table: '_role', name, except }))
    refuseIf([{ code: 'validation.taken', target: 'name' }])
}

function everything(model: Model): Rights {
  const actions = ['create', 'read', 'update', 'delete'] as const
  const cells = [...model.entities.keys()].flatMap((entity_id) =>
    actions.map((action) => ({ entity_id, action, scope: 'all' as const })),
  )
  return { privileges: cells, activities: allActivities }
}
