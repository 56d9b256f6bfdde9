import { deviceOf, type Device } from '#accounts/device.ts'
import type { AccountDeps, UserContext } from '#accounts/server/accounts.ts'
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

/** Ends a session of the person; `session.unknown` for anyone else's. */
export async function endDevice({ database, session }: UserContext, deps: AccountDeps, id: string): Promise<void> {
  const ended = await database.execute({
    text: 'update lintel.session set revoked_on = now() where id = $1 and user_id = $2 and revoked_on is null',
    values: [id, session.user.id],
  })
  if (ended === 0) throw fault('session.unknown')
  deps.sessions.forget(id)
}

/** Ends every other session of the person. */
export async function endOtherDevices({ database, session }: UserContext, deps: AccountDeps): Promise<void> {
  await database.execute({
    text: 'update lintel.session set revoked_on = now() where user_id = $1 and id <> $2 and revoked_on is null',
    values: [session.user.id, session.id],
  })
  deps.sessions.forget(session.user.id)
}
