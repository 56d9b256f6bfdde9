import { Fault, fault } from '#faults/fault.ts'
import type { Departure } from '#platform/server/database/ownConnection.ts'

/** Time budget shared by the reads of one request. */
export type ReadBudget = {
  /** Fires when the budget is used up. */
  readonly departure: Departure
  /**
   * Runs a read. Concurrent reads share their time. Fault: `server.timeout` when the budget is used up before or during
   * the read.
   */
  spend<Result>(read: () => Promise<Result>): Promise<Result>
}

/** Time budget of the reads of a batch, in milliseconds. */
export const longestBatchReads = 10_000

/** Creates a budget in milliseconds. */
export function createReadBudget(milliseconds: number): ReadBudget {
  const over = new AbortController()
  let left = milliseconds
  let running = 0
  let since = 0
  let timer: NodeJS.Timeout | undefined

  function begin(): void {
    if (running++ > 0) return
    since = performance.now()
    timer = setTimeout(() => over.abort(), left)
  }

  function end(): void {
    if (--running > 0) return
    clearTimeout(timer)
    left -= performance.now() - since
  }

  return {
    departure: () => over.signal,
    async spend(read) {
      if (over.signal.aborted) throw fault('server.timeout')
      begin()
      try {
        return await read()
      } catch (error) {
        const isCut = over.signal.aborted && error instanceof Fault && error.code === 'request.abandoned'
        throw isCut ? fault('server.timeout') : error
      } finally {
        end()
      }
    },
  }
}
