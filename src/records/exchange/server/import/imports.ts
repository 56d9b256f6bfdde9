import { fault } from '#faults/fault.ts'
import { requireFeature } from '#entities/features.ts'
import type { Model } from '#entities/model.ts'
import { enqueueJob } from '#jobs/server/jobs.ts'
import type { Locale } from '#language/locale.ts'
import type { FileSettings, Import, ImportPlan } from '#records/exchange/import/settings.ts'
import { planTarget } from '#records/exchange/import/target.ts'
import type { ImportActor, ImportDeps } from '#records/exchange/server/import/deps.ts'
import { bookOf, fileOf, tableOf } from '#records/exchange/server/import/file.ts'
import { refuseTarget } from '#records/exchange/server/import/refuseTarget.ts'
import { rejectsOf } from '#records/exchange/server/import/rejects.ts'
import {
  selectImport,
  selectImports,
  toImport,
  updateImport,
  type ImportRow,
} from '#records/exchange/server/import/import.store.ts'

/** What the job of an import starts from. Ids are given beforehand, so that a second attempt finds what the first one made. */
export type ImportJob = {
  readonly import_id: string
  readonly entity_id: string
  readonly plan: ImportPlan
  /** The language of whoever started it, for the reasons of rejected rows. */
  readonly locale: Locale
  /** The time zone of whoever started it, where it was known. */
  readonly time_zone?: string | undefined
}
export type UndoImportJob = { readonly import_id: string; readonly time_zone?: string | undefined }

/** The newest imports that the member may see: the own ones, all of them for an administrator. */
export async function listImports(actor: ImportActor): Promise<Import[]> {
  const byId = actor.member.administrator ? null : actor.member.id
  return (await selectImports(actor.database, actor.environment.schema, byId)).map(toImport)
}

export async function readImport(actor: ImportActor, id: string): Promise<Import> {
  return toImport(await visibleImport(actor, id))
}

/** The names of all files that an import can have. */
export function filesOf(environmentId: string, row: Pick<ImportRow, 'id' | 'sheets' | 'sheet'>): string[] {
  const file = fileOf(environmentId, row.id)
  return [...new Set([file, tableOf(environmentId, row), bookOf(file), rejectsOf(file)])]
}

/** Throws an uploaded file away that is not wanted any more. */
export async function discardImport(actor: ImportActor, deps: ImportDeps, id: string): Promise<void> {
  const row = await visibleImport(actor, id)
  if (row.state !== 'uploaded') throw fault('import.state')
  await deps.files.remove(filesOf(actor.environment.id, row))
  await updateImport(actor.database, actor.environment.schema, id, ['uploaded'], { state: 'undone' })
}

/** Starts the import as a job and answers the job's id. Refuses what `planTarget` refuses, before anything happens. */
export async function startImport(
  actor: ImportActor,
  deps: ImportDeps,
  id: string,
  wanted: ImportPlan,
): Promise<string> {
  const row = await visibleImport(actor, id)
  const entityId = typeof wanted.target.entity === 'string' ? wanted.target.entity : actor.newId()
  const plan = withIds({ ...wanted, settings: inZone(actor, wanted.settings) }, actor.newId)
  const model = await deps.readModel(actor)
  requireFeature(model, 'import', entityId)
  const now = await actorNow(actor, model)
  refuseTarget(now, model, plan.target)
  const planned = planTarget(model, plan.target, { entity: entityId, newId: actor.newId })
  refuseForbidden(now, planned.operations.length > 0)
  const jobId = await actor.database.transaction(async (transaction) => {
    const job = await enqueueJob(
      actor,
      {
        kind: 'import',
        title: { file: row.file, entity: planned.entity.collectionname },
        data: {
          import_id: id,
          entity_id: entityId,
          plan,
          locale: actor.locale,
          time_zone: actor.timeZone,
        } satisfies ImportJob,
      },
      transaction,
    )
    const changes = { state: 'started', job_id: job, entity_id: entityId, creates: planned.creates } as const
    if (!(await updateImport(transaction, actor.environment.schema, id, ['uploaded'], changes)))
      throw fault('import.state')
    return job
  })
  deps.wake()
  return jobId
}

/** Takes an import back as a job: what it made and nobody changed since. */
export async function undoImport(actor: ImportActor, deps: ImportDeps, id: string): Promise<string> {
  const row = await visibleImport(actor, id)
  const jobId = await actor.database.transaction(async (transaction) => {
    const data: UndoImportJob = { import_id: id, time_zone: actor.timeZone }
    const job = await enqueueJob(actor, { kind: 'importundo', title: { file: row.file }, data }, transaction)
    const changes = { state: 'undoing', undo_job_id: job } as const
    if (!(await updateImport(transaction, actor.environment.schema, id, ['done'], changes))) throw fault('import.state')
    return job
  })
  deps.wake()
  return jobId
}

/** An import that the member may see; another's is unknown. */
export async function visibleImport(actor: ImportActor, id: string): Promise<ImportRow> {
  const row = await selectImport(actor.database, actor.environment.schema, id)
  if (!row || (row.by_id !== actor.member.id && !actor.member.administrator)) throw fault('import.unknown')
  return row
}

/** The actor with the rights of the moment that the model is of. */
export async function actorNow(actor: ImportActor, model: Model): Promise<ImportActor> {
  if (!actor.renewed || actor.member.accessVersion === model.accessVersion) return actor
  return { ...actor, member: await actor.renewed() }
}

/** Importing takes its activity, and making definitions takes a maker; asked when an import starts, and as its job begins. */
export function refuseForbidden({ member }: ImportActor, defines: boolean): void {
  if (!member.heldRights.activities.has('import')) throw fault('request.forbidden')
  if (!defines) return
  if (!member.heldRights.activities.has('alter-entities')) throw fault('request.forbidden')
  if (!member.developerMode) throw fault('developerMode.needed')
}

/** How a file is read, with the zone of moments that name none: the one that was chosen, or else that of who imports. */
export function inZone(
  { timeZone }: ImportActor,
  settings: FileSettings,
): FileSettings & { readonly timezone: string } {
  return { ...settings, timezone: settings.timezone ?? timeZone ?? 'UTC' }
}

function withIds(plan: ImportPlan, newId: () => string): ImportPlan {
  const columns = plan.target.columns.map((column) =>
    column.attribute ? { ...column, attribute: { ...column.attribute, id: newId() } } : column,
  )
  return { ...plan, target: { ...plan.target, columns } }
}
