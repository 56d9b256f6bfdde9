import type { Readable } from 'node:stream'
import pg from 'pg'
import type { Statement } from '#platform/sql.ts'
import { copyIn, copyOut } from '#platform/server/database/copy.ts'
import { translateError } from '#platform/server/database/errors.ts'

/** A query built with Kysely; its rows have the type that the builder worked out. */
export type Built<Row> = {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] }
  execute(): Promise<Row[]>
}

/** Where statements run: on any connection of the pool, or on the one of a transaction. */
export interface Executor {
  /** Rows as objects. int8 and numeric are texts, date is `YYYY-MM-DD`, timestamptz is a Date. */
  query<Row>(statement: Statement): Promise<Row[]>
  /** Rows of a statement built with Kysely. */
  run<Row>(built: Built<Row>): Promise<Row[]>
  /** Like `query`, for statements that change: the number of rows they touched. */
  execute(statement: Statement): Promise<number>
}

export interface Transaction extends Executor {
  /** `COPY ... FROM STDIN` fed from a stream; answers the number of rows. */
  copyIn(text: string, source: Readable): Promise<number>
}

export interface Database extends Executor {
  /** All or nothing. Serialization failures and deadlocks are not retried here: the caller knows what may be repeated. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** `COPY ... TO STDOUT` as a stream of bytes; its connection is free again at the stream's end. */
  copyOut(text: string): Promise<Readable>
  /** Ends every connection; running statements are waited for. */
  stop(): Promise<void>
}

export type DatabaseOptions = {
  readonly connectionString: string
  readonly connections?: number
  /** Longest run of one statement, in milliseconds. */
  readonly statementTimeout?: number
  /** Told of connections that broke while idle; the pool replaces them by itself. */
  readonly onConnectionLost?: (error: Error) => void
}

const dateType = 1082
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === dateType ? String : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Opens a pool on a PostgreSQL >= 15. Connects at the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.connections ?? 10,
    statement_timeout: options.statementTimeout ?? 10_000,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // Backends grow with the tables they have seen; they are replaced from time to time.
    maxLifetimeSeconds: 1800,
    options: '-c timezone=UTC -c client_min_messages=warning',
    types,
  })
  pool.on('error', (error) => options.onConnectionLost?.(error))

  return {
    ...executor((statement) => pool.query(toQuery(statement))),
    async transaction(work) {
      const client = await connect(pool)
      let broken: Error | undefined
      client.on('error', noteLoss)
      function noteLoss(error: Error) {
        broken = error
      }
      try {
        await client.query('begin')
        const result = await work({
          ...executor((statement) => client.query(toQuery(statement))),
          copyIn: (text, source) => copyIn(client, text, source).catch(throwTranslated),
        })
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(noteLoss)
        throw translateError(error)
      } finally {
        client.off('error', noteLoss)
        client.release(broken)
      }
    },
    async copyOut(text) {
      return copyOut(await connect(pool), text)
    },
    stop: () => pool.end(),
  }
}

function executor(send: (statement: Statement) => Promise<pg.QueryResult>): Executor {
  return {
    async query(statement) {
      return (await send(statement).catch(throwTranslated)).rows
    },
    async run(built) {
      const { sql, parameters } = built.compile()
      return (await send({ text: sql, values: parameters }).catch(throwTranslated)).rows
    },
    async execute(statement) {
      return (await send(statement).catch(throwTranslated)).rowCount ?? 0
    },
  }
}

function toQuery(statement: Statement): pg.QueryConfig {
  return statement.values ? { ...statement, values: [...statement.values] } : { text: statement.text }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch(throwTranslated)
}

function throwTranslated(error: unknown): never {
  throw translateError(error)
}
