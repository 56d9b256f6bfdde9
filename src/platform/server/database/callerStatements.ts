import { availableParallelism } from 'node:os'
import pg from 'pg'
import { createCallerShares } from '#platform/server/database/callerShares.ts'
import { createFairQueue, type StatementCaller, type Release } from '#platform/server/database/fairQueue.ts'
import { createHeavyTexts, longestOrdinary } from '#platform/server/database/heavyTexts.ts'
import { isCancelled, runAlone, runUntil, type Leaving } from '#platform/server/database/ownConnection.ts'
import type { ConnectionConfig } from '#platform/server/database/pipelinedConnections.ts'
import { ask, type QueryResult, type RoleQuery } from '#platform/server/database/wire/ask.ts'

/** A statement of a caller that needs its own connection. */
export type CallerStatement = {
  readonly query: RoleQuery
  readonly caller: StatementCaller
  readonly leaving: Leaving | undefined
  /** Known in advance to take long. */
  readonly isHeavy: boolean
  /** Receives the database time, in milliseconds. */
  readonly took?: ((milliseconds: number) => void) | undefined
}

/** The statements of callers, limited so that no caller keeps other callers from the database. */
export type CallerStatements = {
  /** Runs a read-only statement. Faults: `server.busy`, `request.abandoned`. */
  read(statement: CallerStatement): Promise<QueryResult>
  /** Acquires a slot for a statement or a transaction that changes data. Fault: `server.busy`. */
  acquireWrite(caller: StatementCaller, leaving: Leaving | undefined): Promise<Release>
  /**
   * Runs a reading statement of a transaction. The statement cannot be restarted, but may wait. Fault: `server.busy`.
   */
  readWithin(statement: Omit<CallerStatement, 'took'>, send: () => Promise<QueryResult>): Promise<QueryResult>
  stop(): Promise<void>
}

export type CallerOptions = {
  /** How many heavy statements run at once. */
  readonly heavy: number
  /** How many connections serve statements that change data. */
  readonly connections: number
  readonly cancel: Leaving['cancel']
  /** Called with each pool that is opened. */
  readonly watch: (pool: pg.Pool) => void
}

/** All cores but one, so that other work keeps a core; at least 1. */
export function usualHeavyStatements(): number {
  return Math.max(1, availableParallelism() - 1)
}

/** Opens the pools for reads of callers. The first connection is made by the first statement. */
export function openCallerStatements(config: ConnectionConfig, options: CallerOptions): CallerStatements {
  const { heavy: count, connections, cancel, watch } = options
  const ordinaryCapacity = { inAll: 2 * count + 4, perEnvironment: count + 4, perPerson: Math.min(count + 3, 8) }
  const ordinary = createFairQueue(ordinaryCapacity)
  // Reads of callers that used up their share run one at a time per person, beside the heavy statements.
  const spent = createFairQueue({ inAll: count, perEnvironment: 1, perPerson: 1 })
  const heavy = createFairQueue({ inAll: count, perEnvironment: count, perPerson: 1 })
  const written = Math.max(2, connections - 3)
  const writes = createFairQueue({
    inAll: written,
    perEnvironment: Math.max(2, written - 1),
    perPerson: Math.max(2, written - 2),
  })
  const now = () => performance.now()
  const known = createHeavyTexts(now)
  const shares = createCallerShares(now)
  // A statement that turns out heavy stays on its connection, hence the extra connections.
  const pool = new pg.Pool({ ...config, max: ordinaryCapacity.inAll + count, maxLifetimeSeconds: 1800 })
  // No parallel workers: each of these connections gets one core, and workers would take the cores of others.
  const alone = `${config.options ?? ''} -c max_parallel_workers_per_gather=0`
  const singlePool = new pg.Pool({ ...config, options: alone, max: 2 * count, maxLifetimeSeconds: 1800 })
  for (const each of [pool, singlePool]) watch(each)

  async function runHeavy(statement: CallerStatement): Promise<QueryResult> {
    const { query, caller, leaving, took } = statement
    const release = await heavy.acquire(caller, leaving?.departure)
    try {
      return await runAlone(singlePool, query, leaving, (milliseconds) => {
        known.note(query.text, milliseconds)
        took?.(milliseconds)
      })
    } finally {
      release()
    }
  }

  /**
   * Returns undefined when the statement turned out heavy and was cancelled; the caller then queues the statement as
   * heavy.
   */
  async function runOrdinary({ query, caller, leaving, took }: CallerStatement): Promise<QueryResult | undefined> {
    const isSpent = shares.isSpent(caller)
    const releases = [await (isSpent ? spent : ordinary).acquire(caller, leaving?.departure)]
    const release = () => {
      for (const each of releases.splice(0)) each()
    }
    const client = await (isSpent ? singlePool : pool).connect().catch((error: unknown) => {
      release()
      throw error
    })
    const start = performance.now()
    let ending: Promise<unknown> | undefined
    const timer = setTimeout(() => {
      known.note(query.text, longestOrdinary)
      const slot = heavy.tryAcquire(caller)
      if (!slot) {
        ending = cancel(client.processID ?? 0)
        return void ending.catch(() => undefined)
      }
      release()
      releases.push(slot)
    }, longestOrdinary)
    let isUsable = false
    try {
      const answered = await (leaving ? runUntil(client, query, leaving) : ask(client, query))
      isUsable = true
      return answered
    } catch (error) {
      isUsable = error instanceof pg.DatabaseError ? error.severity === 'ERROR' : ending === undefined
      if (ending && isCancelled(error)) return undefined
      throw error
    } finally {
      clearTimeout(timer)
      const milliseconds = performance.now() - start
      took?.(milliseconds)
      shares.note(caller, milliseconds)
      // The statement may have ended before the cancel request arrived. The connection is released only when the cancel
      // request is done, so that the request cannot hit the next statement.
      const isOver = await Promise.resolve(ending).then(
        () => true,
        () => false,
      )
      client.release(!(isUsable && isOver))
      release()
    }
  }

  return {
    async read(statement) {
      const isHeavy = statement.isHeavy || known.isHeavy(statement.query.text)
      const answered = isHeavy ? undefined : await runOrdinary(statement)
      return answered ?? runHeavy(statement)
    },
    acquireWrite: (caller, leaving) => writes.acquire(caller, leaving?.departure),
    async readWithin({ query, caller, leaving, isHeavy }, send) {
      if (isHeavy || known.isHeavy(query.text)) {
        const release = await heavy.acquire(caller, leaving?.departure)
        return send().finally(release)
      }
      const start = performance.now()
      return send().finally(() => known.note(query.text, performance.now() - start))
    },
    stop: async () => void (await Promise.all([pool.end(), singlePool.end()])),
  }
}
