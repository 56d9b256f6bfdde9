import { textOfDay, textOfMoment } from '#dates/calendar.ts'
import type { EvaluationContext } from '#expressions/context.ts'
import { fragmentParameter, type Fragment } from '#expressions/sql/fragment.ts'

/** What an expression may know beside its fields, as SQL: values, or places for values that come with each request. */
export type SqlContext = { readonly [Name in keyof EvaluationContext]: Fragment }

/** A context whose values are known. */
export function sqlContext({ now, today, zone, member, unit }: EvaluationContext): SqlContext {
  return {
    now: fragmentParameter(textOfMoment(now), 'timestamptz'),
    today: fragmentParameter(textOfDay(today), 'date'),
    zone: fragmentParameter(zone, 'text'),
    member: fragmentParameter(member, 'uuid'),
    unit: fragmentParameter(unit, 'uuid'),
  }
}
