import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { columnOf } from '#attributes/attribute.ts'
import { Fault, fault } from '#faults/fault.ts'
import type { JobHandler, JobTools } from '#jobs/server/jobs.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { UndoResult } from '#records/exchange/import/settings.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import type { ImportActor, UndoDeps } from '#records/exchange/server/import/deps.ts'
import { selectImport, updateImport, type ImportRow } from '#records/exchange/server/import/import.store.ts'
import type { UndoImportJob } from '#records/exchange/server/import/imports.ts'
import { actorOf } from '#records/exchange/server/import/load.ts'
import { removeImported, type ImportUndo } from '#records/exchange/server/import/undoImport.ts'

/**
 * The job `importundo`: the records that an import made go to the trash, those that it changed get their former values
 * again, but for those that somebody changed since, which are counted. The entity or the attributes that it made go with them, as one undo in one transaction, unless there is data in
 * them that is not the import's, later changes build on them, or who asks may not alter entities.
 */
export function undoHandler(deps: UndoDeps): JobHandler {
  return {
    async run(job, tools) {
      const { import_id, time_zone } = job.data as UndoImportJob
      const actor = { ...(await actorOf(deps, job, tools)), timeZone: time_zone }
      const row = await selectImport(actor.database, actor.environment.schema, import_id)
      if (!row?.entity_id) throw fault('import.unknown')
      const model = await deps.readModel(actor)
      const records = await deps.recordsOf(actor)
      const undo: Undo = { actor, deps, row, model, records, entity: model.entities.get(row.entity_id), tools }
      return (await undoWhole(undo)) ?? undoRecords(undo)
    },

    async rollBack(job, { ground, environment }) {
      const { import_id } = job.data as UndoImportJob
      await updateImport(ground.database, environment.schema, import_id, ['undoing'], {
        state: 'done',
        undo_job_id: null,
      })
    },
  }
}

type Undo = {
  readonly actor: ImportActor
  readonly deps: UndoDeps
  readonly row: ImportRow
  readonly model: Model
  readonly records: RecordsContext
  /** Undefined when it has gone meanwhile. */
  readonly entity: EntityDefinition | undefined
  readonly tools: JobTools
}

/** What the import made in the definitions would take data of others with it. */
class HoldsData extends Error {}

/** Records and definitions; undefined, with nothing done, when the definitions have to stay. */
async function undoWhole(undo: Undo): Promise<UndoResult | undefined> {
  const { actor, deps, row, model, entity, tools, records } = undo
  if (!entity || !row.change_id) return undefined
  const { heldRights } = actor.renewed ? await actor.renewed() : actor.member
  if (!heldRights.activities.has('alter-entities')) return undefined
  const { schema } = actor.environment
  const { role } = records.environment
  let result: UndoResult | undefined
  try {
    await deps.undoChange(actor, row.change_id, async (transaction, { after }) => {
      // Definitions go under the installation's login, records under their environment's role.
      await takeRole(transaction, role)
      const removal = await removeImported({ actor, row, model, tools, transaction, records })
      if (await holdsData(transaction, schema, entity, after.entities.get(entity.id))) throw new HoldsData()
      result = resultOf(row, removal, true)
      await finish(transaction, schema, result, tools)
      await takeRole(transaction, null)
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

/** Goes on under a role in a transaction of the installation's login; null: as itself again. */
async function takeRole(transaction: Transaction, role: string | null): Promise<void> {
  await transaction.execute({ text: `set local role ${role === null ? 'none' : ident(role)}` })
}

/** Only the records. */
async function undoRecords({ actor, row, model, tools, records }: Undo): Promise<UndoResult> {
  return actor.database.transaction(async (transaction) => {
    const removal = await removeImported({ actor, row, model, tools, transaction, records })
    const result = resultOf(row, removal, false)
    await finish(transaction, actor.environment.schema, result, tools)
    return result
  })
}

function resultOf(row: ImportRow, removal: ImportUndo, whole: boolean): UndoResult {
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
