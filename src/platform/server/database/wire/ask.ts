import pg from 'pg'
import type { JsonRows } from '#platform/jsonRows.ts'
import { jsonRowOf } from '#platform/server/database/wire/json.ts'
import { objectAt, startsOf } from '#platform/server/database/wire/rows.ts'
import { wireOf } from '#platform/server/database/wire/clientWire.ts'
import type { Reply } from '#platform/server/database/wire/wire.ts'

/**
 * A statement as pg takes it, with the shape of its rows where they are wanted as JSON text, and the database role that it
 * runs under where that is not the login's.
 */
export type RoleQuery = pg.QueryConfig & { readonly json?: JsonRows | undefined; readonly role?: string | undefined }

/** Rows as objects, and how many the statement read or touched. */
export type QueryResult = { readonly rows: unknown[]; readonly rowCount: number | null }

const dateType = 1082

/** int8 and numeric stay texts, date is `YYYY-MM-DD`, timestamptz becomes a Date. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === dateType ? String : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * Asks on a connection that has nothing else to answer. What has values goes by our own way: pg's would end the process at
 * an answer that is too long for a text.
 */
export async function ask(client: pg.ClientBase, query: RoleQuery): Promise<QueryResult> {
  if (query.json || (query.values && !('query_timeout' in query))) return askWire(client, query)
  await wireOf(client).become(query.role)
  try {
    // Each way knows only the names that it has sent itself.
    return await client.query({ ...query, name: undefined } as pg.QueryConfig)
  } catch (error) {
    if (error instanceof pg.DatabaseError) await readyAgain(client)
    throw error
  }
}

/**
 * pg tells of an error as soon as it comes; PostgreSQL may need a while longer to be ready, as after an index that could not
 * be built. What is asked on our own way before that would take the end of this statement for its own.
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

/** Asks on a connection that may have other questions to answer before, if they came on this way too. */
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
