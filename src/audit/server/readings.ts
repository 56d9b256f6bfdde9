import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** Who read what of a log, by which request. */
export type SensitiveReading = {
  readonly kind: 'logRead' | 'logExported'
  readonly byId: string
  readonly requestId: string | null
  readonly at: Date
  readonly filter: object
}

const hour = 3_600_000
const mostKept = 10_000

/** Has somebody's reading noted unless it was within the hour, so that no row comes of each page. */
export type Readings = (who: string, at: Date, note: () => Promise<void>) => Promise<void>

/** The readings of one process. One whose note fails, as of somebody who goes away meanwhile, is noted at the next. */
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

/** Leaves in a log who read it, and what of it was asked for. */
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
