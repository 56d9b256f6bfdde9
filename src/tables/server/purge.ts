import { qualified } from '#platform/sql.ts'
import type { Database } from '#platform/server/database/database.ts'
import { purgeStatement } from '#tables/sql.ts'
import { asideName } from '#tables/step.ts'

/** Product ruling part 6, 7: what was deleted can be undone for 30 days. */
export const undoDays = 30

type DroppedRow = { id: string; kind: 'entity' | 'attribute'; entity_id: string; table: string | null }

/** Deletes tables and columns for good that have been dropped since before `limit`. Returns their number. */
export async function purgeDropped(database: Database, schema: string, limit: Date): Promise<number> {
  return database.transaction(async (transaction) => {
    await transaction.execute({ text: `select 1 from ${qualified(schema, '_version')} for update` })
    const due = await transaction.query<DroppedRow>({
      text: `select d.id, d.kind, d.entity_id, e.uri as "table" from ${qualified(schema, '_dropped')} d
        left join ${qualified(schema, '_entity')} e on e.id = d.entity_id where d.dropped_on < $1`,
      values: [limit],
    })
    await transaction.execute({ text: `set local lock_timeout = '50ms'` })
    for (const dropped of due) {
      // The table of a dropped column may be dropped itself.
      const table = dropped.table ?? asideName(dropped.entity_id)
      await transaction.execute({ text: purgeStatement(schema, dropped, table) })
    }
    await transaction.execute({
      text: `delete from ${qualified(schema, '_dropped')} where id = any($1::uuid[])`,
      values: [due.map(({ id }) => id)],
    })
    return due.length
  })
}
