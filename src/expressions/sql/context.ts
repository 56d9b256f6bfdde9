import { textOfDay, textOfMoment } from '#dates/calendar.ts'
import type { Context } from '#expressions/context.ts'
import { parameter, type Fragment } from '#expressions/sql/fragment.ts'

/** What an expression may know beside its fields, as SQL: values, or places for values that come with each request. */
export type SqlContext = { readonly [Name in keyof Context]: Fragment }

/** A context whose values are known. */
export function sqlContext({ now, today, zone, member, unit }: Context): SqlContext {
  return {
    now: parameter(textOfMoment(now), 'timestamptz'),
    today: parameter(textOfDay(today), 'date'),
    zone: parameter(zone, 'text'),
    member: parameter(member, 'uuid'),
    unit: parameter(unit, 'uuid'),
  }
}
