import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { idempotencyKeyOf } from '#odata/protocol/negotiation.ts'
import type { Once, ODataStore } from '#odata/protocol/store.ts'

/** A write on its way to its answer. `key` is the one of the row that it leaves, where it leaves one. */
export type Work = (store: ODataStore) => Promise<{ readonly key: string | undefined; readonly result: ODataResponse }>

/** The key of a request that counts once, with what tells it from others; a body of bytes may come as often as it likes. */
export function readIdempotency({ method, path, query, headers, body = '' }: ODataRequest): Once | undefined {
  const key = idempotencyKeyOf(headers)
  if (key === undefined || typeof body !== 'string') return undefined
  return { key, said: `${method} ${path}?${query}\n${body}` }
}

/**
 * Does a write: once, where the request has a key; `again` answers when it comes again, for the row that it left. Work of
 * one step goes without a transaction.
 */
export async function doIdempotently(
  request: ODataRequest,
  store: ODataStore,
  {
    steps,
    work,
    again,
  }: { steps: 'one' | 'several'; work: Work; again: (key: string | undefined) => Promise<ODataResponse> },
): Promise<ODataResponse> {
  const once = readIdempotency(request)
  if (once) return store.once(once, work, again)
  const { result } = await (steps === 'one' ? work(store) : store.together(work))
  return result
}
