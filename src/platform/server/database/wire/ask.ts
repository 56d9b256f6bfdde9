import pg from 'pg'
import type { JsonRows } from '#platform/jsonRows.ts'
import { jsonRowOf } from '#platform/server/database/wire/json.ts'
import { objectAt, startsOf } from '#platform/server/database/wire/rows.ts'
import { wireOf } from '#platform/server/database/wire/clientWire.ts'
import type { Reply } from '#platform/server/database/wire/wire.ts'

/**
 * A statement as pg takes it; `json` is the shape of the rows if wanted as JSON text, `role` the database role if not
 * the login's.
 */
export type RoleQuery = pg.QueryConfig & { readonly json?: JsonRows | undefined; readonly role?: string | undefined }

/** Rows as objects, and the number of rows that the statement read or changed. */
export type QueryResult = { readonly rows: unknown[]; readonly rowCount: number | null }

const dateType = 1082

/** int8 and numeric stay texts, date is `YYYY-MM-DD`, timestamptz becomes a Date. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === dateType ? String : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * Runs a statement on a connection with no pending statements. Statements with values use the own wire: pg would end
 * the process at an answer that is too long for a JavaScript string.
 */
export async function ask(client: pg.ClientBase, query: RoleQuery): Promise<QueryResult> {
  if (query.json || (query.values && !('query_timeout' in query))) return askWire(client, query)
  await wireOf(client).become(query.role)
  try {
    // pg and the own wire each know only the statement names that they sent themselves.
    return await client.query({ ...query, name: undefined } as pg.QueryConfig)
  } catch (error) {
    if (error instanceof pg.DatabaseError) await readyAgain(client)
    throw error
  }
}

/**
 * pg reports an error at once, while PostgreSQL may need longer until it is ready, for instance after an index that
 * could not be built. A statement sent on the own wire before that would take the end of this statement for its own.
 */
async function readyAgain(client: pg.ClientBase): Promise<void> {
  const { readyForQuery, connection } = client as pg.ClientBase & { readonly readyForQuery?: boolean } & pg.Client
  if (readyForQuery || !connection.stream.writable) return
  const { promise, resolve } = Promise.withResolvers<void>()
  connection.once('readyForQuery', resolve)
  connection.stream.once('close', resolve)
  await promise
  connection.off('readyForQuery', resolve)
  connection.stream.off('close', resolve)
}

/** Runs a statement on a connection that may have pending statements, provided they were sent on the own wire too. */
export async function askWire(client: pg.ClientBase, query: RoleQuery): Promise<QueryResult> {
  const reply = await wireOf(client).ask(query)
  return { rows: query.json ? [jsonRowOf(reply, query.json, parserOf)] : objectsOf(reply), rowCount: reply.count }
}

function objectsOf({ fields, rows }: Reply): Record<string, unknown>[] {
  return startsOf(rows).map((start) => objectAt(rows, start, fields, parserOf))
}

function parserOf(type: number): (text: string) => unknown {
  return types.getTypeParser(type, 'text')
}
