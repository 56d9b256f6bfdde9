import type { MemberContext } from '#environments/server/environments.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { SecurityEventDraft } from '#security/securityEvent.ts'

/** Who changes rights, when, and by what: a request, or a job that goes on with one. */
export type EventAuthor = Pick<MemberContext, 'now'> & {
  readonly member: { readonly id: string }
  readonly cause: { readonly kind: string; readonly id: string }
}

/** Writes what happened to rights, by whom and when. */
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
