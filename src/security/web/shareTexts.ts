import type { Translate } from '#language/translate.ts'
import { ApiFault } from '#platform/web/apiFault.ts'
import type { Receiver } from '#security/share.ts'

/** What somebody is, and where. */
export function sayPlace(t: Translate, { kind, place }: Receiver): string {
  const said = t(`sharing.kind.${kind}`)
  return place === null ? said : t('sharing.place', { kind: said, place })
}

/** The moment when a day of the reader's ends; null for none. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  return new Date(year, month - 1, date, 23, 59, 59).toISOString()
}

/** The day of the reader's in which a moment lies; '' for none. */
export function dayOf(moment: string | null): string {
  if (moment === null) return ''
  const at = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** What is wrong with which field of a refused body. */
export function problemsOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiFault)) return new Map()
  return new Map(error.details.map(({ target, message }) => [target ?? '', message]))
}
