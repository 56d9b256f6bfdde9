import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Fault, fault } from '#faults/fault.ts'
import type { Import, UploadState } from '#records/exchange/import/settings.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'
import type { ImportActor, ImportDeps } from '#records/exchange/server/import/deps.ts'
import { fileOf, storeUpload } from '#records/exchange/server/import/file.ts'
import { selectImport, toImport } from '#records/exchange/server/import/import.store.ts'
import type { ImportFiles } from '#records/exchange/server/import/importFiles.ts'
import { readImport } from '#records/exchange/server/import/imports.ts'
import { pieceOf, receivePiece } from '#records/exchange/server/import/piece.ts'
import { selectPieces } from '#records/exchange/server/import/piece.store.ts'
import { uploadedNames } from '#records/exchange/server/import/sheets.ts'
import { fileLabel, takeIn } from '#records/exchange/server/import/uploadedFile.ts'
import {
  claimUpload,
  deleteUpload,
  insertUpload,
  lockWaiting,
  releaseUpload,
  selectUpload,
  type UploadRow,
} from '#records/exchange/server/import/upload.store.ts'

const gibibyte = 1024 ** 3
/** What may wait for its import: files of one person, and bytes of one person and of an environment. */
const mostWaiting = { files: 100, own: 4 * gibibyte, inAll: 16 * gibibyte } as const

/** Begins an upload that comes in pieces; nothing of it is there yet. Faults: `request.tooLarge`, `import.empty`, `import.tooManyWaiting`. */
export async function beginUpload(
  actor: ImportActor,
  deps: ImportDeps,
  { file, size }: Pick<UploadRow, 'file' | 'size'>,
): Promise<UploadState> {
  if (size > deps.largest) throw fault('request.tooLarge', { max: `${Math.round(deps.largest / 1024 / 1024)} MiB` })
  if (size === 0) throw fault('import.empty')
  const id = await registerUpload(actor, { file, size })
  return readUpload(actor, id)
}

/**
 * Takes a file in that comes whole, and says what it seems to hold. `label` is the name that it came with, `size` its
 * largest possible size. Faults: `request.tooLarge`, `import.tooManyWaiting`, and those of `takeIn`.
 */
export async function uploadFile(
  actor: ImportActor,
  deps: ImportDeps,
  { label, source, size }: { readonly label: string; readonly source: Readable; readonly size?: number },
): Promise<Import> {
  const { database, environment } = actor
  const most = Math.min(size ?? deps.largest, deps.largest)
  const id = await registerUpload(actor, { file: label, size: most })
  try {
    const received = await storeUpload(deps.files.path(fileOf(environment.id, id)), source, deps.largest)
    await takeIn(actor, deps, { id, label, size: received })
  } catch (error) {
    // Where this fails too, the upkeep does it after a day.
    await dropUpload(database, deps.files, { environmentId: environment.id, schema: environment.schema, id }).catch(
      () => undefined,
    )
    throw error
  }
  return readImport(actor, id)
}

async function registerUpload(
  { database, environment, member, newId }: ImportActor,
  { file, size }: Pick<UploadRow, 'file' | 'size'>,
): Promise<string> {
  const id = newId()
  await database.transaction(async (transaction) => {
    const { own, bytes } = await lockWaiting(transaction, environment.schema, member.id)
    const isFull = own.bytes + size > mostWaiting.own || bytes + size > mostWaiting.inAll
    if (isFull || own.files >= mostWaiting.files) throw fault('import.tooManyWaiting')
    await insertUpload(transaction, environment.schema, { id, file: fileLabel(file), size, by_id: member.id })
  })
  return id
}

/** How far an upload has come: `offset` is the next byte that is wanted. Another's is unknown. */
export async function readUpload(actor: ImportActor, id: string): Promise<UploadState> {
  const row = await ownUpload(actor, id)
  if (!row) throw fault('import.unknown')
  return stateOf(row)
}

function stateOf({ id, file, size, offset }: UploadRow): UploadState {
  return { id, file, size, offset }
}

async function ownUpload({ database, environment, member }: ImportActor, id: string): Promise<UploadRow | undefined> {
  const row = await selectUpload(database, environment.schema, id)
  return row?.by_id === member.id ? row : undefined
}

/** The import that has been made of an upload, where there is no upload any more. Fault: `import.unknown`. */
async function ownImport({ database, environment, member }: ImportActor, id: string): Promise<Import> {
  const row = await selectImport(database, environment.schema, id)
  if (row?.by_id !== member.id) throw fault('import.unknown')
  return toImport(row)
}

/**
 * Takes the piece of a file that begins at `offset`. What has come of a piece that breaks off stays, and the next begins
 * there, in whatever process; two at once are refused. The last piece makes the import; an empty one behind it tries that
 * again, and any piece is answered with the import once it is made. Faults: `import.offset` with the byte that is wanted,
 * and those of `takeIn`.
 */
export async function continueUpload(
  actor: ImportActor,
  deps: ImportDeps,
  { id, offset, source }: { readonly id: string; readonly offset: number; readonly source: Readable },
): Promise<UploadState | Import> {
  const upload = await ownUpload(actor, id)
  if (!upload) {
    source.resume()
    return ownImport(actor, id)
  }
  if (offset !== upload.offset) {
    source.resume()
    throw fault('import.offset', { offset: upload.offset })
  }
  await receivePiece(actor, deps, upload, source)
  const now = await ownUpload(actor, id)
  if (!now) return ownImport(actor, id)
  return now.offset < now.size ? stateOf(now) : finishUpload(actor, deps, now)
}

/** Makes the import of an upload that has come whole. */
async function finishUpload(actor: ImportActor, deps: ImportDeps, { id, file, size }: UploadState): Promise<Import> {
  const { database, environment } = actor
  const { schema } = environment
  const place = { environmentId: environment.id, schema, id }
  if (!(await claimUpload(database, schema, id))) throw fault('import.offset', { offset: size })
  try {
    const pieces = (await selectPieces(database, schema, id)).map(({ name }) => name)
    // Earlier versions made the import before they forgot the upload.
    if (await selectImport(database, schema, id)) await dropUpload(database, deps.files, place)
    else {
      await join(deps, pieces, deps.files.path(fileOf(environment.id, id)))
      await takeIn(actor, deps, { id, label: file, size })
      await deps.files.remove(pieces)
    }
    return await readImport(actor, id)
  } catch (error) {
    // What is refused for what it is goes; what failed is tried again with the pieces. Where this fails too, the claim
    // lapses, and after a day the upkeep drops the upload.
    const isRefused = error instanceof Fault && error.status < 500 && error.status !== 429
    await (isRefused ? dropUpload : resetUpload)(database, deps.files, place).catch(() => undefined)
    throw error
  }
}

async function join({ files }: ImportDeps, pieces: readonly string[], file: string): Promise<void> {
  await rm(file, { force: true })
  const [only] = pieces
  if (only !== undefined && pieces.length === 1) {
    const path = await files.fetch(only)
    return link(path, file).catch(() => copyFile(path, file))
  }
  for (const name of pieces)
    await pipeline(createReadStream(await files.fetch(name)), createWriteStream(file, { flags: 'a', mode: 0o600 }))
}

/** An upload of an environment. */
type UploadPlace = { readonly environmentId: string; readonly schema: string; readonly id: string }

/** Removes what was made of the pieces of a claimed upload, and gives it back; not once it is an import. */
function resetUpload(
  database: Database,
  files: ImportFiles,
  { environmentId, schema, id }: UploadPlace,
): Promise<void> {
  return database.transaction(async (transaction) => {
    if (await releaseUpload(transaction, schema, id)) await files.remove(uploadedNames(environmentId, id))
  })
}

/** Forgets an upload with its pieces, and what was made of them; that stays once it is an import. */
export async function dropUpload(
  database: Executor,
  files: ImportFiles,
  { environmentId, schema, id }: UploadPlace,
): Promise<void> {
  const pieces = (await selectPieces(database, schema, id)).map(({ name }) => name)
  const deleted = await deleteUpload(database, schema, id)
  if (!deleted) return
  const { receiver, is_open: isOpen } = deleted
  if (receiver !== null) pieces.push(pieceOf(environmentId, { uploadId: id, receiver }))
  await files.remove([...pieces, ...(isOpen ? uploadedNames(environmentId, id) : [])])
}
