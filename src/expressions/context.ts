import { dayLength } from '#dates/calendar.ts'
import { localTime } from '#dates/zoneTime.ts'

/** What an expression may know beside its fields. */
export type EvaluationContext = {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The day of `now` in the zone. */
  readonly today: number
  /** The asker's time zone, such as `Europe/Riga`. */
  readonly zone: string
  /** Ids of the asker and of the unit they belong to. */
  readonly member: string | null
  readonly unit: string | null
}

/** The clocks of what is kept for everybody, such as names of records, and of whoever tells no zone. */
export const serverZone = 'UTC'

/** The context of one request or one run: everything in it sees the same moment. */
export function evaluationContext(
  now: number,
  zone: string,
  member: string | null,
  unit: string | null,
): EvaluationContext {
  return { now, today: Math.floor(localTime(now, zone) / dayLength), zone, member, unit }
}
