import { fault } from '#faults/fault.ts'
import { link, linkAll, unlink } from '#odata/protocol/links.ts'
import { changeMedia, streamOf } from '#odata/protocol/media.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { isFixed, methodFault, methodsOf } from '#odata/protocol/methods.ts'
import { callOperation } from '#odata/protocol/operations.ts'
import { updateProperty } from '#odata/protocol/propertyWrite.ts'
import { rowAddressOf } from '#odata/protocol/reference.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import type { Store } from '#odata/protocol/store.ts'
import { upsertRow } from '#odata/protocol/upsertRow.ts'
import { create, createRelated, remove } from '#odata/protocol/write.ts'
import { endOf, originOf, type ResourcePath } from '#odata/resourcePath.ts'

/** Answers a request that changes what an address names. */
export async function writeResource(request: ODataRequest, store: Store, resource: Resource): Promise<ODataResponse> {
  const stream = streamOf(resource)
  if (stream) {
    if (request.method !== 'PUT' && request.method !== 'DELETE') throw methodFault(request.method, resource)
    return changeMedia(request, store, stream)
  }
  if (isOfFixedSet(resource)) throw methodFault(request.method, resource)
  switch (resource.kind) {
    case 'rows':
      return writeRows(request, store, resource)
    case 'row':
      return writeRow(request, store, resource)
    case 'reference':
      return writeReference(request, store, resource)
    case 'property':
    case 'value':
      return updateProperty(request, store, resource)
    case 'operation':
      return callOperation(request, store, resource)
    case 'each':
      throw fault('server.unsupported', { feature: `/${request.path.slice(0, 100)}` })
    default:
      throw methodFault(request.method, resource)
  }
}

type OnTrail = Resource & { readonly trail: ResourcePath }

// What is linked there changes in another set; its own rows stay as they are.
function isOfFixedSet(resource: Resource): boolean {
  if (resource.kind === 'operation' || resource.kind === 'reference' || !('trail' in resource)) return false
  return isFixed(resource.trail)
}

async function writeRows(request: ODataRequest, store: Store, resource: OnTrail): Promise<ODataResponse> {
  const { trail } = resource
  const { filters, set } = endOf(trail)
  if (filters.length > 0) throw methodFault(request.method, resource)
  if (request.method !== 'POST') {
    // 4.01 changes and removes sets of rows by these; that is not done here.
    if (request.method === 'PUT') throw methodFault(request.method, resource)
    throw fault('server.unsupported', { feature: `${request.method} /${set.name}` })
  }
  return originOf(trail) ? createRelated(request, store, trail) : create(request, store, set.name)
}

async function writeRow(request: ODataRequest, store: Store, resource: OnTrail): Promise<ODataResponse> {
  if (request.method === 'POST') throw methodFault(request.method, resource)
  const address = await rowAddressOf(store, resource.trail)
  if (request.method === 'DELETE') return remove(request, store, address)
  return upsertRow(request, store, { ...address, whole: request.method === 'PUT' })
}

async function writeReference(request: ODataRequest, store: Store, resource: OnTrail): Promise<ODataResponse> {
  const { trail } = resource
  const { method } = request
  if (!methodsOf(resource).includes(method)) throw methodFault(method, resource)
  if (method === 'DELETE') return unlink(request, store, trail)
  return method === 'POST' || endOf(trail).link?.isLookup ? link(request, store, trail) : linkAll(request, store, trail)
}
