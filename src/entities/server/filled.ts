import { columnOf, isStored } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** About how much of the records has a value of an attribute, from 0 to 1. */
export type Filled = { readonly id: string; readonly filled: number }

/**
 * About how much of the records has a value of each attribute, by what the database noted when it last looked at the table:
 * no record is read. Nothing is told of attributes that it has not looked at yet.
 */
export async function filledOf(
  executor: Executor,
  schema: string,
  { uri, attributes }: EntityDefinition,
): Promise<readonly Filled[]> {
  const rows = await executor.query<{ name: string; empty: number }>({
    text: 'select attname as name, null_frac as empty from pg_stats where schemaname = $1 and tablename = $2 and not inherited',
    values: [schema, uri],
  })
  const empty = new Map(rows.map((row) => [row.name, row.empty]))
  return attributes.filter(isStored).flatMap((attribute) => {
    const share = empty.get(columnOf(attribute))
    return share === undefined ? [] : [{ id: attribute.id, filled: 1 - share }]
  })
}
