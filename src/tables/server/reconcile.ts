import type { Model } from '#entities/model.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createIndexOnline, indexesOf } from '#tables/indexes.ts'
import { validateForeignKey } from '#tables/sql.ts'

type Place = { readonly schema: string; readonly collation: string }

/**
 * Makes the indexes that the tables of a model lack, anew where a crash left them invalid, and checks the rows that a
 * foreign key was not checked against. Each statement stands alone and blocks neither reads nor writes; what two
 * processes do at once, one of them does. Run after each change of definitions and at the start.
 * Answers how many statements it took.
 */
export async function reconcileTables(database: Database, place: Place, model: Model): Promise<number> {
  const { schema, collation } = place
  const present = await indexesPresent(database, schema)
  const due: string[] = []
  for (const index of [...model.entities.values()].flatMap((entity) => indexesOf(entity, collation))) {
    const valid = present.get(index.name)
    if (valid === true) continue
    if (valid === false) due.push(`drop index concurrently if exists ${qualified(schema, index.name)}`)
    due.push(createIndexOnline(schema, index))
  }
  due.push(...(await unvalidated(database, schema)))
  for (const text of due) await database.execute({ text })
  return due.length
}

async function indexesPresent(database: Database, schema: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await database.query<{ name: string; valid: boolean }>({
    text: `select c.relname as name, i.indisvalid as valid from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1`,
    values: [schema],
  })
  return new Map(rows.map(({ name, valid }) => [name, valid]))
}

async function unvalidated(database: Database, schema: string): Promise<string[]> {
  const rows = await database.query<{ table: string; constraint: string }>({
    text: `select t.relname as ${ident('table')}, k.conname as ${ident('constraint')} from pg_constraint k
      join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = $1 and k.contype = 'f' and not k.convalidated`,
    values: [schema],
  })
  return rows.map(({ table, constraint }) => validateForeignKey(schema, table, constraint))
}
