import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** A row of `_upload`, with how many bytes have come. */
export type UploadRow = {
  readonly id: string
  readonly file: string
  readonly size: number
  readonly by_id: string
  readonly offset: number
  /** The piece that a process receives, or received when it ended. */
  readonly receiver: string | null
}

export async function insertUpload(
  executor: Executor,
  schema: string,
  row: Pick<UploadRow, 'id' | 'file' | 'size' | 'by_id'>,
): Promise<void> {
  await executor.execute({
    text: `insert into ${qualified(schema, '_upload')} (id, file, size, by_id, changed_on)
      values ($1, $2, $3, $4, clock_timestamp())`,
    values: [row.id, row.file, row.size, row.by_id],
  })
}

export async function selectUpload(executor: Executor, schema: string, id: string): Promise<UploadRow | undefined> {
  const [row] = await executor.query<UploadRow & { size: string; offset: string }>({
    text: `select id, file, size, by_id, receiver,
        (select coalesce(max(start + length), 0) from ${qualified(schema, '_upload_piece')} where upload_id = u.id) as offset
      from ${qualified(schema, '_upload')} u where id = $1`,
    values: [id],
  })
  return row && { ...row, size: Number(row.size), offset: Number(row.offset) }
}

/** Takes a whole upload for ourselves; whoever ended in the middle of its work loses it after a quarter of an hour. */
export async function claimUpload(executor: Executor, schema: string, id: string): Promise<boolean> {
  const count = await executor.execute({
    text: `update ${qualified(schema, '_upload')} set claimed_on = clock_timestamp()
      where id = $1 and (claimed_on is null or claimed_on < clock_timestamp() - interval '15 minutes')`,
    values: [id],
  })
  return count === 1
}

/** Whether no import has been made of the upload `u`. */
const isOpen = (schema: string) => `not exists (select from ${qualified(schema, '_import')} i where i.id = u.id)`

/**
 * Gives a claimed upload back. Answers whether it is there and no import has been made of it; until the transaction ends,
 * none can be made.
 */
export async function releaseUpload(transaction: Executor, schema: string, id: string): Promise<boolean> {
  const count = await transaction.execute({
    text: `update ${qualified(schema, '_upload')} u set claimed_on = null where id = $1 and ${isOpen(schema)}`,
    values: [id],
  })
  return count === 1
}

/** A deleted upload: the piece that was being received, and whether no import has been made of it. */
export type DeletedUpload = { readonly receiver: string | null; readonly is_open: boolean }

/** Deletes an upload with the rows of its pieces. Of two that delete the same one, one gets an answer. */
export async function deleteUpload(executor: Executor, schema: string, id: string): Promise<DeletedUpload | undefined> {
  const [row] = await executor.query<DeletedUpload>({
    text: `delete from ${qualified(schema, '_upload')} u where id = $1 returning receiver, ${isOpen(schema)} as is_open`,
    values: [id],
  })
  return row
}

/** The uploads that nobody went on with for a day. */
export async function selectForgotten(executor: Executor, schema: string): Promise<string[]> {
  const rows = await executor.query<{ id: string }>({
    text: `select id from ${qualified(schema, '_upload')} where changed_on < clock_timestamp() - interval '1 day'`,
  })
  return rows.map(({ id }) => id)
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Of the names of files in the folder of an environment, those of no import, no upload and no piece. Other names are not judged. */
export async function selectOrphans(executor: Executor, schema: string, names: readonly string[]): Promise<string[]> {
  const ofPiece = new RegExp(`/(${uuid})\\.(${uuid})\\.piece$`)
  const ofImport = new RegExp(`/(${uuid})\\.`)
  const files = names.flatMap((name) => {
    const [, id, receiver = null] = ofPiece.exec(name) ?? ofImport.exec(name) ?? []
    return id === undefined ? [] : [{ name, id, receiver }]
  })
  if (files.length === 0) return []
  const rows = await executor.query<{ name: string }>({
    text: `select name from unnest($1::text[], $2::uuid[], $3::uuid[]) file (name, id, receiver)
      where case when receiver is null then
          not exists (select from ${qualified(schema, '_import')} i where i.id = file.id)
          and not exists (select from ${qualified(schema, '_upload')} u where u.id = file.id)
        else
          not exists (select from ${qualified(schema, '_upload_piece')} p where p.name = file.name)
          and not exists (select from ${qualified(schema, '_upload')} u where u.receiver = file.receiver)
        end`,
    values: [files.map(({ name }) => name), files.map(({ id }) => id), files.map(({ receiver }) => receiver)],
  })
  return rows.map(({ name }) => name)
}

/** What waits for its import in an environment: uploads on their way by the size that they will have, and files as they are kept. */
export type Waiting = { readonly files: number; readonly bytes: number; readonly own: { files: number; bytes: number } }

/** How much waits, in all and of one person. Until the transaction ends nobody else begins an upload there. */
export async function lockWaiting(transaction: Executor, schema: string, byId: string): Promise<Waiting> {
  await transaction.query({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`upload ${schema}`],
  })
  const [row] = await transaction.query<Record<'files' | 'bytes' | 'own_files' | 'own_bytes', string>>({
    text: `select count(*) as files, coalesce(sum(bytes), 0) as bytes,
        count(*) filter (where by_id = $1) as own_files, coalesce(sum(bytes) filter (where by_id = $1), 0) as own_bytes
      from (select by_id, size as bytes from ${qualified(schema, '_upload')}
        union all select by_id, greatest(size, kept) from ${qualified(schema, '_import')} where state = 'uploaded') waiting`,
    values: [byId],
  })
  return {
    files: Number(row?.files),
    bytes: Number(row?.bytes),
    own: { files: Number(row?.own_files), bytes: Number(row?.own_bytes) },
  }
}
