import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** Names of an environment's principals, by id. */
export type NamesOf = (
  executor: Executor,
  schema: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** The names of principals, in one statement; an unknown id has none. */
export const principalNames: NamesOf = async (executor, schema, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await executor.query<{ id: string; name: string }>({
    text: `select id, name from ${qualified(schema, '_principal')} where id = any($1::uuid[])`,
    values: [[...new Set(ids)]],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Knows no names; for callers without access to names. */
export const nameless: NamesOf = () => Promise.resolve(new Map())
