import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** So many rows are converted at once, under a lock that nobody notices; more of them while reads and writes go on. */
export const largeFrom = 10_000

export async function isLarge(executor: Executor, schema: string, table: string, from = largeFrom): Promise<boolean> {
  const [row] = await executor.query<{ rows: string }>({
    text: `select count(*) as rows from (select 1 from ${qualified(schema, table)} limit ${from + 1}) counted`,
  })
  return Number(row?.rows ?? 0) > from
}
