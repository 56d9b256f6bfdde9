import { keyPrefix } from '#accounts/apiKey.ts'
import type { SessionMethod } from '#accounts/session.ts'
import type { UserStatus } from '#accounts/status.ts'
import { hashOf } from '#accounts/server/secrets.ts'
import { isStaying } from '#accounts/server/sessions/sessions.ts'
import type { Locale } from '#language/locale.ts'
import type { BaseContext } from '#platform/server/context.ts'

/** The caller of a request and the session; a key for programs counts as a session. */
export type Session = {
  readonly id: string
  readonly method: SessionMethod | 'key'
  /** The only environment of the session; undefined means all of the person's environments. */
  readonly environmentId?: string
  /** The limits of a key; undefined means all of the person's rights. */
  readonly limits?: KeyLimits
  /** Whether the installation requires a second factor and the session was opened without one. */
  readonly lacksFactor?: boolean
  /** Key of the tokens against cross-site requests. */
  readonly key: Buffer
  readonly user: {
    readonly id: string
    readonly firstname: string
    readonly lastname: string
    readonly email: string
    readonly status: UserStatus
    readonly locale: Locale
    /** The person's time zone setting; null means the browser's. */
    readonly timeZone: string | null
    readonly developerMode: boolean
    /** Whether the person administers the installation. */
    readonly platformAdministrator: boolean
  }
}

/** A key may only read, and reach only some entities. */
export type KeyLimits = { readonly readOnly: boolean; readonly entityIds: readonly string[] | null }

export type SessionLookup = {
  /** The session of an access token or a key; null if unknown or over. */
  find(token: string): Promise<Session | null>
  /** Drops cached sessions of a session id or user id, so that this process sees a change at once. */
  forget(id: string): void
  /** The same for everyone. */
  forgetAll(): void
}

/** Product ruling 2.17: the end of a session takes effect within this time, in milliseconds. */
const freshFor = 1000
const mostKept = 10_000

type Kept = { readonly at: number; readonly session: Promise<Session | null>; ids: readonly string[] | undefined }

/** Finds sessions by token. Within a second the same token costs no statement; simultaneous questions share one. */
export function createSessionLookup(ground: BaseContext): SessionLookup {
  const kept = new Map<string, Kept>()
  const now = () => ground.now().getTime()

  return {
    find(token) {
      const found = kept.get(token)
      // A clock that was set back makes an entry old as well.
      if (found && now() >= found.at && now() - found.at < freshFor) return found.session
      if (kept.size >= mostKept) kept.clear()
      const entry: Kept = { at: now(), session: loadAny(ground, token), ids: undefined }
      kept.set(token, entry)
      void entry.session.then(
        (session) => (session ? (entry.ids = [session.id, session.user.id]) : kept.delete(token)),
        () => kept.delete(token),
      )
      return entry.session
    },
    forgetAll: () => kept.clear(),
    forget(id) {
      // One that is being read may be read as it was before.
      for (const [token, { ids }] of kept) if (ids?.includes(id) ?? true) kept.delete(token)
    },
  }
}

type Row = Session['user'] & { session: string; method: SessionMethod; key: Buffer; lacksFactor: boolean }
type KeyRow = Session['user'] & KeyLimits & { session: string; environment: string | null; isUsed: boolean }

const person = `person.id, person.firstname, person.lastname, person.email, person.status, person.locale,
        nullif(person.time_zone, 'auto') as "timeZone",
        person.developer_mode as "developerMode", person.platform_administrator as "platformAdministrator"`

function loadAny(ground: BaseContext, token: string): Promise<Session | null> {
  return token.startsWith(keyPrefix) ? loadKey(ground, hashOf('key', token)) : load(ground, hashOf('access', token))
}

/** The person of a key. When it was used is noted once a minute at most. */
async function loadKey({ database, log }: BaseContext, hash: Buffer): Promise<Session | null> {
  const [row] = await database.query<KeyRow>({
    name: 'session-by-key',
    text: `select key.id as session, key.environment_id as environment, ${person},
        key.read_only as "readOnly", key.entity_ids as "entityIds",
        coalesce(key.last_used_on > now() - interval '1 minute', false) as "isUsed"
      from lintel.api_key key
      join lintel."user" person on person.id = key.user_id
      where key.hash = $1 and key.revoked_on is null and (key.expires_on is null or key.expires_on > now())
        and person.status in ('active by email', 'active by mobile')`,
    values: [hash],
  })
  if (!row) return null
  const { session, environment, isUsed, readOnly, entityIds, ...user } = row
  if (!isUsed) {
    const noted = { text: 'update lintel.api_key set last_used_on = now() where id = $1', values: [session] }
    database.execute(noted).catch((error: unknown) => log.warn({ err: error }, 'the use of a key was not noted'))
  }
  return {
    id: session,
    method: 'key',
    key: hash,
    user,
    ...(environment === null ? {} : { environmentId: environment }),
    ...(readOnly || entityIds ? { limits: { readOnly, entityIds } } : {}),
  }
}

// Sessions that were open before it was wanted go on, unless they are ended.
const lacksFactor = `coalesce(not session.by_passkey
        and session.created_on > (select second_factor_on from lintel.installation)
        and not exists (select from lintel.totp where user_id = person.id and confirmed_on is not null), false)`

async function load(ground: BaseContext, hash: Buffer): Promise<Session | null> {
  const [row] = await ground.database.query<Row>({
    name: 'session-by-token',
    text: `select session.id as session, session.method, session.key, ${person}, ${lacksFactor} as "lacksFactor"
      from lintel.token
      join lintel.session on session.id = token.session_id
      join lintel."user" person on person.id = session.user_id
      where token.hash = $1 and token.kind = 'access' and token.expires_on > now()
        and session.revoked_on is null and session.ends_on > now()
        and (person.status in ('active by email', 'active by mobile') or ${isStaying})`,
    values: [hash],
  })
  if (!row) return null
  const { session, method, key, lacksFactor: lacking, ...user } = row
  return { id: session, method, key, user, ...(lacking ? { lacksFactor: true } : {}) }
}
