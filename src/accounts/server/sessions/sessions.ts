import { randomBytes } from 'node:crypto'
import type { SessionWish } from '#accounts/account.ts'
import { accessLifetime, refreshGrace, sessionLife, type SessionMethod, type SessionMode } from '#accounts/session.ts'
import { unverifiedHours } from '#accounts/rules.ts'
import { maySignIn, type UserStatus } from '#accounts/status.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { RequestOrigin } from '#accounts/server/signIn/caller.ts'
import { derive, hashOf, newSecret } from '#accounts/server/secrets.ts'
import { fault } from '#faults/fault.ts'
import type { Context } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** The secrets of a session as they go out, once. With method jwt one secret serves both uses. */
export type Tokens = {
  readonly access: string
  readonly refresh: string
  readonly method: SessionMethod
  readonly mode: SessionMode
  readonly rememberMe: boolean
}

/** Properties of a new session. */
export type SessionShape = Pick<SessionWish, 'method' | 'mode' | 'remember_me'>

type Family = { id: string; method: SessionMethod; mode: SessionMode; remember_me: boolean; key: Buffer }

/** Opens a session for a user: a new family of tokens. Fault: `session.tokenOnly` where the host takes no cookies. */
export async function openSession(
  context: Context,
  transaction: Transaction,
  userId: string,
  { caller, ...wish }: SessionShape & { readonly caller: RequestOrigin; readonly byPasskey?: boolean },
): Promise<Tokens> {
  if (caller.tokensOnly && wish.method === 'cookie') throw fault('session.tokenOnly')
  const userAgent = caller.userAgent?.slice(0, 400) ?? null
  const family: Family = { ...wish, id: context.newId(), key: randomBytes(32) }
  await transaction.execute({
    text: `insert into lintel.session
      (id, user_id, method, mode, remember_me, user_agent, key, created_on, last_seen_on, ends_on, by_passkey)
      values ($1, $2, $3, $4, $5, $6, $7, now(), now(), now() + $8::float8 * interval '1 second', $9)`,
    values: [
      family.id,
      userId,
      family.method,
      family.mode,
      family.remember_me,
      userAgent,
      family.key,
      lifeOf(family).whole,
      wish.byPasskey ?? false,
    ],
  })
  const tokens = tokensOf(family, newSecret())
  await keepTokens(transaction, family, tokens)
  const after = {
    session: family.id,
    method: family.method,
    remembered: family.remember_me,
    agent: userAgent,
  }
  await noteAccess(context, transaction, { kind: 'signIn', byId: userId, after })
  return tokens
}

/**
 * Exchanges a refresh token for the next one (product ruling 2.17). The old token returns the same new token for 30 s
 * while the new one is unused, because the new token is derived from the old one and the session's key. A later use of
 * an old token means that two parties have it: the whole family ends and `onEnded` is called. Null when the session is
 * over.
 */
export async function refreshSession(
  context: Context,
  method: SessionMethod,
  secret: string,
  onEnded: (sessionId: string) => void,
): Promise<Tokens | null> {
  const hash = hashOf('refresh', secret)
  const ended: string[] = []
  const found = await context.database.transaction(async (transaction) => {
    // The family's row is the lock: a second statement sees the writes of the previous holder.
    const locked = await transaction.query<Family & { user_id: string }>({
      text: `select id, user_id, method, mode, remember_me, key from lintel.session
        where id = (select session_id from lintel.token where hash = $1 and kind = 'refresh')
        and method = $2 and revoked_on is null and ends_on > now() for update`,
      values: [hash, method],
    })
    const [family] = locked
    if (!family) return null
    const [token] = await transaction.query<Refreshable>({ text: refreshable, values: [hash, refreshGrace] })
    if (!token?.live || !(maySignIn(token.status) || token.staying)) return null
    const tokens = tokensOf(family, derive(family.key, 'refresh', secret))
    if (!token.replaced) {
      await replaceToken(transaction, family, hash, tokens)
      return tokens
    }
    if (token.graceful) return tokens
    context.log.warn({ session: family.id }, 'a refresh token came back after its time: the session ends')
    await revoke(transaction, family.id)
    await noteAccess(context, transaction, { kind: 'tokenReused', byId: family.user_id, after: { session: family.id } })
    ended.push(family.id)
    return null
  })
  for (const id of ended) onEnded(id)
  return found
}

/** Ends the sessions that these secrets belong to. Answers their ids. */
export async function endSessions(
  context: Context,
  secrets: { access: string | undefined; refresh: string | undefined },
): Promise<string[]> {
  const { access, refresh } = secrets
  const hashes = [
    ...(access === undefined ? [] : [hashOf('access', access)]),
    ...(refresh === undefined ? [] : [hashOf('refresh', refresh)]),
  ]
  if (hashes.length === 0) return []
  const ended = await context.database.transaction(async (transaction) => {
    const sessions = await transaction.query<{ id: string; user_id: string }>({
      text: `update lintel.session set revoked_on = coalesce(revoked_on, now())
        where id in (select session_id from lintel.token where hash = any($1::bytea[])) returning id, user_id`,
      values: [hashes],
    })
    for (const { id, user_id: byId } of sessions)
      await noteAccess(context, transaction, { kind: 'signOut', byId, after: { session: id } })
    return sessions
  })
  return ended.map(({ id }) => id)
}

type Refreshable = { live: boolean; replaced: boolean; graceful: boolean; status: UserStatus; staying: boolean }

/** Product ruling 2.1: a person who has to verify an address or number again stays signed in for a day to do so. */
export const isStaying = `coalesce(person.status = 'created'
    and person.unverified_on > now() - interval '${unverifiedHours} hours', false)`

const refreshable = `select token.expires_on > now() as live, token.replaced_on is not null as replaced,
    coalesce(now() <= token.replaced_on + $2::float8 * interval '1 second' and next.used_on is null
      and next.hash is not null, false) as graceful,
    person.status, ${isStaying} as staying
  from lintel.token
  join lintel.session on session.id = token.session_id
  join lintel."user" person on person.id = session.user_id
  left join lintel.token next on next.hash = token.replaced_by
  where token.hash = $1`

function tokensOf(family: Family, refresh: string): Tokens {
  const { method, mode, key } = family
  const access = method === 'jwt' ? refresh : derive(key, 'access', refresh)
  return { access, refresh, method, mode, rememberMe: family.remember_me }
}

async function replaceToken(transaction: Transaction, family: Family, hash: Buffer, tokens: Tokens): Promise<void> {
  await transaction.execute({
    text: `update lintel.token set used_on = coalesce(used_on, now()), replaced_on = now(), replaced_by = $2 where hash = $1`,
    values: [hash, hashOf('refresh', tokens.refresh)],
  })
  await keepTokens(transaction, family, tokens)
  await transaction.execute({
    text: 'update lintel.session set last_seen_on = now() where id = $1',
    values: [family.id],
  })
  // Replaced refresh tokens stay for a week, so that their reuse is noticed.
  await transaction.execute({
    text: `delete from lintel.token where session_id = $1 and (
      (kind = 'access' and expires_on < now()) or (kind = 'refresh' and replaced_on < now() - interval '7 days'))`,
    values: [family.id],
  })
}

async function keepTokens(transaction: Transaction, family: Family, tokens: Tokens): Promise<void> {
  await transaction.execute({
    text: `insert into lintel.token (hash, session_id, kind, expires_on) values
      ($1, $3, 'access', now() + $4::float8 * interval '1 second'),
      ($2, $3, 'refresh', now() + $5::float8 * interval '1 second')`,
    values: [
      hashOf('access', tokens.access),
      hashOf('refresh', tokens.refresh),
      family.id,
      accessLifetime,
      lifeOf(family).rest,
    ],
  })
}

async function revoke(transaction: Transaction, sessionId: string): Promise<void> {
  await transaction.execute({
    text: 'update lintel.session set revoked_on = now() where id = $1',
    values: [sessionId],
  })
}

function lifeOf(family: Family) {
  return family.remember_me ? sessionLife.remembered : sessionLife.passing
}
