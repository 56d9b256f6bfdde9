import type { Executor, Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { TeamRecord } from '#security/team.ts'

/** The teams of an environment by name, or the one of an id. */
export function listTeams(executor: Executor, schema: string, id?: string): Promise<TeamRecord[]> {
  const table = (name: string) => qualified(schema, name)
  const named = (from: string) =>
    `coalesce((select json_agg(json_build_object('id', each.id, 'name', each.name) order by lower(each.name), each.id) from ${from}), '[]')`
  return executor.query<TeamRecord>({
    text: `select team.id, team.name, team.kind, team.version, principal.unit_id, unit.name as unit,
        ${named(`${table('_role_member')} holder join ${table('_role')} each on each.id = holder.role_id
          where holder.principal_id = team.id`)} as roles,
        ${named(`${table('_team_member')} belongs join ${table('_principal')} each on each.id = belongs.member_id
          where belongs.team_id = team.id`)} as members
      from ${table('_team')} team join ${table('_principal')} principal on principal.id = team.id
      join ${table('_unit')} unit on unit.id = principal.unit_id
      where $1::uuid is null or team.id = $1 order by lower(team.name), team.id`,
    values: [id ?? null],
  })
}

/** Gives a principal exactly these roles. */
export async function putRoles(
  transaction: Transaction,
  schema: string,
  principalId: string,
  roleIds: readonly string[],
): Promise<void> {
  const table = qualified(schema, '_role_member')
  await transaction.execute({
    text: `delete from ${table} where principal_id = $1 and role_id <> all($2)`,
    values: [principalId, roleIds],
  })
  await transaction.execute({
    text: `insert into ${table} (role_id, principal_id) select unnest($2::uuid[]), $1 on conflict do nothing`,
    values: [principalId, [...new Set(roleIds)]],
  })
}

/** Gives a team exactly these members. */
export async function putTeamMembers(
  transaction: Transaction,
  schema: string,
  teamId: string,
  memberIds: readonly string[],
): Promise<void> {
  const table = qualified(schema, '_team_member')
  await transaction.execute({
    text: `delete from ${table} where team_id = $1 and member_id <> all($2)`,
    values: [teamId, memberIds],
  })
  await transaction.execute({
    text: `insert into ${table} (team_id, member_id) select $1, unnest($2::uuid[]) on conflict do nothing`,
    values: [teamId, [...new Set(memberIds)]],
  })
}
