import { columnOf, isReadable } from '#attributes/attribute.ts'
import { dependentLookups } from '#entities/dependentLookups.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { JobTools } from '#jobs/server/jobs.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import type { SqlFragment } from '#odata/sql.ts'
import { filled, lifted, planSlots, slot, type Inputs } from '#odata/write/plan.ts'
import { rowPredicate, lockedRowText } from '#records/server/currentSnapshot.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { transactionDatabase } from '#platform/server/database/transactionDatabase.ts'
import { translateFor } from '#language/server/texts.ts'
import { serviceOf } from '#records/odataModel.ts'
import { releaseDependants } from '#records/server/recordDependents.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { auditOf, inputsOf } from '#records/server/auditStatements.ts'
import { eventRows, readBatches } from '#records/server/events/eventRows.ts'
import { eventOf, writeBatchEvent } from '#records/server/events/eventWriter.ts'
import { goneSince } from '#records/history/columnHistory.ts'
import { loadColumnHistory } from '#records/history/server/columnHistory.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import type { ImportRow } from '#records/exchange/server/import/import.store.ts'

/** What became of the records of an import: `kept` were changed by somebody since. */
export type ImportUndo = {
  readonly removed: number
  readonly restored: number
  readonly kept: number
  /** How many attributes are no more: what the import changed of them cannot come back. */
  readonly gone: number
}

type TakeBack = {
  readonly actor: ImportActor
  readonly row: ImportRow
  readonly model: Model
  readonly tools: JobTools
  readonly transaction: Transaction
  /** What the actor is to the use cases of records. */
  readonly records: RecordsContext
}

/**
 * Takes back what an import wrote, its last event first. To what points to records that go happens what their relationships
 * say of a deletion: links are emptied, records go along, or all of it is refused with who needs them. Faults: those of
 * `releaseDependants`.
 */
export async function removeImported(undo: TakeBack): Promise<ImportUndo> {
  const { actor, row, model, tools, transaction } = undo
  const { schema } = actor.environment
  await transaction.execute({ text: 'set constraints all deferred' })
  const total = Number(row.rows)
  const taken = { removed: 0, restored: 0, kept: 0 }
  const gone = new Set<string>()
  for await (const { kind, entity_id, seqs, ids } of readBatches(transaction, schema, { kind: 'import', id: row.id })) {
    tools.signal.throwIfAborted()
    const entity = model.entities.get(entity_id)
    // A table that has gone since took its records with it.
    if (!entity) continue
    if (kind === 'create') {
      const gone = await removeBatch(actor, model, entity, ids, transaction).catch(tellUse)
      taken.removed += gone.length
      taken.kept += gone.length < ids.length ? await countOf(transaction, schema, entity, ids) : 0
    } else {
      const periods = await loadColumnHistory(transaction, schema, entity)
      const others = goneSince(entity, periods, seqs)
      for (const column of await changedColumns(transaction, schema, seqs, others)) gone.add(`${entity_id} ${column}`)
      const restored = await restoreBatch(actor, model, entity, seqs, others, transaction).catch(tellUse)
      taken.restored += restored
      taken.kept += restored < ids.length ? (await countOf(transaction, schema, entity, ids)) - restored : 0
    }
    const done = taken.removed + taken.restored + taken.kept
    tools.progress({ done: Math.min(done, total), total, phase: 'removing' })
  }
  await releaseOthers(undo)
  await transaction.execute({ text: 'set constraints all immediate' }).catch(tellUse)
  return { ...taken, gone: gone.size }
}

/** Those of these columns that events changed. */
async function changedColumns(
  transaction: Transaction,
  schema: string,
  seqs: readonly string[],
  columns: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (columns.size === 0) return []
  const rows = await transaction.query<{ column: string }>({
    text: `select k as "column" from unnest($2::text[]) k where exists (select 1 from ${eventRows(schema)} e
      where e.seq = any($1::bigint[]) and e.before->k is distinct from e.after->k)`,
    values: [seqs, [...columns]],
  })
  return rows.map(({ column }) => column)
}

/** Only when all have gone it is known who else points to them. */
async function releaseOthers({ actor, row, model, tools, transaction, records }: TakeBack): Promise<void> {
  const { schema } = actor.environment
  // Nothing is sorted here: any collation will do.
  const place = { uri: 'undo', schema, collation: '"C"', translate: translateFor('en') }
  const context = { ...records, database: transactionDatabase(transaction) }
  const ground = { context, model, service: serviceOf(model, place) }
  for await (const { kind, entity_id, ids } of readBatches(transaction, schema, { kind: 'import', id: row.id })) {
    tools.signal.throwIfAborted()
    const entity = model.entities.get(entity_id)
    if (kind !== 'create' || !entity || dependentLookups(model, entity.id).length === 0) continue
    const gone = await transaction.query<{ id: string }>({
      text: `select id from unnest($1::uuid[]) g(id) where not exists
        (select 1 from ${qualified(schema, entity.uri)} t where t.id = g.id)`,
      values: [ids],
    })
    const removed = gone.map(({ id }) => id)
    if (removed.length > 0) await releaseDependants(ground, entity, removed)
  }
}

async function countOf(
  transaction: Transaction,
  schema: string,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<number> {
  const text = `select count(*)::int as count from ${qualified(schema, entity.uri)} where id = any($1::uuid[])`
  return (await transaction.query<{ count: number }>({ text, values: [ids] }))[0]?.count ?? 0
}

/** Records that are as the import left them get their former values again; answers how many. Passwords are in no event and stay, and so do `others`: columns that were another attribute's then. */
async function restoreBatch(
  actor: ImportActor,
  model: Model,
  entity: EntityDefinition,
  seqs: readonly string[],
  others: ReadonlySet<string>,
  transaction: Transaction,
): Promise<number> {
  const { member, cause, requestId, newId, environment } = actor
  const { schema } = environment
  const table = qualified(schema, entity.uri)
  const kept = new Set([
    'id',
    'version',
    'created_on',
    'created_by_id',
    'updated_on',
    'updated_by_id',
    'owning_unit_id',
  ])
  const columns = entity.fields.filter(isReadable).map(columnOf)
  const back = columns.filter((column) => !kept.has(column) && !others.has(column))
  const all = columns.map((column) => `t.${ident(column)}`).join(', ')
  // What the import did not change stays: a column may have become one of another type, or have come later.
  const assigned = back.map(
    (column) =>
      `${ident(column)} = case when b."_old" ? '${column}' then o.${ident(column)} else t.${ident(column)} end`,
  )
  const companions = [
    eventOf('update', entity, schema, raw('b."_event"')),
    ...auditOf('update', entity, new Set(back), schema),
  ]
  const inputs: Inputs = {
    ...inputsOf(entity, { at: actor.now(), byId: member.id, cause, requestId, newId }),
    seqs,
    events: seqs.map(() => newId()),
    others: [...others],
  }
  const statement = joinFragments([
    raw(`with "told" as (select e.record_id, e.after, g."_event", (select jsonb_object_agg(o.key, o.value)
      from jsonb_each(e.before) o where o.value is distinct from e.after->o.key and o.key <> all(`),
    sql`${slot('others')}::text[]`,
    raw(')) as before from unnest('),
    sql`${slot('seqs')}::bigint[], ${slot('events')}::uuid[]`,
    raw(`) as g("_seq", "_event") join ${eventRows(schema)} e on e.seq = g."_seq"), `),
    raw(`"before" as (select ${all}, e.before as "_old", e."_event" from ${table} t join "told" e on e.record_id = t.id
      where t.version = (e.after->>'version')::bigint and `),
    permitted(actor, model, entity, 'update', inputs),
    raw(` for update of t), `),
    raw(`"after" as (update ${table} as t set ${[...assigned, 'version = t.version + 1'].join(', ')}, updated_on = `),
    sql`${slot('at')}::timestamptz, updated_by_id = ${slot('byId')}::uuid`,
    raw(` from "before" b, jsonb_populate_record(null::${table}, b."_old") o where t.id = b.id returning ${all})`),
    ...companions.map(({ name, statement: text }) => joinFragments([raw(`, "${name}" as (`), text, raw(')')])),
    raw(' select count(*)::int as count from "after"'),
  ])
  const [row] = await transaction.query<{ count: number }>(filled(planSlots(statement), inputs))
  return row?.count ?? 0
}

/** Records as they were made (version 1) go to the trash; answers their ids. */
async function removeBatch(
  actor: ImportActor,
  model: Model,
  entity: EntityDefinition,
  ids: readonly string[],
  transaction: Transaction,
): Promise<string[]> {
  const { environment, member, cause, requestId, newId } = actor
  const { schema } = environment
  const at = actor.now()
  const said = [at, entity.id, member.id, JSON.stringify(cause)]
  const read = lockedRowText(actor, model, { action: 'read', entity, first: 6 })
  const may = lockedRowText(actor, model, { action: 'delete', entity, first: 6 + read.values.length })
  const rows = await transaction.query<{ id: string }>({
    text: `with gone as (delete from ${qualified(schema, entity.uri)} t where id = any($5::uuid[]) and version = 1
        and ${read.text} and ${may.text} returning *)
      insert into ${qualified(schema, '_trash')} (id, entity_id, record, deleted_on, deleted_by_id, cause)
      select gone.id, $2, to_jsonb(gone), $1, $3, $4 from gone returning id`,
    values: [...said, ids, ...read.values, ...may.values],
  })
  if (rows.length === 0) return []
  const removed = rows.map(({ id }) => id)
  const author = { at, byId: member.id, cause, requestId, newId }
  await writeBatchEvent(transaction, schema, entity, author, { kind: 'delete', ids: removed })
  return removed
}

/** That who takes back may do with the record what it takes: rights count there as anywhere else. */
function permitted(
  actor: ImportActor,
  model: Model,
  entity: EntityDefinition,
  action: 'update' | 'delete',
  inputs: Inputs,
): SqlFragment {
  const each = (['read', action] as const).map((right) => {
    const condition = rowPredicate(actor, model, right, entity)
    return condition ? lifted(condition, `may ${right}`, inputs) : raw('true')
  })
  return joinFragments(each, ' and ')
}

function tellUse(error: unknown): never {
  const kind = violationOf(error)?.kind
  if (kind === 'foreignKey') throw fault('record.inUse', { count: 1 })
  // A former value that is no value of its column any more, or that another record has by now.
  if (kind === 'value' || kind === 'mismatch' || kind === 'unique') throw fault('undo.changed')
  throw error
}
