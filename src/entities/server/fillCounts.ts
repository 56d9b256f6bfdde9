import { columnOf, isStored } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { ident, qualified } from '#platform/sql.ts'

/** Estimated share of records with a value of an attribute, from 0 to 1. */
export type FillCount = { readonly id: string; readonly filled: number }

/** Up to this number of records values are counted: PostgreSQL analyzes a table only after some dozens of writes. */
const mostCounted = 2_000

/**
 * Estimated share of records with a value, per attribute, from PostgreSQL's statistics. Small tables without statistics
 * are counted; for large ones nothing is returned until statistics exist.
 */
export async function countFilled(
  executor: Executor,
  schema: string,
  { uri, attributes }: EntityDefinition,
): Promise<readonly FillCount[]> {
  const columns = attributes.filter(isStored).map((attribute) => ({ id: attribute.id, column: columnOf(attribute) }))
  const noted = await notedIn(executor, schema, uri)
  const unknown = columns.flatMap(({ column }) => (noted.has(column) ? [] : [column]))
  const counted = unknown.length === 0 ? noted : await countedIn(executor, schema, uri, unknown)
  return columns.flatMap(({ id, column }) => {
    const filled = noted.get(column) ?? counted.get(column)
    return filled === undefined ? [] : [{ id, filled }]
  })
}

type Shares = ReadonlyMap<string, number>

async function notedIn(executor: Executor, schema: string, table: string): Promise<Shares> {
  const rows = await executor.query<{ name: string; empty: number }>({
    text: 'select attname as name, null_frac as empty from pg_stats where schemaname = $1 and tablename = $2 and not inherited',
    values: [schema, table],
  })
  return new Map(rows.map(({ name, empty }) => [name, 1 - empty]))
}

/** An exact count for small tables; nothing otherwise. */
async function countedIn(
  executor: Executor,
  schema: string,
  table: string,
  columns: readonly string[],
): Promise<Shares> {
  const counts = columns.map((column) => `count(${ident(column)})::int`).join(', ')
  const [row] = await executor.query<{ records: number; filled: number[] }>({
    text: `select count(*)::int as records, array[${counts}] as filled
      from (select ${columns.map(ident).join(', ')} from ${qualified(schema, table)} limit ${mostCounted + 1}) as part`,
  })
  if (!row || row.records === 0 || row.records > mostCounted) return new Map()
  return new Map(columns.map((column, at) => [column, (row.filled[at] ?? 0) / row.records]))
}
