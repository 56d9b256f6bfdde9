import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { trashDays } from '#records/history/trash.ts'

const day = 24 * 60 * 60 * 1000
/** Rows per statement, so that locks stay short. */
const portion = 10_000

/**
 * Retention of an environment's records: trash, events and work lists are deleted 30 days after their creation (product
 * ruling 2.2 and 2.4).
 */
export async function tendRecords(database: Executor, schema: string, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - trashDays * day)
  const old: Readonly<Record<string, string>> = {
    // Shares are deleted with their record. Expired shares stay for the same period, so that their existence can be
    // seen.
    _share: `(entity_id, record_id) in (select entity_id, id from ${qualified(schema, '_trash')} where deleted_on < $1) or expires_on < $1`,
    _trash: 'deleted_on < $1',
    _event: 'at < $1',
    _work: `job_id in (select id from ${qualified(schema, '_job')} where ended_on < $1)`,
  }
  for (const [name, condition] of Object.entries(old)) {
    const table = qualified(schema, name)
    const text = `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${portion}))`
    while ((await database.execute({ text, values: [limit] })) === portion);
  }
}
