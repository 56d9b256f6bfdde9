import type { Executor, Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { FieldRuleRecord, PrivilegeRecord, RoleDetail, RoleRecord } from '#security/role.ts'
import { isActivity } from '#environments/activity.ts'

const defaultKey = 'default_role'

/** The roles of an environment, by name; the managed ones first. */
export async function listRoles(executor: Executor, schema: string): Promise<RoleRecord[]> {
  return executor.query<RoleRecord>({ text: `${selectRoles(schema)} order by managed desc, lower(role.name), role.id` })
}

/** One role with all its rights. */
export async function findRole(executor: Executor, schema: string, id: string): Promise<RoleDetail | undefined> {
  const [role] = await executor.query<RoleRecord>({ text: `${selectRoles(schema)} where role.id = $1`, values: [id] })
  if (!role) return undefined
  const of = (text: string) => ({ text, values: [id] })
  const privileges = await executor.query<PrivilegeRecord>(
    of(`select entity_id, action, scope from ${qualified(schema, '_privilege')}
      where role_id = $1 and scope <> 'none' order by entity_id, action`),
  )
  const fields = await executor.query<FieldRuleRecord>(
    of(`select attribute_id, may_read, may_update from ${qualified(schema, '_field_rule')}
      where role_id = $1 order by attribute_id`),
  )
  const activities = await executor.query<{ activity: string }>(
    of(`select activity from ${qualified(schema, '_activity')} where role_id = $1 order by activity`),
  )
  return { ...role, privileges, fields, activities: activities.map(({ activity }) => activity).filter(isActivity) }
}

function selectRoles(schema: string): string {
  const table = (name: string) => qualified(schema, name)
  const holders = (kind: string) =>
    `(select count(*)::int from ${table('_role_member')} holder join ${table(kind)} held on held.id = holder.principal_id
      where holder.role_id = role.id)`
  return `select role.id, role.name, role.description, role.administrator, role.managed, role.version,
      role.id::text = (select value #>> '{}' from ${table('_setting')} where key = '${defaultKey}') as default,
      ${holders('_member')} as members, ${holders('_team')} as teams,
      (select count(distinct entity_id)::int from ${table('_privilege')} held
        where held.role_id = role.id and scope <> 'none') as entities
    from ${table('_role')} role`
}

/** The role that new members get. */
export async function defaultRoleOf(executor: Executor, schema: string): Promise<string | undefined> {
  const [row] = await executor.query<{ id: string }>({
    text: `select role.id from ${qualified(schema, '_setting')} setting
      join ${qualified(schema, '_role')} role on role.id::text = setting.value #>> '{}' where key = $1`,
    values: [defaultKey],
  })
  return row?.id
}

export async function putDefaultRole(
  transaction: Transaction,
  schema: string,
  setting: { readonly id: string; readonly byId: string; readonly at: Date },
): Promise<void> {
  await transaction.execute({
    text: `insert into ${qualified(schema, '_setting')} (key, value, updated_by_id, updated_on) values ($1, $2, $3, $4)
      on conflict (key) do update set value = excluded.value, updated_by_id = excluded.updated_by_id,
        updated_on = excluded.updated_on`,
    values: [defaultKey, JSON.stringify(setting.id), setting.byId, setting.at],
  })
}

/** Whether another role has this name, in whatever case. */
export async function isNameTaken(
  executor: Executor,
  schema: string,
  {
    table,
    name,
    except,
  }: { readonly table: '_role' | '_team'; readonly name: string; readonly except?: string | undefined },
): Promise<boolean> {
  const rows = await executor.query({
    text: `select from ${qualified(schema, table)} where lower(name) = lower($1) and id is distinct from $2::uuid`,
    values: [name, except ?? null],
  })
  return rows.length > 0
}

/** Sets cells of the matrix; those that are not named stay. */
export async function putPrivileges(
  transaction: Transaction,
  schema: string,
  cells: readonly (PrivilegeRecord & { readonly role_id: string })[],
): Promise<void> {
  if (cells.length === 0) return
  const table = qualified(schema, '_privilege')
  const lists = (['role_id', 'entity_id', 'action', 'scope'] as const).map((key) => cells.map((cell) => cell[key]))
  const given = 'unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as cell (role_id, entity_id, action, scope)'
  await transaction.execute({
    text: `delete from ${table} old using ${given} where cell.scope = 'none' and old.role_id = cell.role_id
      and old.entity_id = cell.entity_id and old.action = cell.action`,
    values: lists,
  })
  await transaction.execute({
    text: `insert into ${table} (role_id, entity_id, action, scope)
      select role_id, entity_id, action, scope from ${given} where scope <> 'none'
      on conflict (role_id, entity_id, action) do update set scope = excluded.scope`,
    values: lists,
  })
}

/** Sets rules of attributes; one that allows both is none. */
export async function putFieldRules(
  transaction: Transaction,
  schema: string,
  roleId: string,
  rules: readonly FieldRuleRecord[],
): Promise<void> {
  if (rules.length === 0) return
  const table = qualified(schema, '_field_rule')
  await transaction.execute({
    text: `delete from ${table} where role_id = $1 and attribute_id = any($2)`,
    values: [roleId, rules.map(({ attribute_id }) => attribute_id)],
  })
  const kept = rules.filter(({ may_update }) => !may_update)
  await transaction.execute({
    text: `insert into ${table} (role_id, attribute_id, may_read, may_update)
      select $1, attribute_id, may_read, false from unnest($2::uuid[], $3::boolean[]) as rule (attribute_id, may_read)`,
    values: [roleId, kept.map(({ attribute_id }) => attribute_id), kept.map(({ may_read }) => may_read)],
  })
}

/** Gives a role exactly these activities. */
export async function putActivities(
  transaction: Transaction,
  schema: string,
  roleId: string,
  activities: readonly string[],
): Promise<void> {
  const table = qualified(schema, '_activity')
  await transaction.execute({ text: `delete from ${table} where role_id = $1`, values: [roleId] })
  await transaction.execute({
    text: `insert into ${table} (role_id, activity) select $1, unnest($2::text[])`,
    values: [roleId, [...new Set(activities)]],
  })
}
