import type { UserContext } from '#accounts/server/accounts.ts'
import { restoreDays, type EnvironmentChange, type EnvironmentRecord } from '#environments/environment.ts'
import type { EnvironmentDeps, MemberContext } from '#environments/server/environments.ts'
import { refuseSixth } from '#environments/server/limit.ts'
import { claimUri, retireUri } from '#environments/server/uris.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

type Row = Omit<EnvironmentRecord, 'created_on' | 'updated_on'> & { created_on: Date; updated_on: Date }

const mine = `select environment.id, environment.name, company, uri, url, region, description, color, icon, own.role,
    own.administrator, coalesce(owner_id, created_by) = own.user_id as createdbyme, created_on, updated_on, version
  from lintel.environment
  join lintel.environment_member own on own.environment_id = environment.id
  where own.user_id = $1 and own.status = 'active'`

/** The environments that I am a member of, by name. */
export async function listEnvironments({ database, session }: UserContext): Promise<EnvironmentRecord[]> {
  return environmentsOf(database, session.user.id)
}

/** The same for a person without a session, such as at the command line. */
export async function environmentsOf(database: Executor, userId: string): Promise<EnvironmentRecord[]> {
  const rows = await database.query<Row>({
    text: `${mine} and state = 'active' order by lower(environment.name), environment.id`,
    values: [userId],
  })
  return rows.map(toRecord)
}

/** One environment of mine, or as another of its members has it. */
export async function readEnvironment(
  context: UserContext,
  id: string,
  memberId = context.session.user.id,
): Promise<EnvironmentRecord> {
  const [row] = await context.database.query<Row>({
    text: `${mine} and state = 'active' and environment.id = $2`,
    values: [memberId, id],
  })
  if (!row) throw fault('environment.unknown')
  return toRecord(row)
}

/**
 * Changes an environment's description in the registry; absent members stay unchanged. With `version`, refuses a stale
 * change (`definition.stale`). A former uri leads to the new uri for 90 days.
 */
export async function changeEnvironment(
  context: MemberContext,
  deps: EnvironmentDeps,
  change: EnvironmentChange,
  version: number | undefined,
): Promise<EnvironmentRecord> {
  if (!context.member.heldRights.activities.has('manage-environment')) throw fault('request.forbidden')
  const { id } = context.environment
  await context.database.transaction(async (transaction) => {
    const [before] = await transaction.query<Record<string, unknown> & { uri: string; version: number }>({
      text: `select name, uri, company, url, description, color, icon, version from lintel.environment
        where id = $1 and state = 'active' for update`,
      values: [id],
    })
    if (!before) throw fault('environment.unknown')
    if (version !== undefined && before.version !== version) throw fault('definition.stale')
    if (change.uri !== undefined && change.uri !== before.uri) {
      await claimUri(transaction, change.uri, id)
      await retireUri(transaction, before.uri)
    }
    const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after = { ...before, ...named } as Record<string, unknown>
    await transaction.execute({
      text: `update lintel.environment set name = $2, uri = $3, company = $4, url = $5, description = $6, color = $7,
        icon = $8, version = version + 1, updated_by = $9, updated_on = now() where id = $1`,
      values: [
        id,
        ...['name', 'uri', 'company', 'url', 'description', 'color', 'icon'].map((field) => after[field]),
        context.member.id,
      ],
    })
  })
  deps.memberships.forget(id)
  return readEnvironment(context, id)
}

/** Takes an environment out of sight; for 30 days it can be taken back. Its name has to be typed to be sure. */
export async function deleteEnvironment(
  context: MemberContext,
  deps: EnvironmentDeps,
  typedName: string,
  version: number | undefined,
): Promise<void> {
  requireAdministrator(context)
  const { id, name } = context.environment
  if (typedName.trim() !== name) refuseIf([{ code: 'validation.confirmName', target: 'name', parameters: { name } }])
  const deleted = await context.database.execute({
    text: `update lintel.environment set state = 'deleted', deleted_on = now(), version = version + 1, updated_by = $2,
      updated_on = now() where id = $1 and state = 'active' and ($3::int is null or version = $3)`,
    values: [id, context.member.id, version ?? null],
  })
  if (deleted === 0) throw fault('definition.stale')
  deps.memberships.forget(id)
}

/** Restores a deleted environment that the caller administers, within 30 days; its uri was reserved meanwhile. */
export async function restoreEnvironment(
  context: UserContext,
  deps: EnvironmentDeps,
  id: string,
): Promise<EnvironmentRecord> {
  await context.database.transaction(async (transaction) => {
    const [deleted] = await transaction.query<{ creator: string }>({
      text: `select coalesce(owner_id, created_by) as creator from lintel.environment
        where id = $1 and state = 'deleted' and deleted_on > now() - $3::int * interval '1 day' and exists (
          select from lintel.environment_member
          where environment_id = $1 and user_id = $2 and status = 'active' and administrator)`,
      values: [id, context.session.user.id, restoreDays],
    })
    if (!deleted) throw fault('environment.unknown')
    // The environment counts again towards its owner's limit.
    await refuseSixth(transaction, deleted.creator)
    await transaction.execute({
      text: `update lintel.environment set state = 'active', deleted_on = null, version = version + 1, updated_by = $2,
        updated_on = now() where id = $1 and state = 'deleted'`,
      values: [id, context.session.user.id],
    })
  })
  deps.memberships.forget(id)
  return readEnvironment(context, id)
}

function requireAdministrator({ member }: MemberContext): void {
  if (!member.administrator) throw fault('request.forbidden')
}

function toRecord(row: Row): EnvironmentRecord {
  return { ...row, created_on: row.created_on.toISOString(), updated_on: row.updated_on.toISOString() }
}
