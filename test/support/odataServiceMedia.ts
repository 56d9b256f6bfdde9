import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fault } from '../../src/faults/fault.ts'
import type { Expected, MediaStore, StreamAddress } from '../../src/odata/protocol/store.ts'
import { ident, qualified } from '../../src/platform/sql.ts'
import type { Database } from '../../src/platform/server/database/database.ts'

type Row = { readonly bytes: Buffer | null; readonly type: string | null; readonly etag: string | null }

/** The media streams of the reference service, beside their rows. */
export function serviceMedia(database: Database): MediaStore {
  return {
    async read(at) {
      const [row] = await database.query<Row>({
        text: `select ${columnOf(at, '')} as bytes, ${columnOf(at, '_type')} as type, ${columnOf(at, '_etag')} as etag
          from ${tableOf(at)} where id = $1`,
        values: [at.key],
      })
      if (!row?.bytes || row.type === null || row.etag === null) return undefined
      return { mediaType: row.type, etag: row.etag, size: row.bytes.length, bytes: Readable.from([row.bytes]) }
    },
    async write(at, { mediaType, bytes }, expected) {
      const whole = typeof bytes === 'string' ? Buffer.from(bytes) : await buffer(Readable.from(bytes))
      const etag = createHash('sha256').update(whole).digest('hex').slice(0, 16)
      await set(at, [whole, mediaType, etag], expected)
      return etag
    },
    remove: (at, expected) => set(at, [null, null, null], expected),
  }

  async function set(at: StreamAddress, values: readonly unknown[], expected: Expected): Promise<void> {
    const isAny = expected === null || expected === '*'
    const changed = await database.execute({
      text: `update ${tableOf(at)} set (${columnOf(at, '')}, ${columnOf(at, '_type')}, ${columnOf(at, '_etag')}) = ($2, $3, $4)
        where id = $1 and ($5::text[] is null or ${columnOf(at, '_etag')} = any($5))`,
      values: [at.key, ...values, isAny ? null : expected],
    })
    if (changed === 0) throw fault('record.stale')
  }
}

function tableOf({ set }: StreamAddress): string {
  return qualified('reference', set)
}

function columnOf({ property }: StreamAddress, what: string): string {
  return ident(property + what)
}
