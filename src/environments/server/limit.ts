import { environmentLimit } from '#environments/limits.ts'
import { fault } from '#faults/fault.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** A deleted environment retains its schema for 30 days, so creating and deleting environments is limited as well. */
const mostPerDay = 20

/** Specification 9: at most 5 a person. The person's row is the lock, so that two at once can't both be the fifth. */
export async function refuseSixth(transaction: Transaction, userId: string): Promise<void> {
  await transaction.execute({ text: 'select from lintel."user" where id = $1 for update', values: [userId] })
  const [made] = await transaction.query<{ kept: number; today: number }>({
    text: `select count(*) filter (where state <> 'deleted')::int as kept,
        count(*) filter (where created_on > now() - interval '1 day')::int as today
      from lintel.environment where coalesce(owner_id, created_by) = $1`,
    values: [userId],
  })
  if ((made?.kept ?? 0) >= environmentLimit) throw fault('environment.limit', { max: environmentLimit })
  if ((made?.today ?? 0) >= mostPerDay) throw fault('request.tooMany', { seconds: 3600 })
}
