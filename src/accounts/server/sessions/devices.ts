import { deviceOf, type Device } from '#accounts/device.ts'
import { noteAccess } from '#accounts/server/administration/accessLog.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
import { requireFresh } from '#accounts/server/sessions/confirmation.ts'
import { fault } from '#faults/fault.ts'

type Row = Omit<Device, 'browser' | 'system' | 'created_on' | 'last_seen_on'> & {
  user_agent: string | null
  created_on: Date
  last_seen_on: Date
}

/** The sessions of the person that are still open, this one first, then the latest. */
export async function listDevices({ database, session }: UserContext): Promise<Device[]> {
  const rows = await database.query<Row>({
    text: `select id, user_agent, created_on, last_seen_on, remember_me, id = $2 as current from lintel.session
      where user_id = $1 and revoked_on is null and ends_on > now() and exists (
        select from lintel.token where session_id = session.id and kind = 'refresh' and expires_on > now()
          and replaced_on is null)
      order by current desc, last_seen_on desc, id limit 200`,
    values: [session.user.id, session.id],
  })
  return rows.map(({ user_agent, created_on, last_seen_on, ...row }) => ({
    ...row,
    ...deviceOf(user_agent),
    created_on: created_on.toISOString(),
    last_seen_on: last_seen_on.toISOString(),
  }))
}

/**
 * Ends a session of the person, after a sign-in within the hour or a confirmation of the session. Faults:
 * `session.unknown` for another person's session, `identity.confirmNeeded`.
 */
export async function endDevice(context: UserContext, deps: AccountDeps, id: string): Promise<void> {
  if (id !== context.session.id) await requireFresh(context)
  const ended = await end(context, 'id = $2', id)
  if (ended === 0) throw fault('session.unknown')
  deps.sessions.forget(id)
}

/** Ends every other session of the person. */
export async function endOtherDevices(context: UserContext, deps: AccountDeps): Promise<void> {
  await requireFresh(context)
  const { session } = context
  await end(context, 'id <> $2', session.id)
  deps.sessions.forget(session.user.id)
}

/** Ends those of the person's sessions that fit, and leaves in the log which. Answers how many. */
async function end(context: UserContext, which: 'id = $2' | 'id <> $2', id: string): Promise<number> {
  const byId = context.session.user.id
  return context.database.transaction(async (transaction) => {
    const ended = await transaction.query<{ id: string }>({
      text: `update lintel.session set revoked_on = now() where user_id = $1 and ${which} and revoked_on is null returning id`,
      values: [byId, id],
    })
    const before = { sessions: ended.map((session) => session.id) }
    if (ended.length > 0) await noteAccess(context, transaction, { kind: 'sessionsEnded', byId, before })
    return ended.length
  })
}
