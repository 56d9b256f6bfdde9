import type { Log } from '#platform/server/context.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { ident, literal, qualified } from '#platform/sql.ts'
import { textCollation } from '#environments/server/environments.schema.ts'

/** Makes an environment's schema with its collation. The collation's language is fixed for good (product ruling part 6, 11). */
export async function createSchema(transaction: Transaction, schema: string, collationLocale: string): Promise<void> {
  await transaction.execute({ text: `create schema ${ident(schema)}` })
  await transaction.execute({
    text: `create collation ${qualified(schema, textCollation)} (provider = icu, locale = ${literal(collationLocale)})`,
  })
}

/**
 * Makes the environment's database role: it can't sign in, we can take it on, and it reaches this one schema. Where our own
 * login may not make roles, the environment works without one, and the log says so.
 */
export async function createSchemaRole(transaction: Transaction, log: Log, schema: string): Promise<void> {
  const [login] = await transaction.query<{ may: boolean; version: number }>({
    text: `select rolsuper or rolcreaterole as may, current_setting('server_version_num')::int as version
      from pg_roles where rolname = current_user`,
  })
  if (!login?.may) {
    log.warn({ schema }, 'the database login may not create roles: this environment has none of its own')
    return
  }
  const role = ident(schema)
  const membership = login.version >= 160_000 ? ' with inherit false, set true' : ''
  const statements = [
    `create role ${role} nologin`,
    `grant ${role} to current_user${membership}`,
    `grant usage on schema ${role} to ${role}`,
    `alter default privileges in schema ${role} grant select, insert, update, delete on tables to ${role}`,
  ]
  for (const text of statements) await transaction.execute({ text })
}

/** So many tables go in one transaction: each takes a lock for itself and each of its indexes, and the server has not many. */
const tablesAtOnce = 50
/** Those who still work in an environment that ends are told to stop; so long they may take. */
const patience = '10s'

/** Drops the tables of a schema that nobody uses any more, however many there are. */
export async function emptySchema(database: Database, schema: string): Promise<void> {
  for (;;) {
    const tables = await database.query<{ name: string }>({
      text: `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = $1 and relkind in ('r', 'p') order by relname limit $2`,
      values: [schema, tablesAtOnce],
    })
    if (tables.length === 0) return
    await database.transaction(async (transaction) => {
      await transaction.execute({ text: `set local lock_timeout = '${patience}'` })
      const names = tables.map(({ name }) => qualified(schema, name)).join(', ')
      await transaction.execute({ text: `drop table if exists ${names} cascade` })
    })
  }
}

/** Drops an environment's schema with whatever is in it. */
export async function dropSchema(transaction: Transaction, schema: string): Promise<void> {
  await transaction.execute({ text: `set local lock_timeout = '${patience}'` })
  await transaction.execute({ text: `drop schema if exists ${ident(schema)} cascade` })
}

/** Drops an environment's database role where it has one; comes after its schema, on which the role has rights. */
export async function dropSchemaRole(transaction: Transaction, schema: string): Promise<void> {
  const roles = await transaction.query({ text: 'select 1 from pg_roles where rolname = $1', values: [schema] })
  if (roles.length > 0) await transaction.execute({ text: `drop role ${ident(schema)}` })
}
