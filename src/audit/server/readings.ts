import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** A reading of a log: the reader, the request, and the part that was read. */
export type SensitiveReading = {
  readonly kind: 'logRead' | 'logExported'
  readonly byId: string
  readonly requestId: string | null
  readonly at: Date
  readonly filter: object
}

const hour = 3_600_000
const mostKept = 10_000

/** Logs a person's reading unless one was logged within the hour, so that a row is not added for each page. */
export type Readings = (who: string, at: Date, note: () => Promise<void>) => Promise<void>

/**
 * The readings of one process. A reading whose log entry fails, for instance because the client disconnected, is logged
 * with the next.
 */
export function createReadings(): Readings {
  const last = new Map<string, number>()
  return async (who, at, note) => {
    const time = at.getTime()
    if (Math.abs(time - (last.get(who) ?? -hour)) < hour) return
    await note()
    if (last.size >= mostKept) last.clear()
    last.set(who, time)
  }
}

/** Logs the reader of a log, and the query. */
export async function noteReading(
  executor: Executor,
  schema: string,
  area: 'security' | 'access',
  { kind, byId, requestId, at, filter }: SensitiveReading,
): Promise<void> {
  await executor.execute({
    text: `insert into ${qualified(schema, '_audit')} (at, area, kind, by_id, cause, request_id, changes)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      at,
      area,
      kind,
      byId,
      JSON.stringify({ kind: 'request', id: requestId ?? '' }),
      requestId,
      JSON.stringify({ subject: null, before: null, after: filter }),
    ],
  })
}
