import { answerBatch } from '#odata/protocol/batch/batch.ts'
import { readMedia, streamOf } from '#odata/protocol/media.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { csv } from '#odata/protocol/csv.ts'
import { callOperation } from '#odata/protocol/operations.ts'
import { negotiateFormat } from '#odata/protocol/negotiation.ts'
import { queryOfBody } from '#odata/protocol/queryBody.ts'
import { readResource } from '#odata/protocol/readResource.ts'
import { resourceAt } from '#odata/protocol/resource.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { writeResource } from '#odata/protocol/writeResource.ts'
import { checkVersion, inVersionOf } from '#odata/protocol/version.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'

/** Answers a request to the service. Refusals are thrown. */
export async function answer(request: ODataRequest, store: ODataStore): Promise<ODataResponse> {
  checkVersion(request.headers)
  const response =
    request.path === '$batch' ? await answerBatch(request, store, answer) : await answerResource(request, store)
  return inVersionOf(request.headers, response)
}

async function answerResource(request: ODataRequest, store: ODataStore): Promise<ODataResponse> {
  const { method, path, query } = request
  if (method === 'GET' || method === 'HEAD') {
    if (path.length + query.length > queryLimits.urlBytes) throw overLimit('urlBytes')
    return read(request, store)
  }
  if (method === 'POST' && path.endsWith('/$query')) return read(queryOfBody(request), store)
  store.admitWrite?.()
  const resource = await store.reading(({ model }) => Promise.resolve(resourceAt(path, query, model)))
  return writeResource(request, store, resource)
}

function read(request: ODataRequest, store: ODataStore): Promise<ODataResponse> {
  const { path, query, headers } = request
  return store.reading(async (snapshot) => {
    const resource = resourceAt(path, query, snapshot.model)
    const stream = streamOf(resource)
    if (stream) return readMedia(request, store, stream)
    if (resource.kind === 'operation') return callOperation(request, store, resource)
    if (resource.kind === 'rows' && negotiateFormat(headers, query).kind === 'csv') return csv(request, store)
    return readResource(request, { ...snapshot, root: store.root }, resource)
  })
}
