import { auditAreas, type AuditArea } from '#audit/audit.ts'
import { endOfDate, startOfDate } from '#dates/relativePeriod.ts'

/** What of the log is to be shown; an empty text asks for all. Days are `YYYY-MM-DD`, both included. */
export type AuditWish = {
  readonly area: AuditArea | ''
  readonly kind: string
  readonly by: string
  readonly entity: string
  readonly record: string
  readonly cause: string
  readonly from: string
  readonly to: string
}

export const everything: AuditWish = { area: '', kind: '', by: '', entity: '', record: '', cause: '', from: '', to: '' }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const day = /^\d{4}-\d\d-\d\d$/

/** The wish that the query of a page's address says; what is no wish there is left out. */
export function readWish(search: string): AuditWish {
  const said = new URLSearchParams(search)
  const fitting = (name: string, pattern: RegExp) => {
    const text = said.get(name) ?? ''
    return pattern.test(text) ? text : ''
  }
  const area = auditAreas.find((each) => each === said.get('area')) ?? ''
  return {
    area,
    kind: fitting('kind', /^[a-zA-Z]{1,40}$/),
    by: fitting('by', uuid),
    entity: fitting('entity', uuid),
    record: fitting('record', uuid),
    cause: fitting('cause', /^[\w-]{1,100}$/),
    from: fitting('from', day),
    to: fitting('to', day),
  }
}

/** The wish as the query of a page's address. */
export function writeWish(wish: AuditWish): string {
  return encoded(Object.entries(wish))
}

/** The wish as the calls take it: days are those of the reader's zone, and go from their beginning to their end. */
export function queryText({ from, to, ...rest }: AuditWish, timeZone: string): string {
  const begins = day.test(from) ? startOfDate(timeZone, from).toISOString() : ''
  const ends = day.test(to) ? endOfDate(timeZone, to).toISOString() : ''
  return encoded([...Object.entries(rest), ['from', begins], ['to', ends]])
}

function encoded(parts: readonly (readonly [string, string])[]): string {
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${encodeURIComponent(value)}`])).join('&')
}
