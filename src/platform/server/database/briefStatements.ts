import {
  openPipelinedConnections,
  type ConnectionConfig,
  type PipelinedConnections,
} from '#platform/server/database/pipelinedConnections.ts'
import { createStatementBackoff } from '#platform/server/database/statementBackoff.ts'
import type { StatementCaller } from '#platform/server/database/fairQueue.ts'
import { isCancelled } from '#platform/server/database/ownConnection.ts'
import { createLatency } from '#platform/server/database/latency.ts'
import type { QueryResult, RoleQuery } from '#platform/server/database/wire/ask.ts'

const count = 2

/** Runs the statement on a connection of its own; `took` hears how long that was, in milliseconds. */
type Alone = (took?: (milliseconds: number) => void) => Promise<QueryResult>

/**
 * Lanes for reads that are usually short, such as a page of a list. A statement first proves itself on a connection of its
 * own. One that turns out long after all is cut off by the timeout in `config`, runs again on a connection of its own, and
 * has to prove itself anew: so nobody waits longer than that timeout for a stranger's statement.
 */
export function openBriefStatements(
  config: ConnectionConfig,
  onLost: (error: Error) => void,
): Pick<PipelinedConnections, 'stop'> & {
  query(query: RoleQuery, alone: Alone, caller?: StatementCaller): Promise<QueryResult>
} {
  const lanes = openPipelinedConnections(config, count, onLost)
  const pace = createLatency(() => performance.now())
  const bars = createStatementBackoff(() => performance.now())

  return {
    async query(query, alone, caller) {
      const { name } = query
      if (name === undefined) return alone()
      const runAlone = () => alone((milliseconds) => pace.note(name, milliseconds))
      if (!pace.isBrief(name) || (caller && bars.isBarred(caller.person))) return runAlone()
      try {
        return await lanes.query(query, (milliseconds) => pace.note(name, milliseconds))
      } catch (error) {
        // Cut off by the timeout: a read has changed nothing, so it may run again.
        if (!isCancelled(error)) throw error
        // Others have waited for it. Whoever makes short statements long again and again shares lanes no more.
        if (caller) bars.bar(caller.person)
        return runAlone()
      }
    },
    stop: () => lanes.stop(),
  }
}
