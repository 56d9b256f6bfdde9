import type { Readable } from 'node:stream'
import { attributeById } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Storage } from '#platform/server/storage.ts'
import { qualified } from '#platform/sql.ts'
import { shownPictureTypes, type FileInfo } from '#attributes/files.ts'
import { filesById, type StoredFile } from '#records/files/server/files.store.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { currentSnapshot, lockedRowText } from '#records/server/currentSnapshot.ts'
import type { Model } from '#entities/model.ts'
import type { EntityDefinition } from '#entities/entity.ts'

/** Where a file lies in the storage: under a name of ours, whatever it was called. */
export function storageKey(environmentId: string, id: string): string {
  return `${environmentId}/${id}`
}

/** Where its small picture lies. */
export function thumbnailKey(environmentId: string, id: string): string {
  return `${environmentId}/${id}.small`
}

export type Served = {
  /** Undefined where the asker has it already. */
  readonly body: Readable | undefined
  readonly type: string
  readonly name: string
  readonly etag: string
  /** Bytes; undefined for small pictures. */
  readonly size: number | undefined
  /** Whether browsers may show it in a page; everything else is only kept. */
  readonly isShown: boolean
}

/** What is known of those of the files that the member may see. */
export async function readFiles(context: RecordsContext, ids: readonly string[]): Promise<readonly FileInfo[]> {
  const files = await filesById(context.database, context.environment.schema, ids)
  const seen = await visible(context, files)
  return seen.map(({ id, name, size, type, width, height }) => ({ id, name, size, type, width, height }))
}

/** The bytes of a file, unless the asker has those of `known`, an entity tag. Faults: `file.unknown`, also for one of a record that the member may not read. */
export async function serveFile(
  context: RecordsContext,
  storage: Storage,
  { id, size, known }: { readonly id: string; readonly size: 'whole' | 'small'; readonly known: string | undefined },
): Promise<Served> {
  const [file] = await visible(context, await filesById(context.database, context.environment.schema, [id]))
  if (!file || (size === 'small' && !file.hasThumbnail)) throw fault('file.unknown')
  const key = (size === 'small' ? thumbnailKey : storageKey)(context.environment.id, file.bytesId)
  const etag = `"${file.sha256.toString('base64url')}${size === 'small' ? '-s' : ''}"`
  const body = known === etag ? undefined : await storage.read(key)
  if (!body && known !== etag) throw fault('file.unknown')
  return {
    body,
    type: size === 'small' ? 'image/webp' : file.type,
    name: file.name,
    etag,
    size: size === 'small' ? undefined : file.size,
    isShown: size === 'small' || shownPictureTypes.includes(file.type),
  }
}

/** Access follows the record; what no record names yet is seen only by who brought it. */
async function visible(asked: RecordsContext, files: readonly StoredFile[]): Promise<readonly StoredFile[]> {
  const { context, model, whole } = await currentSnapshot(asked)
  const { caller } = context
  const own = files.filter(({ recordId, byId }) => recordId === null && byId === caller.userId)
  const named = files.filter(({ recordId, attributeId }) => recordId !== null && attributeById(model, attributeId))
  const seen = await Promise.all(
    [...Map.groupBy(named, ({ entityId }) => entityId)].map(async ([entityId, some]) => {
      const entity = model.entities.get(entityId)
      if (!entity) return []
      const readable = await readableOf(context, whole, entity, [
        ...new Set(some.map(({ recordId }) => recordId ?? '')),
      ])
      return some.filter(({ recordId }) => readable.has(recordId ?? ''))
    }),
  )
  return [...own, ...seen.flat()]
}

async function readableOf(
  context: RecordsContext,
  model: Model,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { database, environment } = context
  const { text, values } = lockedRowText(context, model, { action: 'read', entity, first: 2 })
  const rows = await database.query<{ id: string }>({
    text: `select t.id from ${qualified(environment.schema, entity.uri)} t where t.id = any($1::uuid[]) and ${text}`,
    values: [ids, ...values],
  })
  return new Set(rows.map(({ id }) => id))
}
