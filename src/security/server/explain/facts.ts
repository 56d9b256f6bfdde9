import type { EntityDefinition } from '#entities/entity.ts'
import type { Action, Scope } from '#environments/memberRights.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { ReachDefinitions } from '#security/reach.ts'
import { carriedTo } from '#security/server/share/carriedShares.ts'
import { carryPathsOf } from '#security/carryPath.ts'
import type { Means, ExplainedRecord, RoleFacts, ShareFacts } from '#security/explain.ts'

/** A share as it was given. */
export type ShareOrigin = {
  readonly principalId: string
  readonly since: string
  readonly until: string | null
  readonly byId: string
  /** Key of the path, for a share that is carried from another record. */
  readonly key?: string
}
export type KnownRecord = ExplainedRecord & { readonly status: string; readonly origins: readonly ShareOrigin[] }

type Row = { owner: string; unit: string; status: string; shares: readonly ShareRow[] }
type ShareRow = { principal: string; read: boolean; update: boolean; delete: boolean } & Omit<
  ShareOrigin,
  'principalId'
>

/** The owner and the current shares of a record; undefined if the record does not exist. */
export async function recordFacts(
  executor: Executor,
  schema: string,
  { entity, model }: { readonly entity: EntityDefinition; readonly model: ReachDefinitions },
  id: string,
): Promise<KnownRecord | undefined> {
  const [row] = await executor.query<Row>({
    text: `select own.owner_id::text as owner, own.owning_unit_id::text as unit, own.status,
        coalesce((
          select json_agg(json_build_object('principal', shared.principal_id, 'read', may_read, 'update', may_update,
            'delete', may_delete, 'since', created_on, 'until', expires_on, 'byId', granted_by_id) order by created_on)
          from ${qualified(schema, '_share')} shared
          where entity_id = $2 and record_id = own.id and (expires_on is null or expires_on > now())
        ), '[]') as shares
      from ${qualified(schema, entity.uri)} own where own.id = $1`,
    values: [id, entity.id],
  })
  if (!row) return undefined
  const shares = row.shares.map(({ principal, read, update, delete: remove }): ShareFacts => ({
    principalId: principal,
    may: { read, update, delete: remove },
  }))
  const origins = row.shares.map(({ principal, since, until, byId }) => ({
    principalId: principal,
    since,
    until,
    byId,
  }))
  const carried = await carriedTo(executor, { schema, entity, model }, id)
  const further = carried.shares.map(({ principalId, since, until, byId, carried: { key } }): ShareOrigin => {
    return { principalId, since, until: until?.toISOString() ?? null, byId, key }
  })
  return {
    ownerId: row.owner,
    unitId: row.unit,
    status: row.status,
    shares: [...shares, ...carried.shares],
    origins: [...origins, ...further],
    carriers: carried.carriers,
  }
}

type MeansRow = {
  roles: readonly { id: string; privileges: readonly (readonly [string, Action, Scope])[] }[]
  teams: readonly { id: string; roles: readonly string[] }[]
}

/**
 * The rights of roles on an entity and on the entities that carry shares to it, and the owner teams with their roles:
 * the material for fixes.
 */
export async function meansOf(
  executor: Executor,
  schema: string,
  { entity, model }: { readonly entity: EntityDefinition; readonly model: ReachDefinitions },
): Promise<Means> {
  const carriers = carryPathsOf(model, entity, () => true).flatMap((path) => path.map((step) => step.entity.id))
  const table = (name: string) => qualified(schema, name)
  const [row] = await executor.query<MeansRow>({
    text: `select coalesce((
          select json_agg(json_build_object('id', role.id, 'privileges', coalesce((
            select json_agg(json_build_array(entity_id, action, scope)) from ${table('_privilege')} held
            where held.role_id = role.id and entity_id = any($1::uuid[]) and scope <> 'none'), '[]')) order by role.name)
          from ${table('_role')} role where not administrator
        ), '[]') as roles,
        coalesce((
          select json_agg(json_build_object('id', team.id, 'roles', array(
            select role_id from ${table('_role_member')} where principal_id = team.id)))
          from ${table('_team')} team where kind = 'owner'
        ), '[]') as teams`,
    values: [[...new Set([entity.id, ...carriers])]],
  })
  const roles = (row?.roles ?? []).map(({ id, privileges }): RoleFacts => ({
    id,
    privileges: privileges.map(([entityId, action, scope]) => ({ roleId: id, entityId, action, scope })),
  }))
  const known = new Map(roles.map((role) => [role.id, role]))
  const teams = (row?.teams ?? []).map((team) => ({
    id: team.id,
    roles: team.roles.flatMap((id) => known.get(id) ?? []),
  }))
  return { roles, teams }
}

/** The names of principals and roles by their ids. */
export async function namesOf(
  executor: Executor,
  schema: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await executor.query<{ id: string; name: string }>({
    text: `select id::text, name from ${qualified(schema, '_principal')} where id = any($1::uuid[])
      union all select id::text, name from ${qualified(schema, '_role')} where id = any($1::uuid[])`,
    values: [[...new Set(ids)]],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
