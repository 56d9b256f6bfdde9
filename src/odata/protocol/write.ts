import { Fault } from '#faults/fault.ts'
import { valuesOf } from '#odata/protocol/body.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { contentTypeOf, expectedOf, idempotencyKeyOf, preferencesOf, wireOf } from '#odata/protocol/negotiation.ts'
import { rowOf } from '#odata/protocol/read.ts'
import type { Store, Written } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { contextOf, oneBody } from '#odata/serialize/body.ts'
import { etagOf } from '#odata/serialize/etag.ts'

/** Makes a row from the body. */
export async function create(request: ODataRequest, store: Store, set: string): Promise<ODataResponse> {
  const { headers, body } = request
  const how = { wire: wireOf(headers), idempotencyKey: idempotencyKeyOf(headers) }
  const written = await store.create(set, valuesOf(headers, body), how)
  const location = `${store.root}${set}(${written.id})`
  const answer = answerOf(request, store, { set, written, status: 201 })
  return { ...answer, headers: { ...answer.headers, location } }
}

/** Changes what the body names. */
export async function update(request: ODataRequest, store: Store, set: string, key: string): Promise<ODataResponse> {
  const { headers, body } = request
  const wire = wireOf(headers)
  const values = valuesOf(headers, body)
  const written = await store
    .update(set, key, values, { wire, expected: expectedOf(headers) })
    .catch((error: unknown) => withCurrent(error, () => rowOf(store, { set, key, query: '', wire })))
  return answerOf(request, store, { set, written, status: 200 })
}

/** Takes a row away. */
export async function remove(request: ODataRequest, store: Store, set: string, key: string): Promise<ODataResponse> {
  await store.remove(set, key, expectedOf(request.headers))
  return { status: 204, headers: odataVersion }
}

type Answered = { readonly set: string; readonly written: Written; readonly status: number }

function answerOf({ headers }: ODataRequest, store: Store, { set, written, status }: Answered): ODataResponse {
  const common = { ...odataVersion, etag: etagOf(written.version) }
  if (preferencesOf(headers).minimal) {
    const entity = { 'odata-entityid': `${store.root}${set}(${written.id})` }
    return { status: 204, headers: { ...common, ...entity, 'preference-applied': 'return=minimal' } }
  }
  const body = oneBody(`${contextOf(store.root, set, undefined)}/$entity`, written.value)
  return { status, headers: { ...common, 'content-type': contentTypeOf(wireOf(headers)) }, body }
}

/** A refusal for an old version carries the row as it now is, so that a client can show or merge both. */
async function withCurrent(error: unknown, read: () => Promise<{ value: string; version: string }>): Promise<never> {
  if (!(error instanceof Fault) || error.code !== 'record.stale') throw error
  const { value, version } = await read()
  throw new Fault({ code: 'record.stale' }, [], { current: JSON.parse(value), etag: etagOf(version) })
}
