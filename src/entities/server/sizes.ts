import type { Model } from '#entities/model.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** Size of each entity's records in bytes, including indexes and TOAST tables. */
export async function sizesOf(
  executor: Executor,
  schema: string,
  { entitiesByUri }: Model,
): Promise<readonly { readonly id: string; readonly bytes: number }[]> {
  const rows = await executor.query<{ name: string; bytes: string }>({
    text: `select c.relname as name, pg_total_relation_size(c.oid) as bytes from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind = 'r'`,
    values: [schema],
  })
  return rows.flatMap(({ name, bytes }) => {
    const entity = entitiesByUri.get(name)
    return entity ? [{ id: entity.id, bytes: Number(bytes) }] : []
  })
}
