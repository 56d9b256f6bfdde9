import type { Readable } from 'node:stream'
import pg from 'pg'
import type { Statement } from '#platform/sql.ts'
import { copyIn } from '#platform/server/database/copy.ts'
import { copyOut, type PrepareCopy } from '#platform/server/database/copyOut.ts'
import { isSilence, translateError } from '#platform/server/database/errors.ts'
import { openBriefStatements } from '#platform/server/database/briefStatements.ts'
import { openPipelinedConnections } from '#platform/server/database/pipelinedConnections.ts'
import { runAlone, runUntil, type Cancel, type Departure } from '#platform/server/database/ownConnection.ts'
import { openCallerStatements, usualHeavyStatements } from '#platform/server/database/callerStatements.ts'
import type { StatementCaller } from '#platform/server/database/fairQueue.ts'
import { createPlanNames, type PlanNames } from '#platform/server/database/planNames.ts'
import { ask, types, type QueryResult, type RoleQuery } from '#platform/server/database/wire/ask.ts'
import { wireOf } from '#platform/server/database/wire/clientWire.ts'
import { PlainClient } from '#platform/server/database/wire/plainWire.ts'
import { openPooledSocket } from '#platform/server/database/wire/pooledSocket.ts'
import type { InPieces } from '#platform/server/bufferPool.ts'
import { openWriters, type Gathered } from '#platform/server/database/writers.ts'

/** Where statements run: on any connection of the pool, or on the connection of a transaction. */
export interface Executor {
  /** Rows as objects. int8 and numeric are texts, date is `YYYY-MM-DD`, timestamptz is a Date. */
  query<Row>(statement: Statement): Promise<Row[]>
  /** Like `query`, for statements that change data; returns the number of affected rows. */
  execute(statement: Statement): Promise<number>
}

export interface Transaction extends Executor {
  /** `COPY ... FROM STDIN` fed from a stream; returns the number of rows. */
  copyIn(text: string, source: Readable): Promise<number>
  /** Sets the timeout of each following statement, in milliseconds, in place of the default of the database. */
  allow(milliseconds: number): Promise<void>
}

export interface Database extends Executor {
  /**
   * All or nothing. Serialization failures and deadlocks are not retried here: only the caller knows what is safe to
   * repeat.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /**
   * `COPY ... TO STDOUT` as a byte stream. `prepare` returns the statement's text and may query the same snapshot
   * first.
   */
  copyOut(prepare: PrepareCopy): Promise<InPieces>
  /** The same database for an asker who may leave: on departure, a statement with its own connection is cancelled. */
  until(departure: Departure): Database
  /** The same database for a caller: statements of one caller leave connections and processor time to other callers. */
  calledBy(caller: StatementCaller): Database
  /** The same database under a role with fewer rights than the login's; null means the login's own role. */
  under(role: string | null): Database
  /** Closes all connections after the running statements have ended. */
  stop(): Promise<void>
}

/** The drivers of statements. */
export const drivers = ['wire', 'pg'] as const
export type Driver = (typeof drivers)[number]

export type DatabaseOptions = {
  readonly connectionString: string
  readonly connections?: number
  /** How statements travel: `wire` on the project's own wire, `pg` by queries of pg alone. Default: `wire`. */
  readonly driver?: Driver | undefined
  /** Longest run of one statement, in milliseconds. */
  readonly statementTimeout?: number
  /** How many heavy statements of callers run at once. Default: the number of cores minus one, at least 1. */
  readonly heavyStatements?: number | undefined
  /** Called for connections that broke while idle; the pool replaces those connections. */
  readonly onConnectionLost?: (error: Error) => void
}

/** The departure of the asker, the database role of the statements, and the caller of the request. */
type Asker = { readonly departure?: Departure; readonly role?: string | undefined; readonly caller?: StatementCaller }

/**
 * Longest run of a statement on a pipelined connection, in milliseconds; a longer statement moves to its own
 * connection.
 */
const longestBrief = 250

const mostRolesKept = 10_000

/**
 * How long after its own timeout a statement may stay unanswered, in milliseconds. After that the network is assumed to
 * have swallowed the statement, and the connection is closed.
 */
const longestSilence = 2000

/** Opens a pool on PostgreSQL 15 or later. The first statement makes the first connection. */
export function openDatabase(options: DatabaseOptions): Database {
  const timeout = options.statementTimeout ?? 10_000
  const isPlain = options.driver === 'pg'
  const connection = {
    connectionString: options.connectionString,
    statement_timeout: timeout,
    ...(timeout > 0 && { query_timeout: timeout + longestSilence }),
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    options: '-c timezone=UTC -c DateStyle=ISO -c client_min_messages=warning',
    types,
    ...(isPlain && { Client: PlainClient }),
  }
  // A backend's memory grows with the tables that were used on the connection, so connections are replaced from time to
  // time.
  const pool = new pg.Pool({ ...connection, max: options.connections ?? 10, maxLifetimeSeconds: 1800 })
  // Connections of this pool read in the way that only copies need.
  const copies = new pg.Pool({
    ...connection,
    ...(!isPlain && { stream: openPooledSocket }),
    max: options.connections ?? 10,
  })
  const onLost = (error: Error) => options.onConnectionLost?.(error)
  // The pool listens to idle connections only. A connection that breaks while in use reports the error through its
  // statement. Without this listener the error would end the process.
  const watch = (each: pg.Pool) => {
    each.on('error', onLost)
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  for (const each of [pool, copies]) watch(each)
  const keyed = openPipelinedConnections(connection, 2, onLost)
  const brief = openBriefStatements({ ...connection, statement_timeout: longestBrief }, onLost)
  const writers = openWriters(pool, connection, onLost)
  const names = createPlanNames(() => performance.now())
  const cancel: Cancel = (backend) => keyed.query({ text: 'select pg_cancel_backend($1)', values: [backend] })
  const callers = openCallerStatements(connection, {
    heavy: options.heavyStatements ?? usualHeavyStatements(),
    connections: options.connections ?? 10,
    cancel,
    watch,
  })
  const stop = async () =>
    void (await Promise.all([pool.end(), copies.end(), keyed.stop(), brief.stop(), writers.stop(), callers.stop()]))
  const grounds = { pool, callers, names, cancel }
  // Memoized by role: each request on records asks for the database under the role of its environment.
  const underRole = new Map<string, Database>()
  return openFor({})

  function openUnder(role: string): Database {
    const opened = underRole.get(role) ?? openFor({ role })
    if (underRole.size >= mostRolesKept) underRole.clear()
    underRole.set(role, opened)
    return opened
  }

  function openFor(asker: Asker): Database {
    const { departure, role, caller } = asker
    const leaving = departure && { departure, cancel }
    return {
      ...executor((statement) => {
        const query = toQuery(statement, names, role)
        const gathered = toGathered(query, statement, names)
        if (gathered) return writers.query(gathered, leaving)
        if (statement.lane === 'keyed') return keyed.query(query)
        const alone = (took?: (milliseconds: number) => void) => runOwn(statement, query, asker, took)
        return statement.lane === 'brief' && !statement.isHeavy ? brief.query(query, alone, caller) : alone()
      }),
      transaction: (work) => (caller ? transactInTurn({ ...asker, caller }, work) : transact(grounds, asker, work)),
      async copyOut(prepare) {
        return copyOut(await connect(copies), { prepare, role, cancel })
      },
      until: (leaver) => openFor({ ...asker, departure: leaver }),
      calledBy: (one) => openFor({ ...asker, caller: one }),
      under(wanted) {
        if (!departure && !caller && wanted !== null) return openUnder(wanted)
        return openFor({ ...asker, role: wanted ?? undefined })
      },
      stop,
    }
  }

  /** Runs a statement on an exclusive connection; a statement of a caller waits for its turn first. */
  async function runOwn(
    { lane, isHeavy = false }: Statement,
    query: RoleQuery,
    { departure, caller }: Asker,
    took?: (milliseconds: number) => void,
  ): Promise<QueryResult> {
    const leaving = departure && { departure, cancel }
    if (!caller) return runAlone(pool, query, leaving, took)
    // Statements that name a lane, and statements of requests that change nothing, are reads.
    if (lane !== undefined || departure) return callers.read({ query, caller, leaving, isHeavy, took })
    const release = await callers.acquireWrite(caller, leaving)
    return runAlone(pool, query, leaving, took).finally(release)
  }

  async function transactInTurn<Result>(
    asker: Asker & { readonly caller: StatementCaller },
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const release = await callers.acquireWrite(asker.caller, asker.departure && { departure: asker.departure, cancel })
    return transact(grounds, asker, work).finally(release)
  }
}

/** What transactions need: the pool, the queues of callers, the names of plans, and the cancel request. */
type TransactionGrounds = {
  readonly pool: pg.Pool
  readonly callers: ReturnType<typeof openCallerStatements>
  readonly names: ReturnType<typeof createPlanNames>
  readonly cancel: Cancel
}

async function transact<Result>(
  { pool, callers, names, cancel }: TransactionGrounds,
  { departure, role, caller }: Asker,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const leaving = departure && { departure, cancel }
  const client = await connect(pool)
  let broken: Error | undefined
  client.on('error', noteLoss)
  function noteLoss(error: Error) {
    broken = error
  }
  // One statement at a time, even when the caller does not await: queries of pg and of the own wire must not overlap on
  // a connection.
  let last: Promise<unknown> = Promise.resolve()
  let silence: { query_timeout: number } | undefined
  const send = (given: RoleQuery) => {
    const query = silence ? { ...given, ...silence } : given
    const next = last.then(() => (leaving ? runUntil(client, query, leaving) : ask(client, query)))
    last = next.catch(() => undefined)
    return next
  }
  try {
    // The role is set before `begin`, because a rollback would undo a role that was set within the transaction.
    await wireOf(client).become(role)
    await client.query('begin')
    const result = await work({
      ...executor((statement) => {
        const query = toQuery(statement, names, role)
        if (!caller || statement.lane === undefined) return send(query)
        const { isHeavy = false } = statement
        return callers.readWithin({ query, caller, leaving, isHeavy }, () => send(query))
      }),
      copyIn: (text, source) => copyIn(client, text, source).catch(throwTranslated),
      async allow(milliseconds) {
        await send({ text: `set local statement_timeout = ${Math.round(milliseconds)}`, role }).catch(throwTranslated)
        silence = { query_timeout: milliseconds + longestSilence }
      },
    })
    await last
    const { command } = await client.query('commit')
    // When a statement failed and the caller swallowed its error, PostgreSQL rolls back at `commit` without an error.
    if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, so nothing of it was kept')
    return result
  } catch (error) {
    // A silent connection would not answer a rollback either.
    if (error instanceof Error && isSilence(error)) noteLoss(error)
    else await client.query('rollback').catch(noteLoss)
    throw translateError(error)
  } finally {
    client.off('error', noteLoss)
    client.release(broken)
  }
}

function executor(send: (statement: Statement) => Promise<QueryResult>): Executor {
  return {
    async query<Row>(statement: Statement) {
      return (await send(statement).catch(throwTranslated)).rows as Row[]
    },
    async execute(statement) {
      return (await send(statement).catch(throwTranslated)).rowCount ?? 0
    },
  }
}

function toQuery({ text, values, name, json }: Statement, names: PlanNames, role: string | undefined): RoleQuery {
  if (!values) return { text, json, role }
  const own = values as unknown[]
  const isNamed = name !== undefined && names.admits(name)
  return isNamed ? { text, values: own, name, json, role } : { text, values: own, json, role }
}

/** Statements that may be batched are prepared in both forms: alone and batched. */
function toGathered(
  { name, ...query }: RoleQuery,
  { several, values }: Statement,
  names: PlanNames,
): Gathered | undefined {
  if (!several || !values || name === undefined || !names.admits(several.name)) return undefined
  return { ...query, name, values: values as unknown[], several }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch(throwTranslated)
}

function throwTranslated(error: unknown): never {
  throw translateError(error)
}
