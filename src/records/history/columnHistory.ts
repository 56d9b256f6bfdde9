import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { RecordSnapshot } from '#records/history/recordSnapshot.ts'

/** Since when a column is an attribute's: one that is deleted leaves its name to others. */
export type ColumnPeriod = {
  readonly column: string
  readonly attribute_id: string
  /** The attribute's name when it took the column. */
  readonly name: string
  /** The last event before it. */
  readonly since_seq: string
  readonly since: Date
}

/** When a kept record was as it is told: by the number of its event where there is one. */
export type Moment = { readonly seq: string } | { readonly at: Date }

/** A kept record without the values of attributes that are no more, and the names of those that it has values of. */
export type ReadSnapshot = { readonly record: RecordSnapshot; readonly gone: ReadonlyMap<string, string> }

/**
 * What of a kept record is told of the attributes of now. A column whose name another attribute has taken since holds that
 * one's values by now: what the record has there is none of its. `periods` are in their order.
 */
export function snapshotAsOf(
  entity: Pick<EntityDefinition, 'attributes'>,
  periods: readonly ColumnPeriod[],
  record: RecordSnapshot,
  moment: Moment,
): ReadSnapshot {
  const gone = new Map<string, string>()
  const owners = new Map(entity.attributes.map((attribute) => [columnOf(attribute), attribute.id]))
  for (const [column, own] of Map.groupBy(periods, (each) => each.column)) {
    if (!(column in record)) continue
    const then = own.findLast((each) => isBefore(each, moment))
    if (!then || then.attribute_id !== owners.get(column)) gone.set(column, then?.name ?? column)
  }
  if (gone.size === 0) return { record, gone }
  return { record: Object.fromEntries(Object.entries(record).filter(([column]) => !gone.has(column))), gone }
}

/** The columns that were another attribute's at one of these events than they are now. */
export function goneSince(
  entity: Pick<EntityDefinition, 'attributes'>,
  periods: readonly ColumnPeriod[],
  seqs: readonly string[],
): ReadonlySet<string> {
  const record = Object.fromEntries(periods.map(({ column }) => [column, null]))
  return new Set(seqs.flatMap((seq) => [...snapshotAsOf(entity, periods, record, { seq }).gone.keys()]))
}

function isBefore({ since_seq, since }: ColumnPeriod, moment: Moment): boolean {
  return 'seq' in moment ? BigInt(since_seq) < BigInt(moment.seq) : since < moment.at
}
