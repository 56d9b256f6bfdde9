import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { InviteRecord } from '#security/invite.ts'

type Row = Omit<InviteRecord, 'expires_on' | 'created_on'> & { expires_on: Date; created_on: Date }

/** The invites of an environment, the newest first, or the one of an id. */
export async function listInvites(
  executor: Executor,
  { id: environmentId, schema }: { readonly id: string; readonly schema: string },
  id?: string,
): Promise<InviteRecord[]> {
  const named = (table: string, column: string) =>
    `(select json_build_object('id', each.id, 'name', each.name) from ${qualified(schema, table)} each where each.id = ${column})`
  const rows = await executor.query<Row>({
    text: `select invite.id, invite.email, uses, used, invite.expires_on, invite.created_on,
        case when revoked_on is not null then 'revoked' when used >= uses then 'used'
          when invite.expires_on <= now() then 'expired' else 'open' end as state,
        ${named('_role', 'role_id')} as role, ${named('_unit', 'unit_id')} as unit, ${named('_team', 'team_id')} as team,
        (select name from ${qualified(schema, '_principal')} each where each.id = invite.created_by) as by
      from lintel.invite where environment_id = $1 and ($2::uuid is null or invite.id = $2)
      order by invite.created_on desc, invite.id limit 500`,
    values: [environmentId, id ?? null],
  })
  return rows.map((row) => ({
    ...row,
    expires_on: row.expires_on.toISOString(),
    created_on: row.created_on.toISOString(),
  }))
}

/** An invite that may still be used, with where it leads. */
export type OpenInvite = {
  readonly id: string
  readonly environment_id: string
  readonly schema: string
  readonly environment: string
  readonly uri: string
  readonly icon: string | null
  readonly color: string | null
  readonly email: string | null
  readonly role_id: string | null
  readonly unit_id: string | null
  readonly team_id: string | null
  readonly used: number
  readonly uses: number
  readonly by_id: string
  readonly expires_on: Date
}

/**
 * The invite of a code's hash: not revoked, not expired, in an environment in use. Used-up invites are found too,
 * because the code still leads members who joined by the invite to the environment.
 */
export async function findInvite(executor: Executor, hash: Buffer): Promise<OpenInvite | undefined> {
  const [invite] = await executor.query<OpenInvite>({
    text: `select invite.id, environment_id, schema, environment.name as environment, uri, icon, color, email, role_id,
        unit_id, team_id, used, uses, invite.created_by as by_id, invite.expires_on
      from lintel.invite join lintel.environment on environment.id = environment_id
      where hash = $1 and revoked_on is null and invite.expires_on > now() and state = 'active'`,
    values: [hash],
  })
  return invite
}
