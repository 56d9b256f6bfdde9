import { usualRetention } from '#audit/retention.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

const key = 'audit_days'

/** Retention of an environment's log, in days. */
export async function readRetention(executor: Executor, schema: string): Promise<number> {
  const [hasSettings] = await executor.query<{ has: boolean }>({
    text: 'select to_regclass($1) is not null as has',
    values: [qualified(schema, '_setting')],
  })
  if (!hasSettings?.has) return usualRetention
  const [said] = await executor.query<{ value: number }>({
    text: `select value from ${qualified(schema, '_setting')} where key = $1`,
    values: [key],
  })
  return said?.value ?? usualRetention
}

/** Sets the retention of the log in days, and logs the change. */
export async function setRetention(
  { database, environment, member, now, requestId, cause }: MemberContext,
  days: number,
) {
  const { schema } = environment
  await database.transaction(async (transaction) => {
    const before = await readRetention(transaction, schema)
    if (before === days) return
    await transaction.execute({
      text: `insert into ${qualified(schema, '_setting')} (key, value, updated_by_id, updated_on) values ($1, $2, $3, $4)
        on conflict (key) do update set value = excluded.value, updated_by_id = excluded.updated_by_id,
          updated_on = excluded.updated_on`,
      values: [key, JSON.stringify(days), member.id, now()],
    })
    await transaction.execute({
      text: `insert into ${qualified(schema, '_audit')} (at, area, kind, by_id, cause, request_id, changes)
        values ($1, 'security', 'auditRetention', $2, $3, $4, $5)`,
      values: [
        now(),
        member.id,
        JSON.stringify(cause),
        requestId,
        JSON.stringify({
          subject: { id: environment.id, name: environment.name },
          before: { days: before },
          after: { days },
        }),
      ],
    })
  })
}
