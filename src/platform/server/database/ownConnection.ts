import pg from 'pg'
import { Fault, fault } from '#faults/fault.ts'
import { ask, type QueryResult, type RoleQuery } from '#platform/server/database/wire/ask.ts'

/**
 * Fires when nobody waits for an answer any more. A function, because most statements are over before it is worth while to
 * listen.
 */
export type Departure = () => AbortSignal

/** Asks the database to end what a backend is doing. Once that is answered nothing of it is under way any more. */
export type Cancel = (backend: number) => Promise<unknown>

/** For an asker who may leave. */
export type Leaving = { readonly departure: Departure; readonly cancel: Cancel }

declare module 'pg' {
  interface ClientBase {
    /** The backend of the connection. */
    readonly processID: number | null
  }
}

/** Runs one statement on a connection that is nobody else's meanwhile. `took` hears how long that was, in milliseconds. */
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
 * Runs a statement until its asker leaves; then it is cancelled, and throws `request.abandoned`. It only ends when the
 * cancelling has ended too: until then the connection must not be given to others, whose statement it would hit.
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
    // One whose answer was lost may still come: its error ends the connection.
    await cancelling
  }
}

/** SQLSTATE 57014: ended by a timeout or by request. */
export function isCancelled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014'
}

/** After an error of a statement the connection is as good as before; after any other, who knows. */
function isUsableAfter(error: unknown): boolean {
  return error instanceof Fault || (error instanceof pg.DatabaseError && error.severity === 'ERROR')
}
