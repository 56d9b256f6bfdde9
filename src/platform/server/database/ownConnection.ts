import pg from 'pg'
import { Fault, fault } from '#faults/fault.ts'
import { ask, type QueryResult, type RoleQuery } from '#platform/server/database/wire/ask.ts'

/**
 * Signals that nobody waits for the answer any more. A function, because most statements end before listening is worth
 * the effort.
 */
export type Departure = () => AbortSignal

/**
 * Asks the database to cancel the backend's statement. When the promise resolves, nothing of the request is pending.
 */
export type Cancel = (backend: number) => Promise<unknown>

/** For an asker who may leave: the departure signal and the cancel request. */
export type Leaving = { readonly departure: Departure; readonly cancel: Cancel }

declare module 'pg' {
  interface ClientBase {
    /** Process id of the connection's backend. */
    readonly processID: number | null
  }
}

/** Runs one statement on an exclusive connection. `took` receives the duration in milliseconds. */
export async function runAlone(
  pool: pg.Pool,
  query: RoleQuery,
  leaving?: Leaving,
  took?: (milliseconds: number) => void,
): Promise<QueryResult> {
  const client = await pool.connect()
  const start = performance.now()
  try {
    const result = await (leaving ? runUntil(client, query, leaving) : ask(client, query))
    client.release()
    return result
  } catch (error) {
    client.release(!isUsableAfter(error))
    throw error
  } finally {
    took?.(performance.now() - start)
  }
}

/**
 * Runs a statement until the asker leaves; then the statement is cancelled, and the call throws `request.abandoned`.
 * The call ends only after the cancel request has ended: before that the connection must not be reused, since the
 * cancel request would hit the next statement.
 */
export async function runUntil(
  client: pg.ClientBase,
  query: RoleQuery,
  { departure, cancel }: Leaving,
): Promise<QueryResult> {
  const signal = departure()
  if (signal.aborted) throw fault('request.abandoned')
  let cancelling: Promise<unknown> | undefined
  const leave = () => {
    cancelling = cancel(client.processID ?? 0)
    cancelling.catch(() => undefined)
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await ask(client, query)
  } catch (error) {
    throw signal.aborted && isCancelled(error) ? fault('request.abandoned') : error
  } finally {
    signal.removeEventListener('abort', leave)
    // The cancel request's answer was lost and the cancel may still arrive: its error ends the connection.
    await cancelling
  }
}

/** SQLSTATE 57014: ended by a timeout or by a cancel request. */
export function isCancelled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014'
}

/** After a statement error the connection is usable; after any other error its state is unknown. */
function isUsableAfter(error: unknown): boolean {
  return error instanceof Fault || (error instanceof pg.DatabaseError && error.severity === 'ERROR')
}
