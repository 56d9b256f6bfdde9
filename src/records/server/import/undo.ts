import type { EntityDefinition } from '#entities/entity.ts'
import { fault } from '#faults/fault.ts'
import type { JobHandler, JobTools } from '#jobs/server/jobs.ts'
import { qualified } from '#platform/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { UndoResult } from '#records/import/settings.ts'
import type { ImportActor, ImportDeps } from '#records/server/import/deps.ts'
import { selectImport, updateImport, type ImportRow } from '#records/server/import/import.store.ts'
import type { UndoJob } from '#records/server/import/imports.ts'
import { actorOf } from '#records/server/import/load.ts'

/**
 * The job `importundo`: the records of an import go to the trash, all in one transaction, but for those that somebody changed
 * since, which are counted. An entity that the import made and that is empty then goes too, by the undo of its change set.
 */
export function undoHandler(deps: ImportDeps): JobHandler {
  return {
    async run(job, tools) {
      const { import_id } = job.data as UndoJob
      const actor = await actorOf(deps, job, tools)
      const row = await selectImport(actor.database, actor.environment.schema, import_id)
      if (!row?.entity_id) throw fault('import.unknown')
      const entity = (await deps.readModel(actor)).entities.get(row.entity_id)
      const removal = entity
        ? await actor.database.transaction((inside) => remove(actor, row, entity, tools, inside))
        : nothing
      const gone = removal.empty && (await undoDefinitions(actor, deps, row))
      const { removed, kept } = removal
      const result: UndoResult = { removed, kept, entity: gone, import_id }
      await actor.database.transaction(async (transaction) => {
        await updateImport(transaction, actor.environment.schema, import_id, ['undoing'], { state: 'undone' })
        await tools.succeed(transaction, result)
      })
      return result
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

type Removal = { readonly removed: number; readonly kept: number; readonly empty: boolean }
const nothing: Removal = { removed: 0, kept: 0, empty: false }

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
  for await (const ids of idsOf(transaction, actor.environment.schema, row.id)) {
    tools.signal.throwIfAborted()
    const gone = await removeBatch(actor, entity, ids, transaction).catch(tellUse)
    removed += gone.length
    if (gone.length < ids.length) {
      const text = `select count(*)::int as count from ${table} where id = any($1::uuid[])`
      kept += (await transaction.query<{ count: number }>({ text, values: [ids] }))[0]?.count ?? 0
    }
    tools.progress({ done: removed + kept, total, phase: 'removing' })
  }
  // What the progress says is lost with a roll-back, as everything else.
  const [left] = await transaction.query<{ some: boolean }>({ text: `select exists (select 1 from ${table}) as some` })
  return { removed, kept, empty: left?.some === false }
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

/** Whether the entity went. Later changes that depend on it keep it, empty. */
async function undoDefinitions(actor: ImportActor, deps: ImportDeps, row: ImportRow): Promise<boolean> {
  if (!row.creates || !row.change_id) return false
  return deps.undoChange(actor, row.change_id).then(
    () => true,
    (error: unknown) => {
      actor.log.info({ err: error, import: row.id }, 'the entity of an undone import stays')
      return false
    },
  )
}

function tellUse(error: unknown): never {
  if (violationOf(error)?.kind === 'foreignKey') throw fault('record.inUse', { count: 1 })
  throw error
}
