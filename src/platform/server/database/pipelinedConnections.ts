import pg from 'pg'
import { askWire, type QueryResult, type RoleQuery } from '#platform/server/database/wire/ask.ts'
import { wireOf } from '#platform/server/database/wire/clientWire.ts'

/** Options of a connection. `Client` is the client class if not pg's own. */
export type ConnectionConfig = pg.ClientConfig & { readonly Client?: typeof pg.Client }

/** Connections that several statements share at a time. */
export type PipelinedConnections = {
  /** `took` receives the time of the database itself, in milliseconds. */
  query(query: RoleQuery, took?: (milliseconds: number) => void): Promise<QueryResult>
  stop(): Promise<void>
}

type Lane = {
  readonly client: pg.Client
  readonly ready: Promise<unknown>
  readonly since: number
  answered: number
}

/** A connection's last role, the time since which the connection is idle, and its number of unanswered statements. */
type Use = { role: string | undefined; idleSince: number; waiting: number }

/**
 * A backend's memory grows with the tables that were used on the connection, so connections are replaced after this
 * time, in milliseconds.
 */
const longestLife = 30 * 60_000

/**
 * How long an idle connection stays reserved for its role, in milliseconds: changing the role costs as much as a small
 * read.
 */
const ownedFor = 5

/**
 * A few connections that send the next statement before the last answer has arrived. Pipelining halves the cost of a
 * small read. A slow statement delays the statements behind it, so only short statements belong here.
 */
export function openPipelinedConnections(
  config: ConnectionConfig,
  count: number,
  onLost: (error: Error) => void,
): PipelinedConnections {
  const lanes: (Lane | undefined)[] = Array.from({ length: count })
  const uses: Use[] = lanes.map(() => ({ role: undefined, idleSince: Number.NEGATIVE_INFINITY, waiting: 0 }))
  const chosen = new Map<string | undefined, number>()
  let turn = 0

  function open(index: number): Lane {
    const client = new (config.Client ?? pg.Client)(config)
    const lane: Lane = { client, ready: client.connect(), since: Date.now(), answered: 0 }
    const forget = () => {
      if (lanes[index] === lane) lanes[index] = undefined
    }
    client.on('error', (error) => {
      forget()
      onLost(error)
    })
    client.on('end', forget)
    lane.ready.catch(forget)
    lanes[index] = lane
    return lane
  }

  function next(role: string | undefined): { readonly lane: Lane; readonly use: Use } {
    const index = placeOf(role)
    const use = uses[index] ?? { role, idleSince: 0, waiting: 0 }
    const lane = lanes[index]
    if (!lane) return { lane: open(index), use }
    if (Date.now() - lane.since < longestLife) return { lane, use }
    // Statements already sent are still answered.
    void end(lane)
    return { lane: open(index), use }
  }

  // Statements of one role in one turn of the event loop share a connection: one packet is read and answered at once.
  function placeOf(role: string | undefined): number {
    const known = chosen.get(role)
    if (known !== undefined) return known
    if (chosen.size === 0) setImmediate(() => chosen.clear())
    turn++
    const now = performance.now()
    const order = uses.map((_, step) => (turn + step) % count)
    const isOwn = (index: number) => uses[index]?.role === role
    const isIdle = (index: number) => uses[index]?.waiting === 0
    const isFree = (index: number) => isIdle(index) && now - (uses[index]?.idleSince ?? 0) > ownedFor
    const index =
      order.find((each) => isOwn(each) && isIdle(each)) ?? order.find(isFree) ?? order.find(isOwn) ?? turn % count
    chosen.set(role, index)
    const use = uses[index]
    if (use) use.role = role
    return index
  }

  async function end({ client, ready }: Lane): Promise<void> {
    await ready.catch(() => undefined)
    await wireOf(client).settled()
    await client.end().catch(onLost)
  }

  return {
    async query(query, took) {
      const { lane, use } = next(query.role)
      use.waiting++
      const sent = performance.now()
      try {
        await lane.ready
        return await askWire(lane.client, query)
      } finally {
        const now = performance.now()
        if (--use.waiting === 0) use.idleSince = now
        // The statement started when it was sent, or when the statement before it was answered.
        took?.(now - Math.max(sent, lane.answered))
        lane.answered = now
      }
    },
    async stop() {
      await Promise.all(lanes.flatMap((lane) => (lane ? [end(lane)] : [])))
    },
  }
}
