import * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'

/** Why a job skipped a record. `message` is translated when displayed. */
export type TroubleRecord = {
  readonly entity_id: string
  readonly id: string
  readonly name: string | null
  readonly problems: readonly Problem[]
}

const wireValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])

/**
 * A selection of records: named ids, or all records that a query (`$filter`, `$search`) finds when the job starts,
 * except some.
 */
const selection = z.union([
  z.strictObject({
    ids: z.array(z.uuid('request.idInvalid')).check(z.minLength(1, 'validation.required'), z.maxLength(50_000)),
  }),
  z.strictObject({
    query: z.string().check(z.maxLength(65_536)),
    except: z.optional(z.array(z.uuid('request.idInvalid')).check(z.maxLength(50_000))),
  }),
])
export type WorkSelection = Readonly<z.output<typeof selection>>

/** `POST /bulk/v1/{envid}/{entityid}`: the same change for many records, or their deletion. */
export const bulkSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('change'), records: selection, values: z.record(z.string(), wireValue) }),
  z.strictObject({ action: z.literal('delete'), records: selection }),
])
export type BulkDraft = Readonly<z.output<typeof bulkSchema>>

/** `POST /bulk/v1/{envid}/{entityid}/preview`: effects of the deletion of many records on other records. */
export const bulkPreviewSchema = z.strictObject({ records: selection })

/** The result of the jobs `bulkchange`, `bulkdelete` and `undo`. */
export type WorkResult = {
  readonly done: number
  /**
   * Number of skipped records, including partly processed ones; `GET /work/v1/{envid}/{jobid}/trouble` gives the
   * reasons.
   */
  readonly refused: number
  readonly entity_id: string | null
}
