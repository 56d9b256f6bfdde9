import { columnOf } from '#attributes/attribute.ts'
import type { RecordValues } from '#attributes/record.ts'
import { Fault, fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { qualified } from '#platform/sql.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { differing, isSameWireValue, type RecordSnapshot } from '#records/history/recordSnapshot.ts'
import { isReadableRecord } from '#records/history/server/history.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { deleteRecord } from '#records/server/deleteRecord.ts'
import { updateRecord } from '#records/server/updateRecord.ts'
import { keptJson } from '#records/history/server/trash/trashSnapshot.ts'
import { restoreRecord } from '#records/history/server/trash/restore.ts'
import { loadColumnHistory } from '#records/history/server/columnHistory.ts'
import { snapshotAsOf, type ColumnPeriod } from '#records/history/columnHistory.ts'
import { closedFields } from '#security/fields.ts'
import { eventRows } from '#records/server/events/eventRows.ts'
import type { WorkItem } from '#records/server/work/work.store.ts'

/**
 * A record before the first and after the last write of a cause. Null: the record did not exist. Undefined: the events
 * do not say. `gone` maps columns that the cause changed to the names of deleted attributes.
 */
type Ends = {
  readonly before: RecordSnapshot | null | undefined
  readonly after: RecordSnapshot | null | undefined
  readonly gone: ReadonlyMap<string, string>
}

/** The writes to undo on a record, and the current record; null for a missing record. */
export type Standing = { readonly ends: Ends | undefined; readonly current: RecordSnapshot | null }

/**
 * Undoes the writes of a cause to one record where the record is unchanged since. Returns the names of deleted
 * attributes, whose values could not be restored. Faults: `undo.changed` with the fields that others have changed
 * since, `undo.forgotten`, and all faults of the inverse write.
 */
export async function revertRecord(
  context: RecordsContext,
  entity: EntityDefinition,
  id: string,
  { ends, current }: Standing,
): Promise<readonly string[]> {
  if (!ends) throw fault('undo.forgotten')
  const { before, after, gone } = ends
  if (before === null) {
    if (after !== null) await removeMade(context, entity, id, after)
    return []
  }
  if (after === null) await bringBack(context, entity, id, before, current)
  else if (before && after) await changeBack(context, entity, id, before, after, current)
  return [...gone.values()]
}

/** Batch events have no record columns: they only list the ids of created or deleted records. */
type EventRow = {
  readonly seq: string
  readonly kind: string
  readonly record_id: string | null
  readonly before: RecordSnapshot | null
  readonly after: RecordSnapshot | null
}

/**
 * The standing of each listed record, in list order: one query for the events, and one per table for the current
 * records.
 */
export async function standingsOf(
  { database, environment }: RecordsContext,
  items: readonly WorkItem[],
  entityOf: (id: string) => EntityDefinition | undefined,
): Promise<Standing[]> {
  const { schema } = environment
  const rows = await database.query<EventRow>({
    text: `select seq, kind, record_id, ${keptJson('before')} as before, ${keptJson('after')} as after from ${eventRows(schema)} e
      where seq = any($1::bigint[])`,
    values: [items.flatMap(({ first_seq, last_seq }) => [first_seq, last_seq])],
  })
  const events = new Map(rows.map((row) => [row.seq, row]))
  const currents = new Map<string, RecordSnapshot>()
  const periods = new Map<string, readonly ColumnPeriod[]>()
  for (const [entityId, own] of Map.groupBy(items, ({ entity_id }) => entity_id)) {
    const entity = entityOf(entityId)
    if (!entity) continue
    periods.set(entityId, await loadColumnHistory(database, schema, entity))
    const found = await database.query<{ id: string; record: RecordSnapshot }>({
      text: `select t.id, ${keptJson('to_jsonb(t)')} as record from ${qualified(schema, entity.uri)} t where t.id = any($1::uuid[])`,
      values: [own.map(({ record_id }) => record_id)],
    })
    for (const { id, record } of found) currents.set(`${entityId} ${id}`, record)
  }
  return items.map(({ entity_id, record_id, first_seq, last_seq }) => ({
    ends: endsOf(
      events.get(first_seq ?? ''),
      events.get(last_seq ?? ''),
      entityOf(entity_id) ?? { attributes: [] },
      periods.get(entity_id) ?? [],
    ),
    current: currents.get(`${entity_id} ${record_id}`) ?? null,
  }))
}

function endsOf(
  first: EventRow | undefined,
  last: EventRow | undefined,
  entity: Pick<EntityDefinition, 'attributes'>,
  periods: readonly ColumnPeriod[],
): Ends | undefined {
  if (!first || !last) return undefined
  const before = first.kind === 'create' ? null : first.record_id === null ? undefined : first.before
  const after = last.kind === 'delete' ? null : last.record_id === null ? undefined : last.after
  const was = before && snapshotAsOf(entity, periods, before, { seq: first.seq })
  const is = after && snapshotAsOf(entity, periods, after, { seq: last.seq })
  const names = [...(was?.gone ?? []), ...(is?.gone ?? [])]
  return {
    before: was ? was.record : before,
    after: is ? is.record : after,
    gone: new Map(names.filter(([column]) => !isSameWireValue(before?.[column], after?.[column]))),
  }
}

async function removeMade(
  context: RecordsContext,
  entity: EntityDefinition,
  id: string,
  after: RecordSnapshot | null | undefined,
): Promise<void> {
  const made = String(after?.['version'] ?? '1')
  await deleteRecord(context, entity.uri, id, [made]).catch((error: unknown) => {
    // Records linked since would be deleted too or lose their link.
    if (violationOf(error)?.kind === 'foreignKey') throw fault('record.inUse', { count: 1 })
    if (!(error instanceof Fault)) throw error
    // The record is already deleted.
    if (error.code === 'record.unknown') return
    if (error.code === 'record.stale') throw fault('undo.changed')
    throw error
  })
}

async function bringBack(
  context: RecordsContext,
  entity: EntityDefinition,
  id: string,
  before: RecordSnapshot | undefined,
  current: RecordSnapshot | null,
): Promise<void> {
  // The record is already restored.
  if (current) return
  await restoreRecord(context, entity.uri, id, { unfit: 'refused', as: before })
}

async function changeBack(
  context: RecordsContext,
  entity: EntityDefinition,
  id: string,
  before: RecordSnapshot,
  after: RecordSnapshot,
  current: RecordSnapshot | null,
): Promise<void> {
  const touched = differing(entity, before, after)
  if (touched.length === 0) return
  if (!current) throw fault('record.unknown')
  const foreign = touched.filter((column) => !isSameWireValue(current[column], after[column]))
  if (foreign.length > 0) throw await changedSince(context, entity, id, foreign)
  const values: RecordValues = Object.fromEntries(touched.map((column) => [column, before[column] ?? null]))
  await setBack(context, entity, id, values, current)
}

/** Writes values to the version that was just read. A disabled record is enabled before its other values change. */
async function setBack(
  context: RecordsContext,
  entity: EntityDefinition,
  id: string,
  values: RecordValues,
  current: RecordSnapshot,
): Promise<void> {
  const { status, ...others } = values
  const version = String(current['version'])
  const wire = { numbersAsText: true }
  try {
    if (current['status'] === 'disabled' && status !== undefined && Object.keys(others).length > 0) {
      const enabled = await updateRecord(context, entity.uri, id, { body: { status }, expected: [version], wire })
      await updateRecord(context, entity.uri, id, { body: others, expected: [enabled.version], wire })
    } else await updateRecord(context, entity.uri, id, { body: values, expected: [version], wire })
  } catch (error) {
    if (error instanceof Fault && error.code === 'record.stale') throw fault('undo.changed')
    throw error
  }
}

/** Fault for values that others have changed since, limited to attributes that the member may read. */
async function changedSince(
  context: RecordsContext,
  entity: EntityDefinition,
  id: string,
  columns: readonly string[],
): Promise<Fault> {
  const model = await context.models.current(context.environment)
  if (!(await isReadableRecord(context, model, entity, id))) return fault('record.unknown')
  const { unread } = closedFields(context.member, entity, model)
  const known = new Set(entity.fields.filter((field) => !('id' in field && unread.has(field.id))).map(columnOf))
  const details = columns
    .filter((column) => known.has(column))
    .map((target) => ({ code: 'undo.changed', target }) as const)
  return new Fault({ code: 'undo.changed' }, details)
}
