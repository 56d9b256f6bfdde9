import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fault, refuseIf } from '#faults/fault.ts'
import { requireFeature } from '#entities/features.ts'
import { reservedAttributeUris } from '#entities/system.ts'
import type { Model } from '#entities/model.ts'
import { enqueueJob } from '#jobs/server/jobs.ts'
import type { Locale } from '#language/locale.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Encoding } from '#records/import/encoding.ts'
import type { FileGuess, Settled } from '#records/import/guess.ts'
import {
  columnLimit,
  type FileSettings,
  type Import,
  type ImportFormat,
  type ImportPlan,
  type SettledGuess,
} from '#records/import/settings.ts'
import { planTarget } from '#records/import/target.ts'
import type { ImportActor, ImportDeps } from '#records/server/import/deps.ts'
import { bookOf, dropFile, fileOf, keepFile } from '#records/server/import/file.ts'
import { refuseTarget } from '#records/server/import/refuseTarget.ts'
import { rejectsOf } from '#records/server/import/rejects.ts'
import { guessFile, type LookedAt } from '#records/server/import/guessFile.ts'
import { firstTable, setBookAside } from '#records/server/import/sheets.ts'
import { makeSheetTable, makeTable } from '#records/server/import/table.ts'
import {
  deleteAbandoned,
  insertImport,
  selectImport,
  selectImports,
  toImport,
  updateImport,
  type ImportRow,
} from '#records/server/import/import.store.ts'

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
export type UndoJob = { readonly import_id: string; readonly time_zone?: string | undefined }

/**
 * Takes a file in and says what it seems to hold. `label` is the name that it came with. Faults: `request.tooLarge`,
 * `import.notCsv`, `import.empty`, `import.columns`, and those of `makeTable`.
 */
export async function uploadFile(
  actor: ImportActor,
  deps: ImportDeps,
  upload: { readonly label: string; readonly source: Readable },
): Promise<Import> {
  const { database, environment } = actor
  for (const id of await deleteAbandoned(database, environment.schema))
    await dropFile(fileOf(deps.folder, environment.id, id))
  const id = actor.newId()
  const file = fileOf(deps.folder, environment.id, id)
  const size = await keepFile(file, upload.source, deps.largest)
  return takeIn(actor, deps, { id, label: upload.label, size })
}

/** Says what a file holds that lies at its place. The file goes when it is none that can be imported. */
export async function takeIn(
  actor: ImportActor,
  deps: ImportDeps,
  upload: { readonly id: string; readonly label: string; readonly size: number },
): Promise<Import> {
  const { database, environment, member } = actor
  const { id, size } = upload
  const file = fileOf(deps.folder, environment.id, id)
  try {
    const sheets = await setBookAside(file)
    const format = sheets.length > 0 ? 'xlsx' : await makeTable(file)
    const look = () => guessFile(file, naming(actor), settledBy(format))
    const looked = sheets.length > 0 ? await firstTable(file, sheets, look) : { ...(await look()), sheet: 0 }
    const guess = tableIn(looked)
    await insertImport(database, environment.schema, {
      id,
      file: labelOf(upload.label),
      size,
      format,
      sheets,
      sheet: looked.sheet,
      guess,
      by_id: member.id,
    })
  } catch (error) {
    await dropFile(file)
    throw error
  }
  return readImport(actor, id)
}

/** What was found in a file that holds a table. */
function tableIn({ guess, isTable }: LookedAt): FileGuess {
  if (!isTable) throw fault('import.notCsv')
  if (guess.columns.length === 0 || guess.rows.value === 0) throw fault('import.empty')
  if (guess.columns.length > columnLimit)
    throw fault('import.columns', { count: guess.columns.length, max: columnLimit })
  return guess
}

/** Guesses anew around what the maker has settled; another sheet of a workbook takes the place of the one that was read. */
export async function guessAgain(
  actor: ImportActor,
  deps: ImportDeps,
  id: string,
  { sheet, ...settled }: SettledGuess,
): Promise<Import> {
  const row = await visibleImport(actor, id)
  const file = fileOf(deps.folder, actor.environment.id, row.id)
  if (sheet !== undefined && sheet !== row.sheet) return readSheetInstead(actor, file, row, sheet)
  const { guess } = await guessFile(file, naming(actor), { ...settled, ...settledBy(row.format) })
  if (!(await updateImport(actor.database, actor.environment.schema, id, ['uploaded'], { guess })))
    throw fault('import.state')
  return readImport(actor, id)
}

async function readSheetInstead(actor: ImportActor, file: string, row: ImportRow, sheet: number): Promise<Import> {
  if (row.state !== 'uploaded') throw fault('import.state')
  if (sheet >= row.sheets.length) refuseIf([{ code: 'validation.option', target: 'sheet' }])
  const other = `${file}.${actor.newId()}`
  try {
    await makeSheetTable(bookOf(file), sheet, other)
    const guess = tableIn(await guessFile(other, naming(actor), settledBy(row.format)))
    await actor.database.transaction(async (transaction) => {
      const changes = { guess, sheet }
      if (!(await updateImport(transaction, actor.environment.schema, row.id, ['uploaded'], changes)))
        throw fault('import.state')
      await rename(other, file)
    })
  } finally {
    await rm(other, { force: true })
  }
  return readImport(actor, row.id)
}

/** What is known of a table that was made of another file. The names of JSON are always its header. */
function settledBy(format: ImportFormat): Settled & { readonly encoding?: Encoding } {
  if (format === 'csv') return {}
  return { encoding: 'utf-8', delimiter: ',', ...(format === 'jsonl' && { header: true }) }
}

/** The newest imports that the member may see: the own ones, all of them for an administrator. */
export async function listImports(actor: ImportActor): Promise<Import[]> {
  const byId = actor.member.administrator ? null : actor.member.id
  return (await selectImports(actor.database, actor.environment.schema, byId)).map(toImport)
}

export async function readImport(actor: ImportActor, id: string): Promise<Import> {
  return toImport(await visibleImport(actor, id))
}

/** Throws an uploaded file away that is not wanted any more. */
export async function discardImport(actor: ImportActor, deps: ImportDeps, id: string): Promise<void> {
  const row = await visibleImport(actor, id)
  if (row.state !== 'uploaded') throw fault('import.state')
  const file = fileOf(deps.folder, actor.environment.id, id)
  await dropFile(file)
  await dropFile(rejectsOf(file))
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
    const data: UndoJob = { import_id: id, time_zone: actor.timeZone }
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
  if (!member.holdings.activities.has('import')) throw fault('request.forbidden')
  if (!defines) return
  if (!member.holdings.activities.has('alter-entities')) throw fault('request.forbidden')
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

function naming(actor: ImportActor) {
  const translate = translateFor(actor.locale)
  return {
    reserved: (uri: string) => reservedAttributeUris.has(uri),
    unnamed: (position: number | string) => translate('imports.column.unnamed', { position }),
  }
}

const longestLabel = 100

/** The name of the file as a label: its last part, without control characters. One that is too long to be shown says so, and keeps its ending. */
export function labelOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = [...last.replaceAll(/\p{C}/gu, '').trim()]
  if (clean.length === 0) return 'file.csv'
  if (clean.length <= longestLabel) return clean.join('')
  const [ending = ''] = /\.[a-z0-9]{1,10}$/i.exec(clean.join('')) ?? []
  return `${clean
    .slice(0, longestLabel - 1 - ending.length)
    .join('')
    .trimEnd()}…${ending}`
}
