import { fault } from '#faults/fault.ts'
import { answerBatch } from '#odata/protocol/batch/batch.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { csv } from '#odata/protocol/csv.ts'
import { formatOf } from '#odata/protocol/negotiation.ts'
import { count, list, one, serviceDocument } from '#odata/protocol/read.ts'
import type { Store } from '#odata/protocol/store.ts'
import { create, remove, update } from '#odata/protocol/write.ts'
import { checkVersion, inVersionOf } from '#odata/protocol/version.ts'
import { parsePath, type ResourcePath } from '#odata/syntax/path.ts'

/** Answers a request to the service. What is refused is thrown. */
export async function answer(request: ODataRequest, store: Store): Promise<ODataResponse> {
  checkVersion(request.headers)
  const response =
    request.path === '$batch' ? await answerBatch(request, store, answer) : await answerResource(request, store)
  return inVersionOf(request.headers, response)
}

function answerResource(request: ODataRequest, store: Store): Promise<ODataResponse> {
  const path = parsePath(request.path)
  const { method } = request
  switch (method) {
    case 'GET':
    case 'HEAD':
      return read(request, store, path)
    case 'POST':
      if (path.kind === 'list') return create(request, store, path.set)
      break
    case 'PATCH':
      if (path.kind === 'one') return update(request, store, path.set, path.key)
      break
    case 'DELETE':
      if (path.kind === 'one') return remove(request, store, path.set, path.key)
      break
    case 'PUT':
  }
  throw fault('request.method', { method })
}

function read(request: ODataRequest, store: Store, path: ResourcePath): Promise<ODataResponse> {
  switch (path.kind) {
    case 'service':
      return serviceDocument(store)
    case 'metadata':
      throw fault('server.unsupported', { feature: '$metadata' })
    case 'count':
      return count(request, store, path.set)
    case 'one':
      return one(request, store, path.set, path.key)
    case 'list':
      if (formatOf(request.headers, request.query).kind === 'csv') return csv(request, store, path.set)
      return list(request, store, path.set)
  }
}
