import pg from 'pg'
import type { Several } from '#platform/sql.ts'
import { openPipelinedConnections, type ConnectionConfig } from '#platform/server/database/pipelinedConnections.ts'
import { runAlone, type Leaving } from '#platform/server/database/ownConnection.ts'
import { createStatementBackoff } from '#platform/server/database/statementBackoff.ts'
import { listText } from '#platform/server/database/wire/values.ts'
import type { QueryResult, RoleQuery } from '#platform/server/database/wire/ask.ts'

/** A write that may be batched with other writes of the same text. */
export type Gathered = RoleQuery & { readonly name: string; readonly values: unknown[]; readonly several: Several }

export type Writers = {
  query(write: Gathered, leaving?: Leaving): Promise<QueryResult>
  stop(): Promise<void>
}

type Waiting = {
  readonly write: Gathered
  readonly resolve: (answered: QueryResult) => void
  readonly reject: (error: unknown) => void
  readonly leaving: Leaving | undefined
}

const connections = 2
const mostTogether = 32
/** How long a batched write waits for a lock, and how long a batch may run, in milliseconds. */
const longestLock = 100
const longestRun = 1000

/**
 * Connections that batch simultaneous writes of one text into one statement: one plan, one transaction, one wait for
 * the disk. Each write is answered when the whole batch is durable. When a write fails, the batch is rolled back and
 * each write runs again on its own connection, so that no write suffers from the fault of another. Writes that have to
 * wait for a lock run alone too, and so do writes of the same text for some time after.
 */
export function openWriters(pool: pg.Pool, config: ConnectionConfig, onLost: (error: Error) => void): Writers {
  // A plan for the lists at hand would cost more than a whole write, and would be the same plan.
  const options = `${config.options ?? ''} -c plan_cache_mode=force_generic_plan -c lock_timeout=${longestLock}`
  const own = { ...config, options, statement_timeout: longestRun }
  const lanes = Array.from({ length: connections }, () => ({
    lane: openPipelinedConnections(own, 1, onLost),
    isBusy: false,
  }))
  const backoff = createStatementBackoff(() => performance.now())
  const underWay = new Set<unknown>()
  let waiting: Waiting[] = []
  let isGathering = false

  function dispatch(): void {
    isGathering = false
    for (const each of lanes) {
      if (each.isBusy) continue
      const { taken, left } = takeAlike(waiting, underWay)
      if (taken.length === 0) return
      waiting = left
      each.isBusy = true
      for (const one of taken) underWay.add(rowOf(one))
      void make(each.lane, taken).finally(() => {
        each.isBusy = false
        for (const one of taken) underWay.delete(rowOf(one))
        dispatch()
      })
    }
  }

  async function make(lane: (typeof lanes)[number]['lane'], taken: readonly Waiting[]): Promise<void> {
    const [first] = taken
    if (!first) return
    try {
      if (taken.length === 1) first.resolve(await lane.query(first.write))
      else answerEach(taken, await lane.query(togetherOf(taken)))
    } catch (error) {
      if (isImpatience(error)) backoff.bar(first.write.name)
      // Any error other than the statement's own leaves open whether the writes were carried out.
      if (!isRolledBack(error)) for (const each of taken) each.reject(error)
      else if (taken.length === 1 && !isImpatience(error)) first.reject(error)
      else for (const each of taken) void alone(each)
    }
  }

  async function alone({ write, leaving, resolve, reject }: Waiting): Promise<void> {
    await runAlone(pool, write, leaving).then(resolve, reject)
  }

  return {
    query(write, leaving) {
      const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
      const each = { write, leaving, resolve, reject }
      if (backoff.isBarred(write.name)) {
        void alone(each)
        return promise
      }
      waiting.push(each)
      if (!isGathering) setImmediate(dispatch)
      isGathering = true
      return promise
    },
    stop: async () => void (await Promise.all(lanes.map(({ lane }) => lane.stop()))),
  }
}

/** The first waiting write, with later writes of the same text. Writes to one row run one after the other. */
function takeAlike(
  waiting: readonly Waiting[],
  underWay: ReadonlySet<unknown>,
): { taken: readonly Waiting[]; left: Waiting[] } {
  const taken: Waiting[] = []
  const left: Waiting[] = []
  const rows = new Set(underWay)
  for (const each of waiting) {
    const row = rowOf(each)
    const isAlike = taken.length === 0 || taken[0]?.write.name === each.write.name
    if (isAlike && !rows.has(row) && taken.length < mostTogether) taken.push(each)
    else left.push(each)
    rows.add(row)
  }
  // Sorted by row, so that two statements that lock the same rows lock them in the same order.
  return { taken: taken.toSorted((a, b) => (String(rowOf(a)) < String(rowOf(b)) ? -1 : 1)), left }
}

function rowOf({ write }: Waiting): unknown {
  return write.values[write.several.differBy]
}

/** One statement for all writes of the batch. */
function togetherOf(taken: readonly Waiting[]): RoleQuery {
  const writes = taken.map(({ write }) => write)
  const [first] = writes
  const { text = '', name = '' } = first?.several ?? {}
  const values = (first?.values ?? []).map((_, index) => listText(writes.map((write) => write.values[index])))
  // A text belongs to one environment, and so to one role.
  return { text, name, values, role: first?.role }
}

function answerEach(taken: readonly Waiting[], { rows }: QueryResult): void {
  const byNumber = new Map(rows.map((row) => [Number((row as Record<string, unknown>)['_n']), row]))
  taken.forEach(({ resolve, reject }, index) => {
    const row = byNumber.get(index + 1)
    if (row) resolve({ rows: [row], rowCount: 1 })
    else reject(new Error('a write was not answered'))
  })
}

function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/**
 * Whether a timeout of these connections or a deadlock ended the batch. Other writes then pass, and this write runs
 * where more time is allowed.
 */
function isImpatience(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['57014', '55P03', '40P01'].includes(error.code ?? '')
}
