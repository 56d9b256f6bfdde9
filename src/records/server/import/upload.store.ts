import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** A row of `_upload`, with how many bytes have come. */
export type UploadRow = {
  readonly id: string
  readonly file: string
  readonly size: number
  readonly by_id: string
  readonly offset: number
}

/** A row of `_upload_piece`: bytes of an upload, and the file that they are kept in. */
export type PieceRow = { readonly start: number; readonly length: number; readonly name: string }

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
    text: `select id, file, size, by_id,
        (select coalesce(max(start + length), 0) from ${qualified(schema, '_upload_piece')} where upload_id = u.id) as offset
      from ${qualified(schema, '_upload')} u where id = $1`,
    values: [id],
  })
  return row && { ...row, size: Number(row.size), offset: Number(row.offset) }
}

/** Notes a piece behind those that are there. Answers whether it begins where they end. */
export async function insertPiece(
  executor: Executor,
  schema: string,
  id: string,
  { start, length, name }: PieceRow,
): Promise<boolean> {
  const count = await executor.execute({
    text: `with upload as (
        update ${qualified(schema, '_upload')} set changed_on = clock_timestamp() where id = $1 returning id
      )
      insert into ${qualified(schema, '_upload_piece')} (upload_id, start, length, name)
      select id, $2, $3, $4 from upload
      where $2 = (select coalesce(max(start + length), 0) from ${qualified(schema, '_upload_piece')} where upload_id = $1)
      on conflict do nothing`,
    values: [id, start, length, name],
  })
  return count === 1
}

export async function selectPieces(executor: Executor, schema: string, id: string): Promise<PieceRow[]> {
  const rows = await executor.query<{ start: string; length: string; name: string }>({
    text: `select start, length, name from ${qualified(schema, '_upload_piece')} where upload_id = $1 order by start`,
    values: [id],
  })
  return rows.map(({ start, length, name }) => ({ start: Number(start), length: Number(length), name }))
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

export async function releaseUpload(executor: Executor, schema: string, id: string): Promise<void> {
  await executor.execute({
    text: `update ${qualified(schema, '_upload')} set claimed_on = null where id = $1`,
    values: [id],
  })
}

/** Forgets an upload with its pieces. */
export async function deleteUpload(executor: Executor, schema: string, id: string): Promise<void> {
  await executor.execute({ text: `delete from ${qualified(schema, '_upload')} where id = $1`, values: [id] })
}

/** The uploads that nobody went on with for a day. */
export async function selectForgotten(executor: Executor, schema: string): Promise<string[]> {
  const rows = await executor.query<{ id: string }>({
    text: `select id from ${qualified(schema, '_upload')} where changed_on < clock_timestamp() - interval '1 day'`,
  })
  return rows.map(({ id }) => id)
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
