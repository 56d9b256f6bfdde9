import type { CountQuery } from '#changes/operation.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** PostgreSQL returns at most 1,664 columns. */
const longest = 1000

/**
 * Counts rows with or without values, with one query per table. A column that does not exist yet has no values, and a
 * table that does not exist yet has no rows.
 */
export async function countRows(
  executor: Executor,
  schema: string,
  queries: readonly CountQuery[],
): Promise<readonly number[]> {
  const counts = new Map<CountQuery, number>()
  for (const [table, asked] of Map.groupBy(queries, (query) => query.table)) {
    const there = await columnsOf(executor, schema, table)
    if (there.size === 0) continue
    for (let at = 0; at < asked.length; at += longest) {
      const some = asked.slice(at, at + longest)
      const text = `select array[${some.map((query) => counting(query, there)).join(', ')}] as counts
        from ${qualified(schema, table)}`
      const [row] = await executor.query<{ counts: string[] }>({ text })
      for (const [index, query] of some.entries()) counts.set(query, Number(row?.counts[index] ?? 0))
    }
  }
  return queries.map((query) => counts.get(query) ?? 0)
}

function counting({ column, values }: CountQuery, there: ReadonlySet<string>): string {
  if (column === undefined || values === 'all') return 'count(*)'
  if (!there.has(column)) return values === 'empty' ? 'count(*)' : '0::bigint'
  return values === 'filled' ? `count(${ident(column)})` : `count(*) - count(${ident(column)})`
}

/** The columns of a table as it stands; none where the change itself makes it, which asking for rows would not survive. */
async function columnsOf(executor: Executor, schema: string, table: string): Promise<ReadonlySet<string>> {
  const rows = await executor.query<{ name: string }>({
    text: `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    values: [qualified(schema, table)],
  })
  return new Set(rows.map(({ name }) => name))
}
