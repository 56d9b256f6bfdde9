import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { idempotencyKeyOf } from '#odata/protocol/negotiation.ts'
import type { Once, ODataStore } from '#odata/protocol/store.ts'

/** A write that answers a request. `key` is the key of the written row, if any. */
export type Work = (store: ODataStore) => Promise<{ readonly key: string | undefined; readonly result: ODataResponse }>

/** The idempotency key of a request, with a text that identifies the request; undefined for binary bodies. */
export function readIdempotency({ method, path, query, headers, body = '' }: ODataRequest): Once | undefined {
  const key = idempotencyKeyOf(headers)
  if (key === undefined || typeof body !== 'string') return undefined
  return { key, said: `${method} ${path}?${query}\n${body}` }
}

/**
 * Runs a write, once where the request has an idempotency key. `again` answers a repeated request for the row of the
 * first one. Single-step work needs no transaction.
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
