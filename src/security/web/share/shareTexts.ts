import type { Translate } from '#language/translate.ts'
import { ApiFault } from '#platform/web/apiFault.ts'
import type { Receiver } from '#security/share.ts'
import { dateIn, endOfDate } from '#dates/relativePeriod.ts'

/** What somebody is, and where. */
export function sayPlace(t: Translate, { kind, place }: Receiver): string {
  const said = t(`sharing.kind.${kind}`)
  return place === null ? said : t('sharing.place', { kind: said, place })
}

/** The moment when a day of the reader's ends; null for none. */
export function endOfDay(day: string, timeZone: string): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  return new Date(endOfDate(timeZone, day).getTime() - 1000).toISOString()
}

/** The day of the reader's in which a moment lies; '' for none. */
export function shareDay(moment: string | null, timeZone: string): string {
  return moment === null ? '' : dateIn(timeZone, new Date(moment))
}

/** What is wrong with which field of a refused body. */
export function shareProblems(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiFault)) return new Map()
  return new Map(error.details.map(({ target, message }) => [target ?? '', message]))
}
