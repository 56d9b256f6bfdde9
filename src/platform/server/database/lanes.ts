import pg from 'pg'

/** Connections that several statements share at a time. */
export type Lanes = {
  /** Tells besides how long the database itself took, in milliseconds. */
  query(query: pg.QueryConfig, took?: (milliseconds: number) => void): Promise<pg.QueryResult>
  stop(): Promise<void>
}

type Lane = {
  readonly client: pg.Client
  readonly ready: Promise<unknown>
  readonly since: number
  corked: boolean
  answered: number
}

/** Backends grow with the tables they have seen; they are replaced from time to time. */
const longestLife = 30 * 60_000

/**
 * A few connections that take the next statement before the last one is answered (pipelining of PostgreSQL's protocol);
 * what comes in one turn of the event loop leaves in one packet. That halves the cost of a small read. A slow statement
 * holds up those behind it, so only what is short belongs here.
 */
export function openLanes(config: pg.ClientConfig, count: number, onLost: (error: Error) => void): Lanes {
  const lanes: (Lane | undefined)[] = Array.from({ length: count })
  let turn = 0

  function open(index: number): Lane {
    const client = new pg.Client({ ...config, pipeline: true })
    const lane: Lane = { client, ready: client.connect(), since: Date.now(), corked: false, answered: 0 }
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

  function next(): Lane {
    const index = turn++ % count
    const lane = lanes[index]
    if (!lane) return open(index)
    if (Date.now() - lane.since < longestLife) return lane
    // What it was asked is still answered.
    void lane.client.end().catch(onLost)
    return open(index)
  }

  return {
    async query(query, took) {
      const lane = next()
      await lane.ready
      gather(lane)
      const sent = performance.now()
      try {
        return await lane.client.query(query)
      } finally {
        const now = performance.now()
        // Its turn came when it was sent or when the one before it was answered.
        took?.(now - Math.max(sent, lane.answered))
        lane.answered = now
      }
    },
    async stop() {
      await Promise.all(lanes.map(async (lane) => lane?.client.end().catch(onLost)))
    },
  }
}

/** Holds back what is written until the requests of this turn have all been read. */
function gather(lane: Lane): void {
  if (lane.corked) return
  const { stream } = lane.client.connection
  lane.corked = true
  stream.cork()
  setImmediate(() => {
    lane.corked = false
    stream.uncork()
  })
}
