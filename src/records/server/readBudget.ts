import { Fault, fault } from '#faults/fault.ts'
import type { Departure } from '#platform/server/database/ownConnection.ts'

/** The time that reads of one request have together. */
export type ReadBudget = {
  /** Fires when the time is over. */
  readonly departure: Departure
  /** Runs a read; side by side they spend their time once. Fault: `server.timeout` when nothing is left, or nothing any more. */
  spend<Result>(read: () => Promise<Result>): Promise<Result>
}

/** How long the reads of a batch may take together, in milliseconds. */
export const longestBatchReads = 10_000

/** A budget of so many milliseconds. */
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
