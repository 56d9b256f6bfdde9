import { fault } from '#faults/fault.ts'
import { link, linkAll, unlink } from '#odata/protocol/links.ts'
import { changeMedia, streamOf } from '#odata/protocol/media.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { isFixed, methodFault, methodsOf } from '#odata/protocol/methods.ts'
import { callOperation } from '#odata/protocol/operations.ts'
import { updateProperty } from '#odata/protocol/propertyWrite.ts'
import { rowAddressOf } from '#odata/protocol/reference.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { upsertRow } from '#odata/protocol/upsertRow.ts'
import { create, createRelated, remove } from '#odata/protocol/write.ts'
import { endOf, pathOrigin, type ResourcePath } from '#odata/resourcePath.ts'

/** Answers a request that changes the resource at an address. */
export async function writeResource(
  request: ODataRequest,
  store: ODataStore,
  resource: Resource,
): Promise<ODataResponse> {
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

type OnTrail = Resource & { readonly resourcePath: ResourcePath }

// Links of such rows change in another set; the rows themselves never change.
function isOfFixedSet(resource: Resource): boolean {
  if (resource.kind === 'operation' || resource.kind === 'reference' || !('resourcePath' in resource)) return false
  return isFixed(resource.resourcePath)
}

async function writeRows(request: ODataRequest, store: ODataStore, resource: OnTrail): Promise<ODataResponse> {
  const { resourcePath } = resource
  const { filters, set } = endOf(resourcePath)
  if (filters.length > 0) throw methodFault(request.method, resource)
  if (request.method !== 'POST') {
    // 4.01 defines updates and deletions of whole sets with these methods; unsupported here.
    if (request.method === 'PUT') throw methodFault(request.method, resource)
    throw fault('server.unsupported', { feature: `${request.method} /${set.name}` })
  }
  return pathOrigin(resourcePath) ? createRelated(request, store, resourcePath) : create(request, store, set.name)
}

async function writeRow(request: ODataRequest, store: ODataStore, resource: OnTrail): Promise<ODataResponse> {
  if (request.method === 'POST') throw methodFault(request.method, resource)
  const address = await rowAddressOf(store, resource.resourcePath)
  if (request.method === 'DELETE') return remove(request, store, address)
  return upsertRow(request, store, { ...address, whole: request.method === 'PUT' })
}

async function writeReference(request: ODataRequest, store: ODataStore, resource: OnTrail): Promise<ODataResponse> {
  const { resourcePath } = resource
  const { method } = request
  if (!methodsOf(resource).includes(method)) throw methodFault(method, resource)
  if (method === 'DELETE') return unlink(request, store, resourcePath)
  return method === 'POST' || endOf(resourcePath).link?.isLookup
    ? link(request, store, resourcePath)
    : linkAll(request, store, resourcePath)
}
