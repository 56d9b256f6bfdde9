import { fault } from '#faults/fault.ts'
import { link, linkAll, unlink } from '#odata/protocol/links.ts'
import { changeMedia, streamOf } from '#odata/protocol/media.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { callOperation } from '#odata/protocol/operations.ts'
import { changeProperty } from '#odata/protocol/propertyWrite.ts'
import { rowAddressOf } from '#odata/protocol/reference.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import type { Store } from '#odata/protocol/store.ts'
import { create, createRelated, remove, replace, update } from '#odata/protocol/write.ts'
import { endOf, isOne, originOf, type Trail } from '#odata/trail.ts'

/** Answers a request that changes what an address names. */
export async function writeResource(request: ODataRequest, store: Store, resource: Resource): Promise<ODataResponse> {
  const stream = streamOf(resource)
  if (stream) return changeMedia(request, store, stream)
  if ('trail' in resource && resource.trail && resource.kind !== 'operation' && isFixed(resource))
    throw wrongMethod(request)
  switch (resource.kind) {
    case 'rows':
      return writeRows(request, store, resource.trail)
    case 'row':
      return writeRow(request, store, resource.trail)
    case 'reference':
      return writeReference(request, store, resource.trail)
    case 'property':
    case 'value':
      return changeProperty(request, store, resource)
    case 'operation':
      return callOperation(request, store, resource)
    case 'each':
      throw fault('server.unsupported', { feature: `/${request.path.slice(0, 100)}` })
    default:
      throw wrongMethod(request)
  }
}

// What is linked there changes in another set; its own rows stay as they are.
function isFixed(
  resource: Exclude<Resource, { readonly kind: 'operation' | 'query' }> & { readonly trail: Trail },
): boolean {
  return resource.kind !== 'reference' && endOf(resource.trail).set.fixed === true
}

async function writeRows(request: ODataRequest, store: Store, trail: Trail): Promise<ODataResponse> {
  if (endOf(trail).filters.length > 0) throw wrongMethod(request)
  if (request.method !== 'POST') {
    // 4.01 changes and removes sets of rows by these; that is not done here.
    if (request.method === 'PUT') throw wrongMethod(request)
    throw fault('server.unsupported', { feature: `${request.method} /${endOf(trail).set.name}` })
  }
  const origin = originOf(trail)
  if (!origin) return create(request, store, endOf(trail).set.name)
  return createRelated(request, store, trail)
}

async function writeRow(request: ODataRequest, store: Store, trail: Trail): Promise<ODataResponse> {
  if (request.method === 'POST') throw wrongMethod(request)
  const address = await rowAddressOf(store, trail)
  if (request.method === 'PATCH') return update(request, store, address)
  return (request.method === 'PUT' ? replace : remove)(request, store, address)
}

async function writeReference(request: ODataRequest, store: Store, trail: Trail): Promise<ODataResponse> {
  if (!originOf(trail)) throw wrongMethod(request)
  switch (request.method) {
    case 'DELETE':
      return unlink(request, store, trail)
    case 'POST':
      if (!isOne(trail)) return link(request, store, trail)
      break
    case 'PUT':
      if (endOf(trail).link?.isLookup) return link(request, store, trail)
      if (!isOne(trail)) return linkAll(request, store, trail)
  }
  throw wrongMethod(request)
}

function wrongMethod({ method }: ODataRequest) {
  return fault('request.method', { method })
}
