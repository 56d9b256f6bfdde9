import { columnOf } from '#attributes/attribute.ts'
import { prepareValues } from '#attributes/server/attributes.ts'
import { Fault, fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { compileInsert } from '#odata/write/insert.ts'
import type { WriteStatement } from '#odata/write/writeStatements.ts'
import { showAll } from '#odata/write/show.ts'
import { slot } from '#odata/write/plan.ts'
import { sql } from '#odata/sql.ts'
import { qualified } from '#platform/sql.ts'
import { revive, type RecordSnapshot } from '#records/history/recordSnapshot.ts'
import { auditOf } from '#records/server/auditStatements.ts'
import { eventOf } from '#records/server/events/eventWriter.ts'
import { rowPredicate } from '#records/server/currentSnapshot.ts'
import { onFreshModel, stale, type RecordsContext } from '#records/server/freshModel.ts'
import {
  createRightsChecks,
  entityFor,
  refuseClosed,
  refuseClosedFields,
  refuseCreate,
} from '#records/server/rights.ts'
import type { Model } from '#entities/model.ts'
import { refuseUnfulfilled, withDefaults } from '#records/server/expressionWrites.ts'
import { fileChecks, fileCompanions } from '#records/files/server/fileWrites.ts'
import { gaplessNumbers, nextNumbers, numberedFields } from '#records/server/numbering.ts'
import { loadColumnHistory } from '#records/history/server/columnHistory.ts'
import { snapshotAsOf, type Moment } from '#records/history/columnHistory.ts'
import { stamps, unitOf } from '#records/server/stamps.ts'
import { hiddenFields, refuseRedacted } from '#records/server/redactProblems.ts'
import { keptFulfils, keptJson, trashedText } from '#records/history/server/trash/trashSnapshot.ts'
import { batchesWith, eventRows } from '#records/server/events/eventRows.ts'
import {
  assignments,
  giveValues,
  lookupChecks,
  run,
  writeStatement,
  valueSlot,
  writeTo,
  type Write,
} from '#records/server/write.ts'

export type RecordRestoration = {
  /** Values instead of those that were kept. */
  readonly values?: RecordSnapshot | undefined
  /** What becomes of values that do not hold any more. */
  readonly unfit: 'refused' | 'left'
  /** The record as it shall be; without it, as it was when it was deleted. */
  readonly as?: RecordSnapshot | undefined
}

/** What came back. `lost` are the columns whose attributes are gone, `left` those whose values did not hold any more. */
export type Restored = { readonly lost: readonly string[]; readonly left: readonly string[] }

/**
 * Takes a record out of the trash, with its id and its beginning, checked as a new one would be, with an event and an audit
 * row of its own. Faults: `trash.unknown`, `managed.create`, `request.forbidden`, `record.keyTaken`, `validation.*` at the
 * fields.
 */
export async function restoreRecord(
  context: RecordsContext,
  uri: string,
  id: string,
  { values = {}, unfit, as }: RecordRestoration,
): Promise<Restored> {
  let given = values
  const left: string[] = []
  for (;;) {
    try {
      const { lost } = await attempt(context, uri, id, given, as)
      return { lost, left }
    } catch (error) {
      const further = unfit === 'left' ? await clearable(context, uri, error, given) : []
      if (further.length === 0) throw error
      left.push(...further)
      given = { ...given, ...Object.fromEntries(further.map((column) => [column, null])) }
    }
  }
}

async function attempt(
  asked: RecordsContext,
  uri: string,
  id: string,
  wanted: RecordSnapshot,
  as: RecordSnapshot | undefined,
): Promise<{ lost: readonly string[] }> {
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    refuseClosed(context, entity, 'managed.create')
    refuseCreate(context, model, entity)
    refuseClosedFields(context, entity, model, wanted)
    // Like other names that nothing has, those of hidden attributes are passed over.
    const given = withoutHiddenFields(context, entity, model, wanted)
    const found = await keptRecord(context, model, entity, id)
    if (!found) throw fault('trash.unknown')
    const { record: kept, lost } = found
    const owned: RecordSnapshot = given['owner_id'] === null ? { ...given, owner_id: context.member.id } : given
    const incoming = { context, model, service, entity }
    const whole = (await withDefaults(incoming, { ...kept, ...as })) as RecordSnapshot
    const revived = revive(entity, whole, owned)
    refuseRedacted(context, entity, model, revived.problems)
    const write = writeTo(context, model, service, entity)
    const prepared = await prepareValues(entity, revived.values)
    await refuseUnfulfilled(incoming, prepared)
    // A record from before there were numbers gets its own as a new one would.
    const unnumbered = {
      ...entity,
      fields: numberedFields(entity).filter((field) => (prepared[columnOf(field)] ?? null) === null),
    }
    const numbers = await nextNumbers(context.database, write.schema, unnumbered, context.now())
    const values = { ...prepared, ...numbers, ...revived.hashes, owner_id: prepared['owner_id'] ?? context.member.id }
    const beginning = {
      id,
      version: String(Number(kept['version'] ?? 0) + 1),
      created_on: trashedText(kept['created_on']),
      created_by_id: trashedText(kept['created_by_id']),
    }
    const gaplessColumns = unnumbered.fields.filter(({ nogaps }) => nogaps).map(columnOf)
    const told = Object.entries({ ...values, ...beginning }).filter(([column]) => !gaplessColumns.includes(column))
    const columns = giveValues(write, Object.fromEntries(told))
    const checks = [
      ...createRightsChecks(write, values),
      ...lookupChecks(write, values),
      ...fileChecks(write, values, slot(valueSlot(write.set.key))),
    ]
    const conditions = checks.map(({ condition }) => condition)
    const gapless = gaplessNumbers({ ...write, entity: unnumbered }, checks.length)
    const isGapless = gapless.ahead.length > 0
    const now = { updated_on: slot('at'), updated_by_id: slot('byId') }
    const statement = writeStatement(
      write,
      ['restore', columns.join(), gaplessColumns.join(), ...conditions],
      null,
      (amount) =>
        compileInsert({
          ...write,
          amount,
          assignments: [
            ...assignments(write, columns),
            ...gapless.assignments,
            ...stamps(write, now),
            ...unitOf(write),
          ],
          ahead: gapless.ahead,
          checks,
          companions: [
            eventOf('create', entity, write.schema),
            ...auditOf('create', entity, new Set(), write.schema),
            ...fileCompanions(write, columns),
            outOfTrash(write),
          ],
          show: showAll(write.shown, { numbersAsText: true }),
          givesWay: !isGapless,
        }),
    )
    const outcome = await run(write, statement, checks)
    if (outcome === stale) return stale
    if (outcome.value === null) throw fault('record.keyTaken')
    return { lost: [...revived.lost, ...lost] }
  })
}

function withoutHiddenFields(
  context: RecordsContext,
  entity: EntityDefinition,
  model: Model,
  given: RecordSnapshot,
): RecordSnapshot {
  const hidden = new Set(hiddenFields(context, entity, model).map(columnOf))
  return hidden.size === 0 ? given : Object.fromEntries(Object.entries(given).filter(([column]) => !hidden.has(column)))
}

/** A record in the trash that the member may read, as it was; `lost` are columns that are other attributes' by now. */
async function keptRecord(
  context: RecordsContext,
  model: Model,
  entity: EntityDefinition,
  id: string,
): Promise<{ readonly record: RecordSnapshot; readonly lost: readonly string[] } | undefined> {
  const { database, environment } = context
  const readable = rowPredicate(context, model, 'read', entity)
  const further = keptFulfils(environment.schema, entity, 'd.record', readable, 3)
  const batch = batchesWith(environment.schema, 'd.id::text', 'd.entity_id', 'd.deleted_on')
  const [row] = await database.query<{ record: RecordSnapshot; deleted_on: Date; seq: string | null }>({
    text: `select ${keptJson('d.record')} as record, d.deleted_on,
        greatest(
          (select max(e.seq) from ${eventRows(environment.schema)} e
            where e.record_id = d.id and e.entity_id = d.entity_id and e.kind = 'delete'),
          (select max(e.seq) from ${batch} e where e.kind = 'delete')) as seq
      from ${qualified(environment.schema, '_trash')} d
      where d.id = $1 and d.entity_id = $2 and ${further.text}`,
    values: [id, entity.id, ...further.values],
  })
  if (!row) return undefined
  const periods = await loadColumnHistory(database, environment.schema, entity)
  // The number of its event is in order whatever clocks say.
  const moment: Moment = row.seq === null ? { at: row.deleted_on } : { seq: row.seq }
  const { record, gone } = snapshotAsOf(entity, periods, row.record, moment)
  return { record, lost: [...gone.keys()].filter((column) => row.record[column] !== null) }
}

function outOfTrash({ schema }: Write): WriteStatement {
  const statement = joinFragments([
    raw(`delete from ${qualified(schema, '_trash')} d using "after" w where d.id = w.id and d.entity_id = `),
    sql`${slot('entityId')}::uuid returning d.id`,
  ])
  return { name: 'untrash', statement }
}

/** The columns that a refusal names whose values can be left out; none where one of them cannot. */
async function clearable(
  context: RecordsContext,
  uri: string,
  error: unknown,
  given: RecordSnapshot,
): Promise<readonly string[]> {
  if (!(error instanceof Fault) || error.status !== 422) return []
  const entity = entityFor(context, await context.models.current(context.environment), uri)
  const optional = new Set(entity.fields.filter(({ required }) => !required).map(columnOf))
  const named = error.details.map(({ target }) => target ?? '')
  const can = (column: string) => (optional.has(column) || column === 'owner_id') && given[column] !== null
  return named.every(can) ? named : []
}
