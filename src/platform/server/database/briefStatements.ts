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

/** Runs the statement on its own connection; `took` receives the duration in milliseconds. */
type Alone = (took?: (milliseconds: number) => void) => Promise<QueryResult>

/**
 * Pipelined connections for reads that are usually short, such as a page of a list. A statement is first measured on
 * its own connection. A statement that turns out long later is cut off by the timeout in `config`, runs again on its
 * own connection, and is measured anew: nobody waits longer than that timeout for the statement of another caller.
 */
export function openBriefStatements(
  config: ConnectionConfig,
  onLost: (error: Error) => void,
): Pick<PipelinedConnections, 'stop'> & {
  query(query: RoleQuery, alone: Alone, caller?: StatementCaller): Promise<QueryResult>
} {
  const pipelined = openPipelinedConnections(config, count, onLost)
  const latency = createLatency(() => performance.now())
  const backoff = createStatementBackoff(() => performance.now())

  return {
    async query(query, alone, caller) {
      const { name } = query
      if (name === undefined) return alone()
      const runAlone = () => alone((milliseconds) => latency.note(name, milliseconds))
      if (!latency.isBrief(name) || (caller && backoff.isBarred(caller.person))) return runAlone()
      try {
        return await pipelined.query(query, (milliseconds) => latency.note(name, milliseconds))
      } catch (error) {
        // The timeout cut the statement off. A read changes nothing, so running the statement again is safe.
        if (!isCancelled(error)) throw error
        // Other callers waited behind this statement. A person whose short statements repeatedly turn long is excluded
        // from the pipelined connections for a while.
        if (caller) backoff.bar(caller.person)
        return runAlone()
      }
    },
    stop: () => pipelined.stop(),
  }
}
