import pg from 'pg'
import { askWire, type Answered, type Query } from '#platform/server/database/wire/ask.ts'
import { wireOf } from '#platform/server/database/wire/wire.ts'

/** Connections that several statements share at a time. */
export type Lanes = {
  /** Tells besides how long the database itself took, in milliseconds. */
  query(query: Query, took?: (milliseconds: number) => void): Promise<Answered>
  stop(): Promise<void>
}

type Lane = {
  readonly client: pg.Client
  readonly ready: Promise<unknown>
  readonly since: number
  answered: number
}

/** Backends grow with the tables they have seen; they are replaced from time to time. */
const longestLife = 30 * 60_000

/**
 * A few connections that take the next statement before the last one is answered. That halves the cost of a small read. A
 * slow statement holds up those behind it, so only what is short belongs here.
 */
export function openLanes(config: pg.ClientConfig, count: number, onLost: (error: Error) => void): Lanes {
  const lanes: (Lane | undefined)[] = Array.from({ length: count })
  let turn = 0
  let isTurning = false

  function open(index: number): Lane {
    const client = new pg.Client(config)
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

  // Those of one turn of the event loop go together: what leaves in one packet is read and answered in one go.
  function next(): Lane {
    if (!isTurning) setImmediate(() => (isTurning = false))
    if (!isTurning) turn++
    isTurning = true
    const index = turn % count
    const lane = lanes[index]
    if (!lane) return open(index)
    if (Date.now() - lane.since < longestLife) return lane
    // What it was asked is still answered.
    void end(lane)
    return open(index)
  }

  async function end({ client, ready }: Lane): Promise<void> {
    await ready.catch(() => undefined)
    await wireOf(client).settled()
    await client.end().catch(onLost)
  }

  return {
    async query(query, took) {
      const lane = next()
      await lane.ready
      const sent = performance.now()
      try {
        return await askWire(lane.client, query)
      } finally {
        const now = performance.now()
        // Its turn came when it was sent or when the one before it was answered.
        took?.(now - Math.max(sent, lane.answered))
        lane.answered = now
      }
    },
    async stop() {
      await Promise.all(lanes.flatMap((lane) => (lane ? [end(lane)] : [])))
    },
  }
}
