import { qualified } from '#platform/sql.ts'

/**
 * The roles of members, direct or by an owner team, as a table of `member_id` and `role_id`. Access teams only receive
 * shares (product ruling 2.3).
 */
export function heldRoles(schema: string): string {
  const table = (name: string) => qualified(schema, name)
  return `(select holder.principal_id as member_id, holder.role_id from ${table('_role_member')} holder
    join ${table('_member')} itself on itself.id = holder.principal_id
    union select belongs.member_id, holder.role_id from ${table('_role_member')} holder
    join ${table('_team')} team on team.id = holder.principal_id and team.kind = 'owner'
    join ${table('_team_member')} belongs on belongs.team_id = team.id)`
}
