import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { FileInfo } from '#attributes/files.ts'

/** A file with what decides who may see it. */
export type StoredFile = FileInfo & {
  readonly entityId: string
  readonly attributeId: string
  /** Null while no record names it. */
  readonly recordId: string | null
  readonly byId: string
  readonly hasThumbnail: boolean
  readonly sha256: Buffer
  /** Under which id its bytes lie: its own, or that of the file that it is a copy of. */
  readonly bytesId: string
}

export type NewFile = Omit<StoredFile, 'recordId' | 'bytesId'> & { readonly at: Date }

export async function insertFile(executor: Executor, schema: string, file: NewFile): Promise<void> {
  const { id, entityId, attributeId, name, size, type, sha256, width, height, hasThumbnail, at, byId } = file
  await executor.execute({
    text: `insert into ${qualified(schema, '_asset')}
      (id, entity_id, attribute_id, name, size, type, sha256, width, height, has_thumbnail, at, by_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [id, entityId, attributeId, name, size, type, sha256, width, height, hasThumbnail, at, byId],
  })
}

/** The files of some ids, in no order. */
export async function filesById(executor: Executor, schema: string, ids: readonly string[]): Promise<StoredFile[]> {
  const rows = await executor.query<Row>({
    text: `select id, entity_id, attribute_id, record_id, name, size, type, sha256, width, height, has_thumbnail, by_id, coalesce(bytes_id, id) as bytes_id
      from ${qualified(schema, '_asset')} where id = any($1::uuid[])`,
    values: [ids],
  })
  return rows.map(fileOf)
}

/** Forgets a file that no record names yet. Answers whether it was there. */
export async function removeWaiting(executor: Executor, schema: string, id: string, byId: string): Promise<boolean> {
  const text = `delete from ${qualified(schema, '_asset')} where id = $1 and by_id = $2 and record_id is null`
  return (await executor.execute({ text, values: [id, byId] })) > 0
}

type Row = {
  readonly id: string
  readonly entity_id: string
  readonly attribute_id: string
  readonly record_id: string | null
  readonly name: string
  readonly size: string
  readonly type: string
  readonly sha256: Buffer
  readonly bytes_id: string
  readonly width: number | null
  readonly height: number | null
  readonly has_thumbnail: boolean
  readonly by_id: string
}

function fileOf(row: Row): StoredFile {
  return {
    id: row.id,
    name: row.name,
    size: Number(row.size),
    type: row.type,
    width: row.width,
    height: row.height,
    entityId: row.entity_id,
    attributeId: row.attribute_id,
    recordId: row.record_id,
    byId: row.by_id,
    hasThumbnail: row.has_thumbnail,
    sha256: row.sha256,
    bytesId: row.bytes_id,
  }
}
