import { keyPrefix, mostKeys, type ApiKey, type ApiKeyDraft, type NewApiKey } from '#accounts/apiKey.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { UserContext } from '#accounts/server/accounts.ts'
import { requireConfirmed } from '#accounts/server/sessions/confirmation.ts'
import { lockUser } from '#accounts/server/lockUser.ts'
import { hashOf, newSecret } from '#accounts/server/secrets.ts'
import { fault, faultOf } from '#faults/fault.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'

type Row = {
  id: string
  name: string
  envid: string | null
  readonly: boolean
  entities: string[] | null
  created_on: Date
  expires_on: Date | null
  last_used_on: Date | null
}

const columns =
  'id, name, environment_id as envid, read_only as readonly, entity_ids as entities, created_on, expires_on, last_used_on'
const live = 'revoked_on is null and (expires_on is null or expires_on > now())'

/** The keys of the person that still open something, the newest first. */
export async function listKeys({ database, session }: UserContext): Promise<ApiKey[]> {
  const rows = await database.query<Row>({
    text: `select ${columns} from lintel.api_key where user_id = $1 and ${live} order by created_on desc, id`,
    values: [session.user.id],
  })
  return rows.map(shown)
}

/**
 * Creates a key for a person with a confirmed session, because the key outlives the session. Only the hash is stored:
 * the key is shown in this answer alone. Faults: `identity.confirmNeeded`, `apiKey.limit` for too many.
 */
export async function makeKey(context: UserContext, draft: ApiKeyDraft): Promise<NewApiKey> {
  await requireConfirmed(context)
  return createKey(context, context.database, { ...draft, id: context.newId(), userId: context.session.user.id })
}

type Making = ApiKeyDraft & { readonly id: string; readonly userId: string }

/** The same for a person without a session, such as at the command line. */
export async function createKey(
  noting: { readonly now: () => Date; readonly requestId: string | null },
  database: Database,
  making: Making,
): Promise<NewApiKey> {
  const { id, userId, name, envid, days, readonly = false, entities } = making
  // Entities are those of one environment.
  if (entities && !envid) throw faultOf([{ code: 'validation.required', target: 'envid' }])
  const key = keyPrefix + newSecret()
  const row = await database.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    const [made] = await transaction.query<Row>({
      text: `insert into lintel.api_key (id, user_id, name, environment_id, hash, created_on, expires_on, read_only, entity_ids)
        select $1, $2, $3, $4, $5, now(), now() + $6::int * interval '1 day', $8, $9
        where (select count(*) from lintel.api_key where user_id = $2 and ${live}) < $7
        returning ${columns}`,
      values: [id, userId, name, envid ?? null, hashOf('key', key), days ?? null, mostKeys, readonly, entities ?? null],
    })
    if (made) await noteAccess(noting, transaction, { kind: 'keyMade', byId: userId, after: factsOf(made) })
    return made
  })
  if (!row) throw faultOf([{ code: 'apiKey.limit', target: 'name', parameters: { max: mostKeys } }])
  return { ...shown(row), key }
}

/** The person with an address, if verified. */
export async function personOf(database: Executor, email: string): Promise<{ id: string; email: string } | undefined> {
  const [person] = await database.query<{ id: string; email: string }>({
    text: `select id, email from lintel."user" where email = lower($1) and status like 'active%'`,
    values: [email],
  })
  return person
}

/** Ends a key of the person; `apiKey.unknown` for anyone else's. */
export async function revokeKey(context: UserContext, id: string): Promise<void> {
  const byId = context.session.user.id
  await context.database.transaction(async (transaction) => {
    const [gone] = await transaction.query<Row>({
      text: `update lintel.api_key set revoked_on = now() where id = $1 and user_id = $2 and revoked_on is null
        returning ${columns}`,
      values: [id, byId],
    })
    if (!gone) throw fault('apiKey.unknown')
    await noteAccess(context, transaction, { kind: 'keyRevoked', byId, before: factsOf(gone) })
  })
}

/** Facts about a key for the log. */
function factsOf({ id, name, envid, readonly, entities, expires_on }: Row) {
  return { id, name, envid, readonly, entities, expires_on: expires_on?.toISOString() ?? null }
}

function shown({ created_on, expires_on, last_used_on, ...row }: Row): ApiKey {
  return {
    ...row,
    created_on: created_on.toISOString(),
    expires_on: expires_on?.toISOString() ?? null,
    last_used_on: last_used_on?.toISOString() ?? null,
  }
}
