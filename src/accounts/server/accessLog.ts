import type { Context } from '#platform/server/context.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** What the installation's log tells of people who sign in, and of those who administer it. Texts: `audit.kind.<kind>`. */
export type AccessKind =
  | 'signIn'
  | 'signInRefused'
  | 'signOut'
  | 'tokenReused'
  | 'installationSetUp'
  | 'userChanged'
  | 'sessionsEnded'
  | 'factorsReset'
  | 'passwordReset'

/** `subject` is whom it happened to, where that is not who did it. */
export type AccessNote = {
  readonly kind: AccessKind
  readonly byId: string | null
  readonly subject?: { readonly id: string; readonly name: string }
  readonly before?: object | null
  readonly after?: object | null
}

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

/** Leaves a row in the installation's log, in the transaction of what it tells of. */
export async function noteAccess(
  context: Pick<Context, 'now' | 'requestId'>,
  executor: Executor,
  note: AccessNote,
): Promise<void> {
  const { kind, byId, subject = null, before = null, after = null } = note
  await executor.execute({
    text: `insert into lintel._audit (at, area, kind, by_id, cause, request_id, changes) values ($1, 'access', $2, $3, $4, $5, $6)`,
    values: [
      context.now(),
      kind,
      byId,
      JSON.stringify({ kind: 'request', id: context.requestId }),
      context.requestId,
      JSON.stringify({ subject, before, after }),
    ],
  })
}
