import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isOfFiles, type Attribute } from '#attributes/attribute.ts'
import { attributeById } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Storage } from '#platform/server/storage.ts'
import { cleanFileName, isAccepted, usualFileSize, type FileInfo } from '#attributes/files.ts'
import { detectKind } from '#records/files/server/kind.ts'
import { insertFile, removeWaiting } from '#records/files/server/files.store.ts'
import { pictureOf } from '#records/files/server/picture.ts'
import { storageKey, thumbnailKey } from '#records/files/server/serve.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { currentSnapshot } from '#records/server/currentSnapshot.ts'
import { refuseClosed } from '#records/server/rights.ts'
import { closedFields } from '#security/fields.ts'
import { mayAtAll } from '#security/reach.ts'

export type FileDeps = {
  readonly storage: Storage
  /** Where uploads lie until they are looked at. */
  readonly folder: string
}

/**
 * Takes a file for an attribute. It waits until a record names it, and is forgotten a day later otherwise. Faults:
 * `definition.unknown`, `request.forbidden`, `file.tooLarge`, `file.empty`, `file.kind`, `file.mismatch`.
 */
export async function takeFile(
  context: RecordsContext,
  { storage, folder }: FileDeps,
  upload: { readonly attributeId: string; readonly label: string; readonly source: Readable },
): Promise<FileInfo> {
  const attribute = await attributeFor(context, upload.attributeId)
  const id = context.newId()
  const file = join(folder, id)
  await mkdir(folder, { recursive: true })
  try {
    const { size, sha256 } = await write(file, upload.source, attribute.maxsize ?? usualFileSize)
    if (size === 0) throw fault('file.empty', {}, 'file')
    const name = cleanFileName(upload.label)
    const type = await detectKind(file, name)
    if (attribute.type === 'image' && !type.startsWith('image/'))
      throw fault('file.kind', { accept: 'image/*' }, 'file')
    if (!isAccepted(attribute.accept, { name, type }))
      throw fault('file.kind', { accept: attribute.accept.join(', ') }, 'file')
    const picture = await pictureOf(file, type)
    if (attribute.type === 'image' && !picture) throw fault('file.mismatch', { name }, 'file')
    const { environment, caller, database } = context
    const info = { id, name, size, type, width: picture?.width ?? null, height: picture?.height ?? null }
    if (picture) await storage.keepBytes(thumbnailKey(environment.id, id), picture.thumbnail)
    await storage.keep(storageKey(environment.id, id), file)
    await insertFile(database, environment.schema, {
      ...info,
      entityId: attribute.entity_id,
      attributeId: attribute.id,
      byId: caller.userId,
      hasThumbnail: picture !== undefined,
      sha256,
      at: context.now(),
    })
    return info
  } finally {
    await rm(file, { force: true })
  }
}

/** Forgets a file that its bringer does not need after all. Fault: `file.unknown`, also once a record names it. */
export async function forgetFile(context: RecordsContext, { storage }: FileDeps, id: string): Promise<void> {
  const { database, environment, caller } = context
  if (!(await removeWaiting(database, environment.schema, id, caller.userId))) throw fault('file.unknown')
  await storage.remove(storageKey(environment.id, id))
  await storage.remove(thumbnailKey(environment.id, id))
}

/** The attribute of files that the member may fill in. */
async function attributeFor(asked: RecordsContext, id: string): Promise<Attribute> {
  const { context, model, whole } = await currentSnapshot(asked)
  const found = attributeById(model, id)
  if (!found || !isOfFiles(found.attribute)) throw fault('definition.unknown')
  const { entity, attribute } = found
  refuseClosed(context, entity, 'managed.update')
  const may = (['create', 'update'] as const).some((action) => mayAtAll(context.member, action, entity, whole))
  if (!may) throw fault('request.forbidden')
  if (closedFields(context.member, entity, whole).fixed.has(attribute.id))
    throw fault('field.forbidden', { name: attribute.name }, attribute.uri)
  return found.attribute
}

async function write(file: string, source: Readable, most: number): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(size > most ? fault('file.tooLarge', { max: most }, 'file') : null, chunk)
    },
  })
  await pipeline(source, meter, createWriteStream(file, { mode: 0o600 }))
  return { size, sha256: hash.digest() }
}
