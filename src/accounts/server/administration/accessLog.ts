import type { AccessKind } from '#accounts/accessKind.ts'
import type { Context } from '#platform/server/context.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** `subject` is the affected person, if not the author. */
export type AccessNote = {
  readonly kind: AccessKind
  readonly byId: string | null
  readonly subject?: { readonly id: string; readonly name: string }
  readonly before?: object | null
  readonly after?: object | null
}

/** Source of a log entry; work at the command line has no request id. */
type Noting = { readonly now: Context['now']; readonly requestId: string | null }

/** A step of a sign-in that was not the password was refused. */
export async function noteRefusal(
  context: Context,
  reason: 'factor' | 'passkey' | 'provider',
  byId: string | null,
  agent: string | null | undefined,
): Promise<void> {
  const after = { reason, agent: agent?.slice(0, 400) ?? null }
  await noteAccess(context, context.database, { kind: 'signInRefused', byId, after })
}

/** Logs a failed confirmation of a session. */
export async function noteUnconfirmed(context: Context, byId: string, by: string): Promise<void> {
  await noteAccess(context, context.database, { kind: 'confirmRefused', byId, after: { by } })
}

/** Writes an entry of the installation's log, in the transaction of the logged change. */
export async function noteAccess({ now, requestId }: Noting, executor: Executor, note: AccessNote): Promise<void> {
  const { kind, byId, subject = null, before = null, after = null } = note
  const cause = requestId === null ? { kind: 'system', id: 'command' } : { kind: 'request', id: requestId }
  await executor.execute({
    text: `insert into lintel._audit (at, area, kind, by_id, record_id, cause, request_id, changes)
      values ($1, 'access', $2, $3, $4, $5, $6, $7)`,
    values: [
      now(),
      kind,
      byId,
      // The person stands where other logs have the record, so that the entries about one person are found by an index.
      subject?.id ?? byId,
      JSON.stringify(cause),
      requestId,
      JSON.stringify({ subject, before, after }),
    ],
  })
}

/** The same for frequent events such as readings: once an hour for each person and subject. */
export async function noteHourly(noting: Noting, executor: Executor, note: AccessNote): Promise<void> {
  const [noted] = await executor.query({
    text: `select 1 from lintel._audit where kind = $1 and by_id = $2 and record_id = $3 and at > $4::timestamptz - interval '1 hour'
      limit 1`,
    values: [note.kind, note.byId, note.subject?.id ?? note.byId, noting.now()],
  })
  if (!noted) await noteAccess(noting, executor, note)
}
