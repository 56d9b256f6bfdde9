import type { EntityDefinition } from '#entities/entity.ts'
import { columnOf } from '#attributes/attribute.ts'
import { Fault, fault } from '#faults/fault.ts'
import type { JobHandler, JobTools } from '#jobs/server/jobs.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { UndoResult } from '#records/import/settings.ts'
import type { ImportActor, ImportDeps } from '#records/server/import/deps.ts'
import { selectImport, updateImport, type ImportRow } from '#records/server/import/import.store.ts'
import type { UndoJob } from '#records/server/import/imports.ts'
import { actorOf } from '#records/server/import/load.ts'

/**
 * The job `importundo`: the records of an import go to the trash, but for those that somebody changed since, which are
 * counted. The entity or the attributes that it made go with them, as one undo in one transaction, unless there is data in
 * them that is not the import's, or later changes build on them.
 */
export function undoHandler(deps: ImportDeps): JobHandler {
  return {
    async run(job, tools) {
      const { import_id } = job.data as UndoJob
      const actor = await actorOf(deps, job, tools)
      const row = await selectImport(actor.database, actor.environment.schema, import_id)
      if (!row?.entity_id) throw fault('import.unknown')
      const entity = (await deps.readModel(actor)).entities.get(row.entity_id)
      const undo: Undo = { actor, deps, row, entity, tools }
      return (await undoWhole(undo)) ?? undoRecords(undo)
    },

    async rollBack(job, { ground, environment }) {
      const { import_id } = job.data as UndoJob
      await updateImport(ground.database, environment.schema, import_id, ['undoing'], {
        state: 'done',
        undo_job_id: null,
      })
    },
  }
}

type Undo = {
  readonly actor: ImportActor
  readonly deps: ImportDeps
  readonly row: ImportRow
  /** Undefined when it has gone meanwhile. */
  readonly entity: EntityDefinition | undefined
  readonly tools: JobTools
}

/** What the import made in the definitions would take data of others with it. */
class HoldsData extends Error {}

/** Records and definitions; undefined, with nothing done, when the definitions have to stay. */
async function undoWhole(undo: Undo): Promise<UndoResult | undefined> {
  const { actor, deps, row, entity, tools } = undo
  if (!entity || !row.change_id) return undefined
  const { schema } = actor.environment
  let result: UndoResult | undefined
  try {
    await deps.undoChange(actor, row.change_id, async (transaction, { after }) => {
      const removal = await remove(actor, row, entity, tools, transaction)
      if (await holdsData(transaction, schema, entity, after.entities.get(entity.id))) throw new HoldsData()
      result = resultOf(row, removal, true)
      await finish(transaction, schema, result, tools)
    })
    return result
  } catch (error) {
    // Somebody else changes definitions just now: the job is tried again.
    if (error instanceof Fault && error.code === 'change.busy') throw fault('server.unavailable')
    if (!(error instanceof HoldsData) && !(error instanceof Fault && error.status < 500)) throw error
    actor.log.info({ err: error, import: row.id }, 'what an undone import made in the definitions stays')
    return undefined
  }
}

/** Only the records. */
async function undoRecords({ actor, row, entity, tools }: Undo): Promise<UndoResult> {
  return actor.database.transaction(async (transaction) => {
    const removal = entity ? await remove(actor, row, entity, tools, transaction) : nothing
    const result = resultOf(row, removal, false)
    await finish(transaction, actor.environment.schema, result, tools)
    return result
  })
}

function resultOf(row: ImportRow, removal: Removal, whole: boolean): UndoResult {
  const attributes = row.creates || !row.change_id ? null : whole ? 'removed' : 'kept'
  return { ...removal, entity: row.creates && whole, attributes, import_id: row.id }
}

async function finish(transaction: Transaction, schema: string, result: UndoResult, tools: JobTools): Promise<void> {
  await updateImport(transaction, schema, result.import_id, ['undoing'], { state: 'undone' })
  await tools.succeed(transaction, result)
}

/** Whether the table has values where the entity as it will be has no column, or records where it will be no more. */
async function holdsData(
  transaction: Transaction,
  schema: string,
  entity: EntityDefinition,
  after: EntityDefinition | undefined,
): Promise<boolean> {
  const stay = new Set(after?.attributes.map(({ id }) => id))
  const going = entity.attributes.filter(({ id }) => !stay.has(id))
  const filled = going.map((each) => `${ident(columnOf(each))} is not null`)
  const condition = after ? ['false', ...filled].join(' or ') : 'true'
  const [found] = await transaction.query<{ some: boolean }>({
    text: `select exists (select 1 from ${qualified(schema, entity.uri)} where ${condition}) as some`,
  })
  return found?.some === true
}

type Removal = { readonly removed: number; readonly kept: number }
const nothing: Removal = { removed: 0, kept: 0 }

async function remove(
  actor: ImportActor,
  row: ImportRow,
  entity: EntityDefinition,
  tools: JobTools,
  transaction: Transaction,
): Promise<Removal> {
  const table = qualified(actor.environment.schema, entity.uri)
  const total = Number(row.rows)
  let removed = 0
  let kept = 0
  // Records of one import may point at each other: whether others still need them is asked at the end.
  await transaction.execute({ text: 'set constraints all deferred' })
  for await (const ids of idsOf(transaction, actor.environment.schema, row.id)) {
    tools.signal.throwIfAborted()
    const gone = await removeBatch(actor, entity, ids, transaction)
    removed += gone.length
    if (gone.length < ids.length) {
      const text = `select count(*)::int as count from ${table} where id = any($1::uuid[])`
      kept += (await transaction.query<{ count: number }>({ text, values: [ids] }))[0]?.count ?? 0
    }
    tools.progress({ done: removed + kept, total, phase: 'removing' })
  }
  await transaction.execute({ text: 'set constraints all immediate' }).catch(tellUse)
  return { removed, kept }
}

/** The ids that the events of the import name, a batch at a time. */
async function* idsOf(transaction: Transaction, schema: string, importId: string): AsyncGenerator<string[]> {
  let seq = '0'
  for (;;) {
    const [event] = await transaction.query<{ seq: string; ids: string[] }>({
      text: `select seq, after->'ids' as ids from ${qualified(schema, '_event')}
        where cause->>'id' = $1 and kind = 'import' and seq > $2 order by seq limit 1`,
      values: [importId, seq],
    })
    if (!event) return
    seq = event.seq
    yield event.ids
  }
}

/** Records as they were made (version 1) go to the trash; answers their ids. */
async function removeBatch(
  actor: ImportActor,
  entity: EntityDefinition,
  ids: readonly string[],
  transaction: Transaction,
): Promise<string[]> {
  const { environment, member, cause, requestId, newId } = actor
  const { schema } = environment
  const at = actor.now()
  const said = [at, entity.id, member.id, JSON.stringify(cause)]
  const rows = await transaction.query<{ id: string }>({
    text: `with gone as (delete from ${qualified(schema, entity.uri)} where id = any($5::uuid[]) and version = 1 returning *)
      insert into ${qualified(schema, '_trash')} (id, entity_id, record, deleted_on, deleted_by_id, cause)
      select gone.id, $2, to_jsonb(gone), $1, $3, $4 from gone returning id`,
    values: [...said, ids],
  })
  if (rows.length === 0) return []
  const removed = rows.map(({ id }) => id)
  await transaction.execute({
    text: `insert into ${qualified(schema, '_event')} (at, entity_id, by_id, cause, id, kind, before) values ($1, $2, $3, $4, $5, 'delete', $6)`,
    values: [...said, newId(), { ids: removed }],
  })
  if (!entity.auditable) return removed
  const changes = { count: removed.length, first: removed[0], last: removed.at(-1) }
  await transaction.execute({
    text: `insert into ${qualified(schema, '_audit')} (at, entity_id, by_id, cause, kind, request_id, changes) values ($1, $2, $3, $4, 'delete', $5, $6)`,
    values: [...said, requestId, changes],
  })
  return removed
}

function tellUse(error: unknown): never {
  if (violationOf(error)?.kind === 'foreignKey') throw fault('record.inUse', { count: 1 })
  throw error
}
