import type { Log } from '#platform/server/context.ts'
import type { Transaction } from '#platform/server/database/database.ts'
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
