import { ident, qualified } from '#platform/sql.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'

/** One step of a schema's life. `id` orders and names it; the statements run one by one, in one transaction with all others that are due. */
export type Migration = { readonly id: string; readonly statements: readonly string[] }

/**
 * Brings a schema up to date: runs what has not run yet, in the order given. Two processes at once are safe:
 * the second waits on the table's lock and then finds nothing to do. Answers the ids that ran.
 */
export async function migrate(database: Database, schema: string, migrations: readonly Migration[]): Promise<string[]> {
  const attempt = () =>
    database.transaction(async (transaction) => {
      await transaction.execute({ text: `create schema if not exists ${ident(schema)}` })
      return migrateIn(transaction, schema, migrations)
    })
  return attempt().catch((error: unknown) => {
    if (!madeMeanwhile(error)) throw error
    return attempt()
  })
}

/** `if not exists` looks before it makes; what another process made in between shows as a duplicate in the catalog. */
function madeMeanwhile(error: unknown): boolean {
  const violation = violationOf(error)
  return violation?.kind === 'unique' && (violation.table ?? '').startsWith('pg_')
}

/** The same for a schema that exists, inside a transaction of the caller's. */
export async function migrateIn(
  transaction: Transaction,
  schema: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const table = qualified(schema, '_migration')
  await transaction.execute({
    text: `create table if not exists ${table} (id text primary key, applied_on timestamptz not null)`,
  })
  await transaction.execute({ text: `lock table ${table} in exclusive mode` })
  const done = new Set(
    (await transaction.query<{ id: string }>({ text: `select id from ${table}` })).map((row) => row.id),
  )
  const due = migrations.filter(({ id }) => !done.has(id))
  for (const { id, statements } of due) {
    for (const text of statements) await transaction.execute({ text })
    await transaction.execute({ text: `insert into ${table} (id, applied_on) values ($1, now())`, values: [id] })
  }
  return due.map(({ id }) => id)
}
