import * as z from 'zod/mini'
import type { CauseKey } from '#environments/cause.ts'
import type { TroubleRecord } from '#records/work.ts'

/** How long a deleted record can be taken back, in days (product ruling 2.2). */
export const trashDays = 30

/** A deleted record, as `GET /trash/v1/{envid}/{entityid}` tells it. */
export type TrashItem = {
  readonly id: string
  readonly name: string | null
  readonly deleted_on: string
  readonly deleted_by_id: string | null
  readonly deleted_by: string | null
  readonly cause: CauseKey
  /** Records of other tables that were deleted with it because they link to it. */
  readonly children: number
  /** When it goes for good. */
  readonly purge_on: string
}

export type TrashPage = { readonly value: readonly TrashItem[]; readonly next: string | null }

/** More at once is asked for in turns. */
export const mostRestored = 200

const ids = z.array(z.uuid('request.idInvalid')).check(z.minLength(1, 'validation.required'), z.maxLength(mostRestored))
const wireValue = z.union([z.string(), z.boolean(), z.null(), z.array(z.string())])

export const restoreSchema = z.strictObject({
  ids,
  /** Values instead of the kept ones, by column: for a single record. */
  values: z.optional(z.record(z.string(), wireValue)),
  /** What becomes of values that do not hold any more: they keep the record in the trash, or are left out. */
  unfit: z.optional(z.enum(['refused', 'left'])),
  /** Also what was deleted with it because it links to it. */
  children: z.optional(z.boolean()),
})
export type RestoreWish = Readonly<z.output<typeof restoreSchema>>

export const purgeSchema = z.strictObject({ ids })

export type RestoreResult = {
  readonly restored: readonly string[]
  /** How many records of other tables came back with them. */
  readonly children: number
  readonly refused: readonly TroubleRecord[]
}
