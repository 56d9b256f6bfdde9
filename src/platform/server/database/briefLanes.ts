import type pg from 'pg'
import { openLanes, type Lanes } from '#platform/server/database/lanes.ts'
import { isCancelled, runAlone, type Leaving } from '#platform/server/database/ownConnection.ts'
import { createPace } from '#platform/server/database/pace.ts'
import type { Answered, Query } from '#platform/server/database/wire/ask.ts'

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
): Pick<Lanes, 'stop'> & { query(query: Query, leaving?: Leaving): Promise<Answered> } {
  const lanes = openLanes(config, count, onLost)
  const pace = createPace(() => performance.now())

  const alone = (query: Query, name: string, leaving?: Leaving) =>
    runAlone(pool, query, leaving, (milliseconds) => pace.note(name, milliseconds))

  return {
    async query(query, leaving) {
      const { name } = query
      if (name === undefined) return runAlone(pool, query, leaving)
      if (!pace.isBrief(name)) return alone(query, name, leaving)
      try {
        return await lanes.query(query, (milliseconds) => pace.note(name, milliseconds))
      } catch (error) {
        // Cut off by the timeout: a read has changed nothing, so it may run again.
        if (!isCancelled(error)) throw error
        return alone(query, name, leaving)
      }
    },
    stop: () => lanes.stop(),
  }
}
