import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { MemberRecord } from '#security/member.ts'

type Row = Omit<MemberRecord, 'joined_on' | 'last_seen_on'> & { joined_on: Date; last_seen_on: Date | null }

/** The members of an environment by name, or the one of an id. */
export async function listMembers(
  executor: Executor,
  { id: environmentId, schema }: { readonly id: string; readonly schema: string },
  id?: string,
): Promise<MemberRecord[]> {
  const table = (name: string) => qualified(schema, name)
  const named = (from: string) =>
    `coalesce((select json_agg(json_build_object('id', each.id, 'name', each.name) order by lower(each.name), each.id) from ${from}), '[]')`
  const rows = await executor.query<Row>({
    text: `select member.id, member.firstname, member.lastname, person.email, member.status, own.administrator,
        coalesce(environment.owner_id, environment.created_by) = member.id as owner, principal.unit_id, unit.name as unit, member.joined_on,
        ${named(`${table('_role_member')} holder join ${table('_role')} each on each.id = holder.role_id
          where holder.principal_id = member.id`)} as roles,
        ${named(`${table('_team_member')} belongs join ${table('_team')} each on each.id = belongs.team_id
          where belongs.member_id = member.id`)} as teams,
        (select max(session.last_seen_on) from lintel.session session where session.user_id = member.id) as last_seen_on
      from ${table('_member')} member
      join ${table('_principal')} principal on principal.id = member.id
      join ${table('_unit')} unit on unit.id = principal.unit_id
      join lintel.environment environment on environment.id = $1
      join lintel."user" person on person.id = member.id
      join lintel.environment_member own on own.environment_id = environment.id and own.user_id = member.id
      where $2::uuid is null or member.id = $2
      order by lower(member.firstname), lower(member.lastname), member.id`,
    values: [environmentId, id ?? null],
  })
  return rows.map((row) => ({
    ...row,
    joined_on: row.joined_on.toISOString(),
    last_seen_on: row.last_seen_on?.toISOString() ?? null,
  }))
}
