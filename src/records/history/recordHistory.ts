import * as z from 'zod/mini'
import { columnOf } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import type { CauseKey } from '#environments/cause.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Problem } from '#faults/fault.ts'
import { isSameWireValue, tellableFields, type RecordSnapshot } from '#records/history/recordSnapshot.ts'

/** A field of a record that a write changed, or set at its beginning. */
export type FieldChange = {
  readonly column: string
  readonly before: WireValue
  readonly after: WireValue
}

/** One write to a record, as its history tells it. */
export type HistoryEntry = {
  /** Where it stands in the history: `e` and the number of an event, or `a` and that of an audit row. */
  readonly at_seq: string
  readonly kind: 'create' | 'update' | 'delete'
  readonly on: string
  readonly by_id: string | null
  readonly by: string | null
  readonly cause: CauseKey
  /** The version that it left; null where that is not told. */
  readonly version: string | null
  readonly changes: readonly FieldChange[]
  /** Whether the record can be set back to what this write left. */
  readonly restorable: boolean
}

/** `GET /history/v1/{envid}/{entityid}/{recordid}`. `names` are those of linked records and people that may be read, by id. */
export type RecordHistory = {
  readonly value: readonly HistoryEntry[]
  readonly next: string | null
  readonly names: Readonly<Record<string, string | null>>
}

/** What a restore of a version would do: `GET .../version/{at_seq}`. */
export type VersionComparison = {
  readonly at_seq: string
  readonly on: string
  /** Fields that are otherwise now: `before` is now, `after` as they were. */
  readonly differences: readonly FieldChange[]
  /** Why some of them cannot be set back. */
  readonly problems: readonly Problem[]
  /** Columns of attributes that are no more, with values in that version. */
  readonly lost: readonly string[]
  readonly names: Readonly<Record<string, string | null>>
}

export const versionRestoreSchema = z.strictObject({
  at_seq: z.string().check(z.regex(/^[ea]\d{1,18}$/, 'request.malformed')),
  /** Only these columns; without it, all that differ. */
  columns: z.optional(z.array(z.string().check(z.maxLength(63))).check(z.maxLength(1600))),
})

// What each write changes by itself says nothing about it.
const stamps: ReadonlySet<string> = new Set([
  'id',
  'version',
  'updated_on',
  'updated_by_id',
  'created_on',
  'created_by_id',
])

/** The fields in which a record differs between two moments; those of attributes that are gone or secret are left out. */
export function changesBetween(
  entity: EntityDefinition,
  before: RecordSnapshot | null,
  after: RecordSnapshot | null,
): readonly FieldChange[] {
  return tellableFields(entity).flatMap((field) => {
    const column = columnOf(field)
    if (stamps.has(column)) return []
    const [old, now] = [before?.[column] ?? null, after?.[column] ?? null]
    return isSameWireValue(old, now) ? [] : [{ column, before: old, after: now }]
  })
}
