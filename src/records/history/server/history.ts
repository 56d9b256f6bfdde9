import { columnOf, isLink } from '#attributes/attribute.ts'
import { fieldReaders } from '#attributes/record.ts'
import { isRefusal } from '#attributes/type.ts'
import { fault, type Problem } from '#faults/fault.ts'
import { causeKey, type Cause } from '#environments/cause.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { qualified } from '#platform/sql.ts'
import type { Expected, Written } from '#odata/protocol/store.ts'
import { ownColumns, type RecordSnapshot } from '#records/history/recordSnapshot.ts'
import {
  changesBetween,
  type HistoryEntry,
  type RecordHistory,
  type VersionComparison,
} from '#records/history/recordHistory.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { namesIn } from '#records/history/server/names.ts'
import { updateRecord } from '#records/server/updateRecord.ts'
import { keptFulfils, keptJson } from '#records/history/server/trash/trashSnapshot.ts'
import type { TrashContext } from '#records/history/server/trash/trash.ts'
import { currentSnapshot, entityAtHand, rowPredicate } from '#records/server/currentSnapshot.ts'
import { numbered } from '#security/condition.ts'
import { loadColumnHistory } from '#records/history/server/columnHistory.ts'
import { snapshotAsOf, type Moment, type ColumnPeriod } from '#records/history/columnHistory.ts'
import { closedFields } from '#security/fields.ts'
import { batchesWith, eventRows } from '#records/server/events/eventRows.ts'
import type { Model } from '#entities/model.ts'

const pageSize = 25

type EntryRow = {
  readonly seq: string
  readonly source: 'e' | 'a'
  readonly kind: string
  readonly at: Date
  readonly by_id: string | null
  readonly cause: Cause
  readonly before: RecordSnapshot | null
  readonly after: RecordSnapshot | null
}

/**
 * What happened to a record, the last first: from events while they are kept (30 days, every field), before that from audit
 * rows (auditable fields). For who may read the record, also while it is in the trash. `before` is where the page before
 * ended. Faults: `record.unknown`, `definition.unknown`.
 */
export async function recordHistory(
  asked: TrashContext,
  entityId: string,
  id: string,
  before: string | undefined,
): Promise<RecordHistory> {
  const { context, model, whole } = await currentSnapshot(asked)
  const { database, environment, namesOf } = context
  const entity = entityAtHand({ model }, entityId)
  await refuseUnreadable(context, whole, entity, id)
  const rows = await entryRows(context, entity, id, before)
  const page = rows.slice(0, pageSize)
  const isEnd = rows.length <= pageSize
  const beginning = isEnd && page.at(-1)?.kind !== 'create' ? await importedBeginning(context, entity, id, page) : []
  const all = [...page, ...beginning]
  const people = await namesOf(
    database,
    environment.schema,
    all.flatMap(({ by_id }) => by_id ?? []),
  )
  const known = whole.entities.get(entity.id) ?? entity
  const periods = await loadColumnHistory(database, environment.schema, known)
  const value = all.map((row) => entryOf(entity, ofNow(known, periods, row), people))
  const changes = value.flatMap((entry) => entry.changes)
  const last = page.at(-1)
  return {
    value,
    next: isEnd || !last ? null : last.source + last.seq,
    names: await namesIn(context, model, entity, changes),
  }
}

/** How a record differs from what one write left of it, and what of that cannot be set back. Faults: as `recordHistory`. */
export async function compareVersion(
  asked: RecordsContext,
  entityId: string,
  id: string,
  place: string,
): Promise<VersionComparison> {
  const { context, model, whole } = await currentSnapshot(asked)
  const entity = entityAtHand({ model }, entityId)
  const { fixed } = closedFields(context.member, entity, whole)
  await refuseUnreadable(context, whole, entity, id)
  const { row, now } = await versionOf(context, entity, id, place)
  const known = whole.entities.get(entity.id) ?? entity
  const periods = await loadColumnHistory(context.database, context.environment.schema, known)
  const told = snapshotAsOf(known, periods, row.after ?? {}, place.startsWith('e') ? { seq: row.seq } : { at: row.at })
  const then = told.record
  const own = new Set(ownColumns(entity))
  const comparable = Object.fromEntries(Object.entries(now).filter(([column]) => column in then))
  const differences = changesBetween(entity, comparable, then).filter(({ column }) => own.has(column))
  const readers = fieldReaders(entity)
  const linked = await namesIn(context, model, entity, differences)
  const problems = differences.flatMap(({ column, after }): Problem[] => {
    const reader = readers.get(column)
    if (!reader) return []
    if (reader.field.readonly || fixed.has(reader.field.id)) return [{ code: 'validation.readonly', target: column }]
    const read = reader.read(after)
    if (isRefusal(read)) return [reader.problem(read, after)]
    const isGone = isLink(reader.field) && typeof after === 'string' && !(after in linked)
    return isGone ? [{ code: 'validation.lookup', target: column }] : []
  })
  // What the member may not read is as if it were not there, and not lost.
  const names = new Set(known.fields.flatMap((field) => [field.uri, columnOf(field)]))
  const columns = new Set(readers.keys())
  const isLost = (column: string) => told.gone.has(column) || (!columns.has(column) && !names.has(column))
  const lost = Object.keys(row.after ?? {}).filter((column) => isLost(column) && row.after?.[column] !== null)
  return { at_seq: place, on: row.at.toISOString(), differences, problems, lost, names: linked }
}

/**
 * Sets a record back to what one write left of it: a change like any other, on the version that was read, of the given
 * columns or of all that differ and can be set back. Faults: as `updateRecord`.
 */
export async function restoreVersion(
  context: RecordsContext,
  entityId: string,
  id: string,
  wish: { readonly at_seq: string; readonly columns?: readonly string[] | undefined },
  expected: Expected,
): Promise<Written> {
  const { differences, problems } = await compareVersion(context, entityId, id, wish.at_seq)
  const impossible = new Set(problems.map(({ target }) => target))
  const wanted = wish.columns && new Set(wish.columns)
  const values = Object.fromEntries(
    differences
      .filter(({ column }) => (wanted ? wanted.has(column) : !impossible.has(column)))
      .map(({ column, after }) => [column, after]),
  )
  const entity = (await context.models.current(context.environment)).entities.get(entityId)
  if (!entity) throw fault('definition.unknown')
  return updateRecord(context, entity.uri, id, { body: values, expected, wire: { numbersAsText: true } })
}

async function entryRows(
  { database, environment }: RecordsContext,
  entity: EntityDefinition,
  id: string,
  before: string | undefined,
): Promise<EntryRow[]> {
  const { schema } = environment
  const [source, seq] = before ? [before[0], before.slice(1)] : ['e', null]
  const events =
    source === 'a'
      ? []
      : await database.query<EntryRow>({
          text: `select seq, 'e' as source, kind, at, by_id, cause, ${keptJson('before')} as before, ${keptJson('after')} as after
            from ${eventRows(schema)} e
            where record_id = $1 and entity_id = $2 and ($3::bigint is null or seq < $3) order by seq desc limit ${pageSize + 1}`,
          values: [id, entity.id, seq],
        })
  if (events.length > pageSize) return events
  // Audit rows say the same as events while those are kept; before the first event they alone are left.
  const audits = await database.query<EntryRow>({
    text: `select seq, 'a' as source, kind, at, by_id, cause, ${keptJson(`nullif(changes->'before', 'null')`)} as before,
        ${keptJson(`nullif(changes->'after', 'null')`)} as after
      from ${qualified(schema, '_audit')} a
      where record_id = $1 and entity_id = $2 and kind in ('create', 'update', 'delete') and ($3::bigint is null or seq < $3)
        and at < coalesce((select min(at) from ${eventRows(schema)} e where record_id = $1 and entity_id = $2), 'infinity')
      order by seq desc limit ${pageSize + 1}`,
    values: [id, entity.id, source === 'a' ? seq : null],
  })
  return [...events, ...audits]
}

/** What is told of the attributes of now: a column may have been another one's then. */
function ofNow(entity: EntityDefinition, periods: readonly ColumnPeriod[], row: EntryRow): EntryRow {
  const moment: Moment = row.source === 'e' ? { seq: row.seq } : { at: row.at }
  const told = (record: RecordSnapshot | null) => record && snapshotAsOf(entity, periods, record, moment).record
  return { ...row, before: told(row.before), after: told(row.after) }
}

/** The import that made the record: it left one event for many, at the very moment that the record tells of itself. */
async function importedBeginning(
  { database, environment }: RecordsContext,
  entity: EntityDefinition,
  id: string,
  page: readonly EntryRow[],
): Promise<EntryRow[]> {
  const first = page.at(-1)?.before ?? null
  const madeOn = `(select created_on from ${qualified(environment.schema, entity.uri)} where id = $2::text::uuid)`
  return database.query<EntryRow>({
    text: `select e.seq, 'e' as source, 'create' as kind, e.at, e.by_id, e.cause, null::jsonb as before, $3::jsonb as after
      from ${batchesWith(environment.schema, '$2::text', '$1', madeOn)} e where e.kind = 'create' limit 1`,
    values: [entity.id, id, first === null ? null : JSON.stringify(first)],
  })
}

async function versionOf(
  { database, environment }: RecordsContext,
  entity: EntityDefinition,
  id: string,
  place: string,
): Promise<{ row: EntryRow; now: RecordSnapshot }> {
  const { schema } = environment
  const isEvent = place.startsWith('e')
  const after = isEvent ? 'after' : `nullif(changes->'after', 'null')`
  const [row] = await database.query<EntryRow & { now: RecordSnapshot | null }>({
    text: `select h.seq, h.kind, h.at, h.by_id, h.cause, ${keptJson(`h.${after}`.replace('h.nullif(', 'nullif(h.'))} as after,
        (select ${keptJson('to_jsonb(t)')} from ${qualified(schema, entity.uri)} t where t.id = $1) as now
      from ${isEvent ? eventRows(schema) : qualified(schema, '_audit')} h where h.record_id = $1 and h.entity_id = $2 and h.seq = $3`,
    values: [id, entity.id, place.slice(1)],
  })
  if (!row?.after || !row.now) throw fault('record.unknown')
  return { row, now: row.now }
}

/** Whether the member may read a record that is here or in the trash. */
export async function isReadableRecord(
  context: RecordsContext,
  model: Model,
  { id: entityId }: Pick<EntityDefinition, 'id'>,
  id: string,
): Promise<boolean> {
  const { database, environment } = context
  const entity = entityAtHand({ model }, entityId)
  const readable = rowPredicate(context, model, 'read', entity)
  const { schema } = environment
  const here = numbered(readable, 3)
  const kept = keptFulfils(schema, entity, 'd.record', readable, 3 + here.values.length)
  const found = await database.query({
    text: `select 1 from ${qualified(schema, entity.uri)} t where t.id = $1 and ${here.text}
      union all select 1 from ${qualified(schema, '_trash')} d where d.id = $1 and d.entity_id = $2 and ${kept.text} limit 1`,
    values: [id, entity.id, ...here.values, ...kept.values],
  })
  return found.length > 0
}

/** A record that the member may not read, or that is neither here nor in the trash, is unknown. */
async function refuseUnreadable(...asked: Parameters<typeof isReadableRecord>): Promise<void> {
  if (!(await isReadableRecord(...asked))) throw fault('record.unknown')
}

function entryOf(entity: EntityDefinition, row: EntryRow, people: ReadonlyMap<string, string>): HistoryEntry {
  const { source, seq, kind, at, by_id, cause, before, after } = row
  const version = after?.['version'] ?? null
  return {
    at_seq: source + seq,
    kind: kind === 'create' || kind === 'delete' ? kind : 'update',
    on: at.toISOString(),
    by_id,
    by: people.get(by_id ?? '') ?? null,
    cause: causeKey(cause),
    version: typeof version === 'string' ? version : null,
    changes: kind === 'delete' ? [] : changesBetween(entity, before, after),
    restorable: after !== null && row.kind !== 'delete' && !isImported(row),
  }
}

/** The beginning of an imported record is known from what came after it, and has no row of its own to go back to. */
function isImported({ kind, cause, before }: EntryRow): boolean {
  return kind === 'create' && cause.kind === 'import' && before === null
}
