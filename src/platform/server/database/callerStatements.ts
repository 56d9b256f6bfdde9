import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { createFairQueue, type Caller, type Release } from '#platform/server/database/fairQueue.ts'
import { isCancelled, runAlone, runUntil, type Leaving } from '#platform/server/database/ownConnection.ts'
import { ask, type Answered, type Query } from '#platform/server/database/wire/ask.ts'

/** A statement of a caller that needs a connection to itself. */
export type CallerStatement = {
  readonly query: Query
  readonly caller: Caller
  readonly leaving: Leaving | undefined
  /** Known beforehand to take long. */
  readonly isHeavy: boolean
  /** Hears how long the database took, in milliseconds. */
  readonly took?: ((milliseconds: number) => void) | undefined
}

/** The statements of callers, bounded so that no caller keeps others from the database. */
export type CallerStatements = {
  /** Runs a statement that changes nothing. Faults: `request.tooMany`, `request.abandoned`. */
  read(statement: CallerStatement): Promise<Answered>
  /** A place for a statement or a transaction that changes something. Fault: `request.tooMany`. */
  acquireWrite(caller: Caller, leaving: Leaving | undefined): Promise<Release>
  /** Runs a reading statement of a transaction: it cannot be begun anew, but it may wait. Fault: `request.tooMany`. */
  readWithin(statement: Omit<CallerStatement, 'took'>, send: () => Promise<Answered>): Promise<Answered>
  stop(): Promise<void>
}

export type CallerOptions = {
  /** How many heavy statements run at once. */
  readonly heavy: number
  /** How many connections are there for what changes something. */
  readonly connections: number
  readonly cancel: Leaving['cancel']
  /** Hears of each pool that is opened. */
  readonly watch: (pool: pg.Pool) => void
}

/** A statement that runs longer than this is heavy, in milliseconds. */
const longestOrdinary = 1000
/** Who was heavy counts as heavy for so long, in milliseconds, unless it proves quick: then it is tried as others are. */
const heavyFor = 60_000
const quick = 250
const mostKnown = 2000

/** One core is left to everything else. */
export function usualHeavyStatements(): number {
  return Math.max(1, availableParallelism() - 1)
}

/** Opens the pools that callers read by. Nothing is connected before the first statement. */
export function openCallerStatements(config: pg.ClientConfig, options: CallerOptions): CallerStatements {
  const { heavy: count, connections, cancel, watch } = options
  const ordinaryPlaces = { inAll: 2 * count + 4, perEnvironment: count + 3, perPerson: Math.min(count + 2, 8) }
  const ordinary = createFairQueue(ordinaryPlaces)
  const heavy = createFairQueue({ inAll: count, perEnvironment: count, perPerson: 1 })
  const written = Math.max(2, connections - 4)
  const writes = createFairQueue({
    inAll: written,
    perEnvironment: Math.max(2, written - 1),
    perPerson: Math.max(2, written - 2),
  })
  const known = createHeavyTexts(() => performance.now())
  // One that turns out heavy stays on its connection.
  const pool = new pg.Pool({ ...config, max: ordinaryPlaces.inAll + count, maxLifetimeSeconds: 1800 })
  // Each has one core: its parallel workers would take those of others.
  const alone = `${config.options ?? ''} -c max_parallel_workers_per_gather=0`
  const heavyPool = new pg.Pool({ ...config, options: alone, max: count, maxLifetimeSeconds: 1800 })
  for (const each of [pool, heavyPool]) watch(each)

  async function runHeavy(statement: CallerStatement): Promise<Answered> {
    const { query, caller, leaving, took } = statement
    const release = await heavy.acquire(caller, leaving?.departure)
    try {
      return await runAlone(heavyPool, query, leaving, (milliseconds) => {
        known.note(query, milliseconds)
        took?.(milliseconds)
      })
    } finally {
      release()
    }
  }

  /** Answers nothing where the statement turned out heavy and was ended, to be begun anew in its turn. */
  async function runOrdinary({ query, caller, leaving, took }: CallerStatement): Promise<Answered | undefined> {
    const releases = [await ordinary.acquire(caller, leaving?.departure)]
    const release = () => {
      for (const each of releases.splice(0)) each()
    }
    const client = await pool.connect().catch((error: unknown) => {
      release()
      throw error
    })
    const start = performance.now()
    let ending: Promise<unknown> | undefined
    const timer = setTimeout(() => {
      known.note(query, longestOrdinary)
      const place = heavy.tryAcquire(caller)
      if (!place) {
        ending = cancel(client.processID ?? 0)
        return void ending.catch(() => undefined)
      }
      release()
      releases.push(place)
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
      took?.(performance.now() - start)
      // What was to be ended may have ended by itself: then the cancelling must not meet the next statement.
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
      const isHeavy = statement.isHeavy || known.isHeavy(statement.query)
      const answered = isHeavy ? undefined : await runOrdinary(statement)
      return answered ?? runHeavy(statement)
    },
    acquireWrite: (caller, leaving) => writes.acquire(caller, leaving?.departure),
    async readWithin({ query, caller, leaving, isHeavy }, send) {
      if (isHeavy || known.isHeavy(query)) {
        const release = await heavy.acquire(caller, leaving?.departure)
        return send().finally(release)
      }
      const start = performance.now()
      return send().finally(() => known.note(query, performance.now() - start))
    },
    stop: async () => void (await Promise.all([pool.end(), heavyPool.end()])),
  }
}

/** Remembers statements by their texts that turned out heavy. `now` is a clock in milliseconds. */
function createHeavyTexts(now: () => number) {
  const until = new Map<string, number>()
  return {
    isHeavy(query: Query): boolean {
      if (until.size === 0) return false
      return (until.get(keyOf(query)) ?? 0) > now()
    },
    note(query: Query, milliseconds: number): void {
      if (milliseconds < quick && until.size > 0) until.delete(keyOf(query))
      if (milliseconds < longestOrdinary) return
      if (until.size >= mostKnown) until.clear()
      until.set(keyOf(query), now() + heavyFor)
    },
  }
}

function keyOf({ text }: Query): string {
  return createHash('sha1').update(text).digest('base64')
}
