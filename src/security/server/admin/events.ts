import type { Cause } from '#environments/cause.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { SecurityEventDraft } from '#security/securityEvent.ts'

/** The author, time and cause of a change of rights: a request, or a job that continues a request. */
export type EventAuthor = Pick<MemberContext, 'now'> & {
  readonly member: { readonly id: string }
  readonly cause: Cause
}

/** Logs the reading of personal data, with reader and time; once an hour per reader. */
export async function noteSecurityReading(
  { now, session, database, environment, requestId }: MemberContext,
  kind: SecurityEventDraft['kind'],
): Promise<void> {
  const log = qualified(environment.schema, '_audit')
  const { id, name } = environment
  await database.execute({
    text: `insert into ${log} (at, area, kind, by_id, cause, request_id, changes)
      select $1::timestamptz, 'security', $2::text, $3::uuid, $4::jsonb, $5::text, $6::jsonb where not exists (
        select from ${log} where at > $1::timestamptz - interval '1 hour' and area = 'security' and kind = $2 and by_id = $3)`,
    values: [
      now(),
      kind,
      session.user.id,
      JSON.stringify({ kind: 'request', id: requestId }),
      requestId,
      JSON.stringify({ subject: { id, name }, before: null, after: null }),
    ],
  })
}

/** Logs a change of rights, with author and time. */
export async function noteEvent(
  { now, member, cause }: EventAuthor,
  transaction: Transaction,
  schema: string,
  { kind, subject, before, after }: SecurityEventDraft,
): Promise<void> {
  await transaction.execute({
    text: `insert into ${qualified(schema, '_audit')} (at, area, kind, by_id, cause, request_id, changes)
      values ($1, 'security', $2, $3, $4, $5, $6)`,
    values: [now(), kind, member.id, JSON.stringify(cause), cause.id, JSON.stringify({ subject, before, after })],
  })
}
