import { createHash } from 'node:crypto'
import { Fault, fault } from '#faults/fault.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import { readRowOnce } from '#odata/protocol/read.ts'
import type { Once, ODataStore, BodyValues, Written } from '#odata/protocol/store.ts'
import { qualified } from '#platform/sql.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { createRecord } from '#records/server/createRecord.ts'

type Creation = {
  readonly set: string
  readonly values: BodyValues
  readonly wire: WireForm
  readonly key: string | undefined
  readonly once: Once
}

/**
 * Creates a record once per idempotency key. A repeated request gets the current state of the record that the first
 * request created. Of two concurrent requests the key admits one; the other waits for the first.
 */
export async function createOnce(context: RecordsContext, store: ODataStore, creation: Creation): Promise<Written> {
  const { set, values, wire, key } = creation
  const once = { ...creation.once, said: digestOf(creation.once.said) }
  const first = async (): Promise<Written | undefined> => {
    const id = await recordOf(context, once)
    return id === undefined ? undefined : { id, ...(await readRowOnce(store, { set, key: id, query: '', wire })) }
  }
  const known = await first()
  if (known) return known
  try {
    return await createRecord(context, set, values, { wire, key, once })
  } catch (error) {
    if (!isOnceTaken(error)) throw error
    // Inside a failed transaction nothing can be read: the whole transaction is retried and then finds the other
    // request's record.
    const made = await first().catch((later: unknown) => {
      throw later instanceof Fault ? later : error
    })
    if (made) return made
    throw error
  }
}

/** Whether a concurrent request with the same key was faster. */
export function isOnceTaken(error: unknown): boolean {
  const violation = violationOf(error)
  return violation?.kind === 'unique' && violation.constraint === '_idempotency_pkey'
}

/** Result of the earlier request with the same key: the id of its record, if it created one. */
export type Left = { readonly record: string | undefined }

/**
 * Claims the key of a request for the transaction of the context, so that requests with the same key wait for the end
 * of the transaction. Returns undefined for a new key.
 */
export async function claim(context: RecordsContext, { key, said }: Once): Promise<Left | undefined> {
  const table = tableOf(context)
  const now = context.now()
  const [claimed] = await context.database.query<{ key: string }>({
    text: `insert into ${table} as known (by_id, key, said, at) values ($1, $2, $3, $4)
      on conflict (by_id, key) do update set said = excluded.said, at = excluded.at, record_id = null
      where known.at <= $5 returning key`,
    values: [context.caller.userId, key, digestOf(said), now, forgotten(now)],
  })
  if (claimed) return undefined
  return { record: await recordOf(context, { key, said: digestOf(said) }) }
}

/** Stores which record the request with a claimed key created. */
export async function settle(context: RecordsContext, key: string, record: string | undefined): Promise<void> {
  await context.database.execute({
    text: `update ${tableOf(context)} set record_id = $3 where by_id = $1 and key = $2`,
    values: [context.caller.userId, key, record ?? null],
  })
}

/** Lifetime of an idempotency key, in milliseconds. */
const keyLife = 24 * 3600_000

/** The record that an earlier request with the same key created; undefined for a new key. Deletes expired keys. */
async function recordOf(context: RecordsContext, { key, said }: Once): Promise<string | undefined> {
  const table = tableOf(context)
  const [row] = await context.database.query<{ record_id: string | null; said: string | null }>({
    text: `with gone as (delete from ${table} where by_id = $1 and at <= $3)
      select record_id, said from ${table} where by_id = $1 and key = $2 and at > $3`,
    values: [context.caller.userId, key, forgotten(context.now())],
  })
  // Keys stored before digests existed have nothing to compare with.
  if (row && row.said !== null && row.said !== said) throw fault('request.repeated')
  return row?.record_id ?? undefined
}

function forgotten(now: Date): Date {
  return new Date(now.getTime() - keyLife)
}

function digestOf(said: string): string {
  return createHash('sha256').update(said).digest('base64url')
}

function tableOf({ environment }: RecordsContext): string {
  return qualified(environment.schema, '_idempotency')
}
