import pg from 'pg'
import { openLanes, type Lanes } from '#platform/server/database/lanes.ts'
import { createPace } from '#platform/server/database/pace.ts'

const count = 2

/**
 * Lanes for reads that are usually short, such as a page of a list. A statement first proves itself on a connection of its
 * own. One that turns out long after all is cut off by the timeout in `config`, runs again on a connection of its own, and
 * has to prove itself anew: so nobody waits longer than that timeout for a stranger's statement.
 */
export function openBriefLanes(
  pool: pg.Pool,
  config: pg.ClientConfig,
  onLost: (error: Error) => void,
): Pick<Lanes, 'stop'> & { query(query: pg.QueryConfig): Promise<pg.QueryResult> } {
  const lanes = openLanes(config, count, onLost)
  const pace = createPace(() => performance.now())

  async function alone(query: pg.QueryConfig, name: string): Promise<pg.QueryResult> {
    const client = await pool.connect()
    const start = performance.now()
    try {
      const result = await client.query(query)
      client.release()
      return result
    } catch (error) {
      client.release(error instanceof pg.DatabaseError ? undefined : true)
      throw error
    } finally {
      pace.note(name, performance.now() - start)
    }
  }

  return {
    async query(query) {
      const { name } = query
      if (name === undefined) return pool.query(query)
      if (!pace.isBrief(name)) return alone(query, name)
      try {
        return await lanes.query(query, (milliseconds) => pace.note(name, milliseconds))
      } catch (error) {
        if (!isCutOff(error)) throw error
        return alone(query, name)
      }
    },
    stop: () => lanes.stop(),
  }
}

/** SQLSTATE 57014: cancelled by the timeout. A read has changed nothing, so it may run again. */
function isCutOff(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014'
}
