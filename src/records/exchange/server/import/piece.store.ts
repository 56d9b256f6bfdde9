import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** A row of `_upload_piece`: bytes of an upload, and the file that they are kept in. */
export type PieceRow = { readonly start: number; readonly length: number; readonly name: string }

/** A piece that is being received, by an id of its own. */
export type Receipt = { readonly uploadId: string; readonly receiver: string }

/** The lease of a piece. It is renewed while the piece comes; that of a process that ended lapses. */
const lease = `interval '30 seconds'`

/**
 * Takes the lease on receiving a piece of an upload, where nobody holds it. `former` is the receiver that was read before.
 * Answers whether the lease was free.
 */
export async function claimPiece(
  executor: Executor,
  schema: string,
  { uploadId, receiver }: Receipt,
  former: string | null,
): Promise<boolean> {
  const count = await executor.execute({
    text: `update ${qualified(schema, '_upload')}
      set receiver = $2, receiving_until = clock_timestamp() + ${lease}, changed_on = clock_timestamp()
      where id = $1 and receiver is not distinct from $3::uuid
        and (receiver is null or receiving_until < clock_timestamp())`,
    values: [uploadId, receiver, former],
  })
  return count === 1
}

/** Renews the lease. Answers whether it was still held. */
export async function renewPiece(
  executor: Executor,
  schema: string,
  { uploadId, receiver }: Receipt,
): Promise<boolean> {
  const count = await executor.execute({
    text: `update ${qualified(schema, '_upload')}
      set receiving_until = clock_timestamp() + ${lease}, changed_on = clock_timestamp()
      where id = $1 and receiver = $2`,
    values: [uploadId, receiver],
  })
  return count === 1
}

/** Notes a received piece behind those that are there, and ends its lease. Answers whether the lease was still held. */
export async function insertPiece(
  executor: Executor,
  schema: string,
  { uploadId, receiver }: Receipt,
  { start, length, name }: PieceRow,
): Promise<boolean> {
  const count = await executor.execute({
    text: `with upload as (
        update ${qualified(schema, '_upload')}
        set changed_on = clock_timestamp(), receiver = null, receiving_until = null
        where id = $1 and receiver = $5 returning id
      )
      insert into ${qualified(schema, '_upload_piece')} (upload_id, start, length, name)
      select id, $2, $3, $4 from upload
      where $2 = (select coalesce(max(start + length), 0) from ${qualified(schema, '_upload_piece')} where upload_id = $1)
      on conflict do nothing`,
    values: [uploadId, start, length, name, receiver],
  })
  return count === 1
}

/**
 * Ends the lease of a piece that may not have been noted. Answers whether the piece has been noted; until the transaction
 * ends, it cannot be.
 */
export async function releasePiece(
  transaction: Executor,
  schema: string,
  { uploadId, receiver }: Receipt,
  name: string,
): Promise<boolean> {
  await transaction.execute({
    text: `update ${qualified(schema, '_upload')} set receiver = null, receiving_until = null
      where id = $1 and receiver = $2`,
    values: [uploadId, receiver],
  })
  const rows = await transaction.query({
    text: `select from ${qualified(schema, '_upload_piece')} where upload_id = $1 and name = $2`,
    values: [uploadId, name],
  })
  return rows.length > 0
}

export async function selectPieces(executor: Executor, schema: string, uploadId: string): Promise<PieceRow[]> {
  const rows = await executor.query<{ start: string; length: string; name: string }>({
    text: `select start, length, name from ${qualified(schema, '_upload_piece')} where upload_id = $1 order by start`,
    values: [uploadId],
  })
  return rows.map(({ start, length, name }) => ({ start: Number(start), length: Number(length), name }))
}
