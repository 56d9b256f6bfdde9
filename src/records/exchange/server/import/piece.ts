import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Fault, fault } from '#faults/fault.ts'
import type { ImportActor, ImportDeps } from '#records/exchange/server/import/deps.ts'
import type { ImportFiles } from '#records/exchange/server/import/importFiles.ts'
import {
  claimPiece,
  insertPiece,
  releasePiece,
  renewPiece,
  type Receipt,
} from '#records/exchange/server/import/piece.store.ts'
import { selectUpload, type UploadRow } from '#records/exchange/server/import/upload.store.ts'

/** The name of the file of a piece. */
export function pieceOf(environmentId: string, { uploadId, receiver }: Receipt): string {
  return `${environmentId}/${uploadId}.${receiver}.piece`
}

/**
 * Receives the next piece of an upload and keeps what came of it, also when it breaks off. Of one upload, one piece is
 * received at a time in all processes, so an upload never takes more room than its size. Faults: `import.offset`,
 * `request.tooLarge`.
 */
export async function receivePiece(
  actor: ImportActor,
  { files }: ImportDeps,
  upload: UploadRow,
  source: Readable,
): Promise<void> {
  const { database, environment, newId } = actor
  const receipt = { uploadId: upload.id, receiver: newId() }
  const { offset } = upload
  if (!(await claim(actor, files, upload, receipt))) return refuse(source, offset)
  const name = pieceOf(environment.id, receipt)
  const lease = keepLease(actor, receipt)
  let isKept = false
  try {
    const now = await selectUpload(database, environment.schema, upload.id)
    if (now?.offset !== offset) return refuse(source, now?.offset ?? offset)
    const { length, error } = await write(files.path(name), source, upload.size - offset, lease.signal)
    if (!(error instanceof Fault) && length !== undefined && length > 0) {
      await files.keep(name)
      isKept = await insertPiece(database, environment.schema, receipt, { start: offset, length, name })
    }
    const isLost = !isKept && (lease.signal.aborted || (error === undefined && length !== 0))
    if (isLost) throw fault('import.offset', { offset })
    if (error !== undefined) throw error
  } finally {
    lease.end()
    // Where this fails the lease lapses, and whoever takes it next removes the piece.
    if (!isKept) await dropPiece(actor, files, receipt).catch(() => undefined)
  }
}

function refuse(source: Readable, offset: number): never {
  source.resume()
  throw fault('import.offset', { offset })
}

/** Takes the lease, and removes the piece of a process that ended while it received one. */
function claim(
  { database, environment }: ImportActor,
  files: ImportFiles,
  { receiver: former }: UploadRow,
  receipt: Receipt,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await claimPiece(transaction, environment.schema, receipt, former))) return false
    if (former !== null) await files.remove([pieceOf(environment.id, { ...receipt, receiver: former })])
    return true
  })
}

/** How often a lease is renewed, in milliseconds; it lasts three times as long. */
const renewal = 10_000

/** Renews the lease until its end. `signal` is aborted when another process has taken it. */
function keepLease(
  { database, environment }: ImportActor,
  receipt: Receipt,
): { readonly signal: AbortSignal; end(): void } {
  const lost = new AbortController()
  const renew = async () => {
    // While the database cannot be reached, nobody else takes the lease either.
    const isHeld = await renewPiece(database, environment.schema, receipt).catch(() => true)
    if (!isHeld) lost.abort()
  }
  const timer = setInterval(() => void renew(), renewal)
  return { signal: lost.signal, end: () => clearInterval(timer) }
}

/**
 * Writes what comes, of at most `limit` bytes. Answers how much is there, undefined when the file was removed meanwhile, and
 * why it ended early.
 */
async function write(
  file: string,
  source: Readable,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly length: number | undefined; readonly error?: unknown }> {
  await mkdir(dirname(file), { recursive: true })
  const target = createWriteStream(file, { mode: 0o600 })
  const ended = await pipeline(source, limitBytes(limit), target, { signal }).then(
    () => ({}),
    (error: unknown) => ({ error }),
  )
  const found = await stat(file).catch(() => undefined)
  return { length: found?.size, ...ended }
}

function limitBytes(limit: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > limit ? fault('request.tooLarge', { max: `${limit} B` }) : null, chunk)
    },
  })
}

/** Ends the lease, and removes the piece unless it has been noted: a lost connection may hide that. */
async function dropPiece({ database, environment }: ImportActor, files: ImportFiles, receipt: Receipt): Promise<void> {
  const name = pieceOf(environment.id, receipt)
  await database.transaction(async (transaction) => {
    if (!(await releasePiece(transaction, environment.schema, receipt, name))) await files.remove([name])
  })
}
