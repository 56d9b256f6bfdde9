import { fault } from '#faults/fault.ts'
import { answerBatch } from '#odata/protocol/batch/batch.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { csv } from '#odata/protocol/csv.ts'
import { formatOf } from '#odata/protocol/negotiation.ts'
import { readResource } from '#odata/protocol/readResource.ts'
import type { RowAddress } from '#odata/protocol/reference.ts'
import { resourceAt } from '#odata/protocol/resource.ts'
import type { Store } from '#odata/protocol/store.ts'
import { create, remove, replace, update } from '#odata/protocol/write.ts'
import { checkVersion, inVersionOf } from '#odata/protocol/version.ts'
import { endOf, ownKeyOf, type Trail } from '#odata/trail.ts'

/** Answers a request to the service. What is refused is thrown. */
export async function answer(request: ODataRequest, store: Store): Promise<ODataResponse> {
  checkVersion(request.headers)
  const response =
    request.path === '$batch' ? await answerBatch(request, store, answer) : await answerResource(request, store)
  return inVersionOf(request.headers, response)
}

async function answerResource(request: ODataRequest, store: Store): Promise<ODataResponse> {
  const { method, path, query } = request
  if (method === 'GET' || method === 'HEAD') return read(request, store)
  const resource = await store.reading(async ({ model }) => resourceAt(path, query, model))
  switch (method) {
    case 'POST':
      if (resource.kind === 'rows' && resource.trail.stops.length === 1) {
        return create(request, store, endOf(resource.trail).set.name)
      }
      break
    case 'PATCH':
      if (resource.kind === 'row') return update(request, store, rowAt(resource.trail))
      break
    case 'DELETE':
      if (resource.kind === 'row') return remove(request, store, rowAt(resource.trail))
      break
    case 'PUT':
      if (resource.kind === 'row') return replace(request, store, rowAt(resource.trail))
  }
  throw fault('request.method', { method })
}

function rowAt(trail: Trail): RowAddress {
  const key = ownKeyOf(trail)
  if (key === undefined) throw fault('server.unsupported', { feature: trail.shape })
  return { set: endOf(trail).set.name, key }
}

function read(request: ODataRequest, store: Store): Promise<ODataResponse> {
  const { path, query, headers } = request
  return store.reading(async (snapshot) => {
    const resource = resourceAt(path, query, snapshot.model)
    if (resource.kind === 'rows' && formatOf(headers, query).kind === 'csv') return csv(request, store)
    return readResource(request, { ...snapshot, root: store.root }, resource)
  })
}
