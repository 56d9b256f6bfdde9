import { createHash } from 'node:crypto'
import { ident, qualified } from '#platform/sql.ts'
import type { Database, Executor, Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'

/**
 * One step of a schema's history. `id` gives order and name. The statements run one after the other, in one transaction
 * with all other due migrations.
 */
export type Migration = {
  readonly id: string
  readonly statements: readonly string[]
  /**
   * Converts what an earlier text of this migration created into what the current text creates. Runs once, where a
   * build without checksums applied the migration. Reads the catalog, and must do nothing where nothing is missing.
   */
  readonly adopt?: readonly string[]
}

/** A migration as noted in a schema; without a checksum, a build that noted none applied the migration. */
export type AppliedMigration = {
  readonly id: string
  readonly checksum: string | null
  readonly build: string | null
  readonly applied_on: Date
}

/** The build of a program without a build of its own, such as a test. */
export const unknownBuild = 'unknown'

/** A failed migration, by name; its transaction was rolled back. */
export class MigrationError extends Error {}

/**
 * Migrates a schema: runs the due migrations in the given order. Safe for two processes at once: the second waits for
 * the lock of the table and then finds nothing to do. Returns the ids of the migrations that ran.
 */
export async function migrate(
  database: Database,
  schema: string,
  migrations: readonly Migration[],
  build = unknownBuild,
): Promise<string[]> {
  return againIfMade(() => database.transaction((transaction) => migrateSchema(transaction, schema, migrations, build)))
}

/** Like `migrate`, inside a transaction of the caller. */
export async function migrateSchema(
  transaction: Transaction,
  schema: string,
  migrations: readonly Migration[],
  build: string,
): Promise<string[]> {
  await transaction.execute({ text: `create schema if not exists ${ident(schema)}` })
  return migrateIn(transaction, schema, migrations, build)
}

/**
 * `if not exists` checks before creating; a race with another process shows as a duplicate in the catalog, so the
 * attempt is repeated.
 */
export async function againIfMade<Result>(attempt: () => Promise<Result>): Promise<Result> {
  return attempt().catch((error: unknown) => {
    const violation = violationOf(error instanceof MigrationError ? error.cause : error)
    if (violation?.kind === 'unique' && (violation.table ?? '').startsWith('pg_')) return attempt()
    throw error
  })
}

/** Like `migrateSchema`, for a schema that exists already. */
export async function migrateIn(
  transaction: Transaction,
  schema: string,
  migrations: readonly Migration[],
  build = unknownBuild,
): Promise<string[]> {
  const table = qualified(schema, '_migration')
  await transaction.execute({
    text: `create table if not exists ${table} (id text primary key, applied_on timestamptz not null, checksum text, build text)`,
  })
  await transaction.execute({ text: `lock table ${table} in exclusive mode` })
  const applied = await readAppliedMigrations(transaction, [schema])
  if (applied.length > 0)
    await transaction.execute({
      text: `alter table ${table} add column if not exists checksum text, add column if not exists build text`,
    })
  const { due, adopted } = planMigrations(applied, migrations)
  const noted = (migration: Migration) => [migration.id, checksumOf(schema, migration), build]
  for (const migration of adopted) {
    await run(transaction, schema, migration.id, migration.adopt ?? [])
    await transaction.execute({
      text: `update ${table} set checksum = $2, build = $3 where id = $1`,
      values: noted(migration),
    })
  }
  for (const migration of due) {
    await run(transaction, schema, migration.id, migration.statements)
    await transaction.execute({
      text: `insert into ${table} (id, applied_on, checksum, build) values ($1, clock_timestamp(), $2, $3)`,
      values: noted(migration),
    })
  }
  return due.map(({ id }) => id)
}

async function run(executor: Executor, schema: string, id: string, statements: readonly string[]): Promise<void> {
  for (const text of statements)
    await executor.execute({ text }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new MigrationError(`the migration ${id} of ${schema} failed: ${reason}`, { cause: error })
    })
}

/** The migrations noted in each schema. A schema without a migration table has no entry. */
export async function readAppliedMigrations(
  executor: Executor,
  schemas: readonly string[],
): Promise<(AppliedMigration & { readonly schema: string })[]> {
  const present = await executor.query<{ schema: string }>({
    text: `select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname = '_migration' and c.relkind = 'r' and n.nspname = any($1)`,
    values: [schemas],
  })
  const found: (AppliedMigration & { readonly schema: string })[] = []
  for (let from = 0; from < present.length; from += schemasAtOnce) {
    // Read as JSON, because a table of an earlier build lacks the newer columns.
    const parts = present.slice(from, from + schemasAtOnce).map(
      (
        { schema },
        index,
      ) => `select $${index + 1}::text as schema, m.id, m.applied_on, to_jsonb(m)->>'checksum' as checksum,
        to_jsonb(m)->>'build' as build from ${qualified(schema, '_migration')} m`,
    )
    const values = present.slice(from, from + schemasAtOnce).map(({ schema }) => schema)
    found.push(...(await executor.query<(typeof found)[number]>({ text: parts.join(' union all '), values })))
  }
  return found
}

/** Number of migration tables that one statement reads. */
const schemasAtOnce = 50

/** The work in one schema: migrations that have not run, and migrations that a build without checksums applied. */
export function planMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): { readonly due: readonly Migration[]; readonly adopted: readonly Migration[] } {
  const known = new Map(applied.map((row) => [row.id, row]))
  return {
    due: migrations.filter(({ id }) => !known.has(id)),
    adopted: migrations.filter(({ id }) => known.get(id)?.checksum === null),
  }
}

/**
 * A migration that was applied with a checksum and is now unknown or edited, with the build that applied the migration.
 */
export type MigrationConflict = { readonly kind: 'unknown' | 'edited'; readonly id: string; readonly build: string }

/** The first migration that another build applied and that this program lacks or defines differently, if any. */
export function findConflict(
  schema: string,
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): MigrationConflict | undefined {
  const known = new Map(migrations.map((migration) => [migration.id, migration]))
  for (const { id, checksum, build } of applied) {
    if (checksum === null) continue
    const migration = known.get(id)
    if (migration && checksumOf(schema, migration) === checksum) continue
    return { kind: migration ? 'edited' : 'unknown', id, build: build ?? unknownBuild }
  }
  return undefined
}

/** A hash over the statements of a migration, independent of the schema's name and of line breaks. */
export function checksumOf(schema: string, { statements }: Migration): string {
  const text = statements.map((statement) => statement.replaceAll(schema, '@').replaceAll(/\s+/g, ' ').trim())
  return createHash('sha256').update(text.join('\0')).digest('hex').slice(0, 16)
}
