import * as z from 'zod/mini'
import type { Sentence } from '#changes/operation.ts'
import type { FieldChange } from '#records/history/recordHistory.ts'

/** Areas of the log: records, definitions, rights, and sign-ins. */
export const auditAreas = ['data', 'definition', 'security', 'access'] as const
export type AuditArea = (typeof auditAreas)[number]

/** A page of the log. */
export const auditPageSize = 50

/** One row of the log, as answered in lists. The text of a kind is `audit.kind.<kind>`. */
export type AuditEntry = {
  readonly id: string
  readonly on: string
  readonly area: AuditArea
  readonly kind: string
  readonly by_id: string | null
  readonly by: string | null
  readonly entity_id: string | null
  readonly record_id: string | null
  /** Name of the affected thing, where the log holds a name that is no value of a record. */
  readonly subject: string | null
  readonly cause: { readonly kind: string; readonly id: string }
  readonly request_id: string | null
}
/** Whose entries can be asked for. */
export type AuditPerson = { readonly id: string; readonly name: string }
export type AuditPage = { readonly value: readonly AuditEntry[]; readonly next: string | null }

/**
 * Details of an entry. For a record: the changed fields; `closed` if the reader may not read the record, `gone` if its
 * table no longer exists; `unread` are fields that field rules hide from the reader.
 */
export type AuditDetails = AuditEntry &
  (
    | {
        readonly told: 'record'
        readonly changes: readonly FieldChange[]
        readonly unread: number
        readonly names: Readonly<Record<string, string | null>>
      }
    | { readonly told: 'closed' | 'gone' }
    | { readonly told: 'count'; readonly count: number | null }
    | { readonly told: 'sentences'; readonly sentences: readonly Sentence[]; readonly note: string | null }
    | { readonly told: 'facts'; readonly before: Facts | null; readonly after: Facts | null }
  )
export type Facts = Readonly<Record<string, unknown>>

const id = z.uuid('request.idInvalid')
const moment = z.iso.datetime('request.malformed')

/** Filters of the log; all given filters must match. */
export const auditFilterSchema = z.strictObject({
  area: z.optional(z.enum(auditAreas)),
  kind: z.optional(z.string().check(z.regex(/^[a-zA-Z]{1,40}$/, 'request.malformed'))),
  by: z.optional(id),
  entity: z.optional(id),
  record: z.optional(id),
  from: z.optional(moment),
  to: z.optional(moment),
  cause: z.optional(z.string().check(z.maxLength(100))),
})
export type AuditFilter = z.output<typeof auditFilterSchema>

/** The same with where the page before has ended. */
export const auditQuerySchema = z.strictObject({
  ...auditFilterSchema.shape,
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'request.malformed'))),
})
export type AuditQuery = z.output<typeof auditQuerySchema>
