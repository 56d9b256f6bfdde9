import { setTimeout as pause } from 'node:timers/promises'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Database } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { createIndexOnline, createUniqueOnline, indexesOf, uniquesOf } from '#tables/indexes.ts'
import { searchedFrom, searchIndexesOf } from '#tables/searchIndexes.ts'
import { wordIndexOf, wordIndexPrefix } from '#tables/wordIndex.ts'
import { dropKey, renewForeignKey, validateForeignKey } from '#tables/sql.ts'

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
  due.push(...(await searchesDue(database, schema, model, present)))
  due.push(...wordsDue(schema, model, present))
  await renewKeys(database, schema)
  due.push(...(await unvalidated(database, schema)))
  for (const text of due) await patiently(() => database.execute({ text }))
  return due.length + (await renewUniques(database, schema, model, present))
}

/**
 * Unique indexes that are missing or invalid, made last: where records share a value by now it throws
 * `attribute.duplicates`, and nothing half-made is left.
 */
async function renewUniques(
  database: Database,
  schema: string,
  model: Model,
  present: ReadonlyMap<string, boolean>,
): Promise<number> {
  const due = [...model.entities.values()].flatMap(uniquesOf).filter(({ name }) => present.get(name) !== true)
  for (const index of due) {
    const drop = { text: `drop index concurrently if exists ${qualified(schema, index.name)}` }
    await patiently(() => database.execute(drop))
    try {
      await patiently(() => database.execute({ text: createUniqueOnline(schema, index) }))
    } catch (error) {
      if (violationOf(error)?.kind !== 'unique') throw error
      await patiently(() => database.execute(drop))
      throw fault('attribute.duplicates')
    }
  }
  return due.length
}

/** Two indexes that are built on one table at once wait for each other, until the database ends one of them. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (violationOf(error)?.kind !== 'serialization' || tries === 3) throw error
      await pause(1000)
    }
  }
}

/** Large tables get what searches need, and lose what they need no more. An index on an expression has no statistics at first. */
async function searchesDue(
  database: Database,
  schema: string,
  model: Model,
  present: ReadonlyMap<string, boolean>,
): Promise<string[]> {
  const opclass = await trigramsOf(database)
  if (opclass === undefined) return []
  const large = await largeTables(database, schema)
  const entities = [...model.entities.values()]
  const wanted = entities.flatMap((entity) => searchIndexesOf(entity, opclass))
  const due = wanted.filter(({ name, table }) => present.get(name) !== true && large.has(table))
  const names = new Set(wanted.map(({ name }) => name))
  const gone = [...present.keys()].filter((name) => name.startsWith('_search_') && !names.has(name))
  return [
    ...[...gone, ...due.filter(({ name }) => present.has(name)).map(({ name }) => name)].map(
      (name) => `drop index concurrently if exists ${qualified(schema, name)}`,
    ),
    ...due.map((index) => createIndexOnline(schema, index)),
    ...new Set(due.map(({ table }) => `analyze ${qualified(schema, table)}`)),
  ]
}

/** Each entity with full-text search gets the index of its words, whatever its size, and loses one of other attributes. */
function wordsDue(schema: string, model: Model, present: ReadonlyMap<string, boolean>): string[] {
  const wanted = [...model.entities.values()].flatMap((entity) => wordIndexOf(entity) ?? [])
  const due = wanted.filter(({ name }) => present.get(name) !== true)
  const names = new Set(wanted.map(({ name }) => name))
  const gone = [...present]
    .filter(([name, isValid]) => name.startsWith(wordIndexPrefix) && !(isValid && names.has(name)))
    .map(([name]) => `drop index concurrently if exists ${qualified(schema, name)}`)
  const made = due.flatMap((index) => [createIndexOnline(schema, index), `analyze ${qualified(schema, index.table)}`])
  return [...gone, ...made]
}

/** The operator class of pg_trgm, wherever it is installed; undefined where it is not. */
async function trigramsOf(database: Database): Promise<string | undefined> {
  const [row] = await database.query<{ schema: string }>({
    text: `select n.nspname as schema from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace
      where o.opcname = 'gin_trgm_ops'`,
  })
  return row && qualified(row.schema, 'gin_trgm_ops')
}

async function largeTables(database: Database, schema: string): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>({
    text: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind = 'r' and c.reltuples >= $2`,
    values: [schema, searchedFrom],
  })
  return new Set(rows.map(({ name }) => name))
}

async function indexesPresent(database: Database, schema: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await database.query<{ name: string; valid: boolean }>({
    text: `select c.relname as name, i.indisvalid as valid from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1`,
    values: [schema],
  })
  return new Map(rows.map(({ name, valid }) => [name, valid]))
}

/**
 * Foreign keys from before relationships cleared lookups without a word: they get the rule of now, and those of what waits
 * aside go. The lock is short, and waited for 50 ms at most; what is not done now is done at the next turn.
 */
async function renewKeys(database: Database, schema: string): Promise<void> {
  const keys = await database.query<{ table: string; constraint: string; column: string; target: string }>({
    text: `select t.relname as ${ident('table')}, k.conname as ${ident('constraint')}, a.attname as ${ident('column')},
        o.relname as ${ident('target')} from pg_constraint k
      join pg_class t on t.oid = k.conrelid join pg_class o on o.oid = k.confrelid
      join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where n.nspname = $1 and k.contype = 'f' and k.confdeltype = 'n' and starts_with(k.conname, '_link_')`,
    values: [schema],
  })
  for (const key of keys) {
    const isAside = key.table.startsWith('_') || key.column.startsWith('_')
    await database.transaction(async (transaction) => {
      await transaction.execute({ text: `set local lock_timeout = '50ms'` })
      await transaction.execute({ text: isAside ? dropKey(schema, key) : renewForeignKey(schema, key) })
    })
  }
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
