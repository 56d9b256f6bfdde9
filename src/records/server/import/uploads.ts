import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fault } from '#faults/fault.ts'
import type { Import, UploadState } from '#records/import/settings.ts'
import type { ImportActor, ImportDeps } from '#records/server/import/deps.ts'
import { fileOf } from '#records/server/import/file.ts'
import { labelOf, takeIn } from '#records/server/import/imports.ts'

type Kept = { readonly file: string; readonly size: number; readonly by_id: string }

const day = 24 * 60 * 60 * 1000
/** How long an unfinished upload waits for its rest, and how long rejected rows can be fetched, in milliseconds. */
const longest = { part: day, rejected: 30 * day }

/** Begins an upload that comes in pieces; nothing of it is there yet. Faults: `request.tooLarge`, `import.empty`. */
export async function beginUpload(
  actor: ImportActor,
  deps: ImportDeps,
  { file, size }: Pick<Kept, 'file' | 'size'>,
): Promise<UploadState> {
  if (size > deps.largest) throw fault('request.tooLarge', { max: `${Math.round(deps.largest / 1024 / 1024)} MiB` })
  if (size === 0) throw fault('import.empty')
  const id = actor.newId()
  const place = placeOf(actor, deps, id)
  await mkdir(dirname(place), { recursive: true })
  await sweep(dirname(place), actor.now())
  await writeFile(place, '', { mode: 0o600 })
  await writeFile(
    `${place}.json`,
    JSON.stringify({ file: labelOf(file), size, by_id: actor.member.id } satisfies Kept),
    {
      mode: 0o600,
    },
  )
  return readUpload(actor, deps, id)
}

/** How far an upload has come: `offset` is the next byte that is wanted. Another's is unknown. */
export async function readUpload(actor: ImportActor, deps: ImportDeps, id: string): Promise<UploadState> {
  const place = placeOf(actor, deps, id)
  const [kept, part] = await Promise.all([
    readFile(`${place}.json`, 'utf8').catch(() => undefined),
    stat(place).catch(() => undefined),
  ])
  if (kept === undefined || !part) throw fault('import.unknown')
  const { file, size, by_id } = JSON.parse(kept) as Kept
  if (by_id !== actor.member.id) throw fault('import.unknown')
  return { id, file, size, offset: part.size }
}

const atWork = new Set<string>()

/**
 * Takes the piece of a file that begins at `offset`. What has come of a piece that breaks off stays, and the next begins
 * there. The last piece makes the import. Faults: `import.offset` with the byte that is wanted, and those of `takeIn`.
 */
export async function continueUpload(
  actor: ImportActor,
  deps: ImportDeps,
  { id, offset, source }: { readonly id: string; readonly offset: number; readonly source: Readable },
): Promise<UploadState | Import> {
  const state = await readUpload(actor, deps, id)
  if (offset !== state.offset || atWork.has(id)) {
    source.resume()
    throw fault('import.offset', { offset: state.offset })
  }
  const place = placeOf(actor, deps, id)
  atWork.add(id)
  try {
    await pipeline(source, atMost(state.size - offset), createWriteStream(place, { flags: 'a', mode: 0o600 }))
    const now = await readUpload(actor, deps, id)
    if (now.offset < now.size) return now
    await rename(place, fileOf(deps.folder, actor.environment.id, id))
    await rm(`${place}.json`, { force: true })
    return await takeIn(actor, deps, { id, label: state.file, size: state.size })
  } finally {
    atWork.delete(id)
  }
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

function placeOf(actor: ImportActor, deps: ImportDeps, id: string): string {
  return `${fileOf(deps.folder, actor.environment.id, id)}.part`
}

/** Throws away what nobody came back for. */
async function sweep(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const kind = /\.part(?:\.json)?$/.test(name) ? 'part' : name.endsWith('.rejected') ? 'rejected' : undefined
    if (!kind) continue
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > longest[kind]) await rm(file, { force: true })
  }
}
