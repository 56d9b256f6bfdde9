import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Fault, fault } from '#faults/fault.ts'
import type { Import, UploadState } from '#records/import/settings.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { ImportActor, ImportDeps } from '#records/server/import/deps.ts'
import { fileOf, keepFile } from '#records/server/import/file.ts'
import type { ImportFiles } from '#records/server/import/importFiles.ts'
import { labelOf, takeIn } from '#records/server/import/uploadedFile.ts'
import {
  claimUpload,
  deleteUpload,
  insertPiece,
  insertUpload,
  lockWaiting,
  releaseUpload,
  selectPieces,
  selectUpload,
  type UploadRow,
} from '#records/server/import/upload.store.ts'

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
    const received = await keepFile(deps.files.path(fileOf(environment.id, id)), source, deps.largest)
    return await takeIn(actor, deps, { id, label, size: received })
  } finally {
    await deleteUpload(database, environment.schema, id)
  }
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
    await insertUpload(transaction, environment.schema, { id, file: labelOf(file), size, by_id: member.id })
  })
  return id
}

/** How far an upload has come: `offset` is the next byte that is wanted. Another's is unknown. */
export async function readUpload({ database, environment, member }: ImportActor, id: string): Promise<UploadState> {
  const row = await selectUpload(database, environment.schema, id)
  if (row?.by_id !== member.id) throw fault('import.unknown')
  const { file, size, offset } = row
  return { id, file, size, offset }
}

/**
 * Takes the piece of a file that begins at `offset`. What has come of a piece that breaks off stays, and the next begins
 * there, in whatever process. The last piece makes the import; an empty one behind it tries that again. Faults:
 * `import.offset` with the byte that is wanted, and those of `takeIn`.
 */
export async function continueUpload(
  actor: ImportActor,
  deps: ImportDeps,
  { id, offset, source }: { readonly id: string; readonly offset: number; readonly source: Readable },
): Promise<UploadState | Import> {
  const state = await readUpload(actor, id)
  if (offset !== state.offset) {
    source.resume()
    throw fault('import.offset', { offset: state.offset })
  }
  await keepPiece(actor, deps, state, source)
  const now = await readUpload(actor, id)
  return now.offset < now.size ? now : finishUpload(actor, deps, now)
}

/** Keeps what comes, also when it breaks off. */
async function keepPiece(
  actor: ImportActor,
  { files }: ImportDeps,
  state: UploadState,
  source: Readable,
): Promise<void> {
  const { database, environment, newId } = actor
  const name = `${environment.id}/${state.id}.${newId()}.piece`
  const file = files.path(name)
  await mkdir(dirname(file), { recursive: true })
  const target = createWriteStream(file, { mode: 0o600 })
  const ended = await pipeline(source, atMost(state.size - state.offset), target).then(
    () => undefined,
    (error: unknown) => error,
  )
  const { size: length } = await stat(file)
  const piece = { start: state.offset, length, name }
  const isRefused = ended instanceof Fault || length === 0
  if (!isRefused) await files.keep(name)
  const isKept = !isRefused && (await insertPiece(database, environment.schema, state.id, piece))
  if (!isKept) await files.remove([name])
  if (ended !== undefined) throw ended
  if (!isKept && length > 0) throw fault('import.offset', { offset: (await readUpload(actor, state.id)).offset })
}

/** Makes the import of an upload that has come whole. */
async function finishUpload(actor: ImportActor, deps: ImportDeps, { id, file, size }: UploadState): Promise<Import> {
  const { database, environment } = actor
  const { schema } = environment
  if (!(await claimUpload(database, schema, id))) throw fault('import.offset', { offset: size })
  try {
    const pieces = (await selectPieces(database, schema, id)).map(({ name }) => name)
    await join(deps, pieces, deps.files.path(fileOf(environment.id, id)))
    const made = await takeIn(actor, deps, { id, label: file, size })
    await dropUpload({ database, schema }, deps.files, id)
    return made
  } catch (error) {
    // What is refused for what it is goes; what failed is tried again with the pieces.
    if (error instanceof Fault && error.status < 500 && error.status !== 429)
      await dropUpload({ database, schema }, deps.files, id)
    else await releaseUpload(database, schema, id)
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

/** Forgets an upload with its pieces. */
export async function dropUpload(
  { database, schema }: { readonly database: Executor; readonly schema: string },
  files: ImportFiles,
  id: string,
): Promise<void> {
  const pieces = (await selectPieces(database, schema, id)).map(({ name }) => name)
  await deleteUpload(database, schema, id)
  await files.remove(pieces)
}

function atMost(limit: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > limit ? fault('request.tooLarge', { max: `${limit} B` }) : null, chunk)
    },
  })
}
