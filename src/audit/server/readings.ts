import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** Who read what of a log, by which request. */
export type Reading = {
  readonly kind: 'logRead' | 'logExported'
  readonly byId: string
  readonly requestId: string | null
  readonly at: Date
  readonly filter: object
}

const hour = 3_600_000
const mostKept = 10_000

/** Tells whether somebody's reading is to be noted: once an hour in each process, so that no row comes of each page. */
export function createReadings(): (who: string, at: Date) => boolean {
  const last = new Map<string, number>()
  return (who, at) => {
    const time = at.getTime()
    if (Math.abs(time - (last.get(who) ?? -hour)) < hour) return false
    if (last.size >= mostKept) last.clear()
    last.set(who, time)
    return true
  }
}

/** Leaves in a log who read it, and what of it was asked for. */
export async function noteReading(
  executor: Executor,
  schema: string,
  area: 'security' | 'access',
  { kind, byId, requestId, at, filter }: Reading,
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
