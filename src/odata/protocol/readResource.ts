import { fault } from '#faults/fault.ts'
import { metadata, openapi } from '#odata/protocol/description.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { methodFault } from '#odata/protocol/methods.ts'
import { entity } from '#odata/protocol/entity.ts'
import { length, property, rawValue } from '#odata/protocol/part.ts'
import { count, readList, readSingle, type ReadContext } from '#odata/protocol/read.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import { serviceDocument } from '#odata/protocol/serviceDocument.ts'
import { isOne } from '#odata/resourcePath.ts'

/** Answers a GET. */
export async function readResource(
  request: ODataRequest,
  place: ReadContext,
  resource: Resource,
): Promise<ODataResponse> {
  switch (resource.kind) {
    case 'service':
      return serviceDocument(request, place)
    case 'metadata':
      return metadata(request, place)
    case 'openapi':
      return openapi(request, place)
    case 'rows':
      return readList(request, place, resource.resourcePath)
    case 'row':
      return readSingle(request, place, resource.resourcePath)
    case 'count':
      return count(request, place, resource.resourcePath)
    case 'reference':
      return (isOne(resource.resourcePath) ? readSingle : readList)(request, place, resource.resourcePath)
    case 'entity':
      return entity(request, place)
    case 'property':
      return property(request, place, resource.resourcePath, resource.part)
    case 'value':
      return rawValue(request, place, resource.resourcePath, resource.part)
    case 'length':
      return length(request, place, resource.resourcePath, resource.part)
    case 'batch':
    case 'query':
      throw methodFault(request.method, resource)
    default:
      throw fault('server.unsupported', { feature: `/${request.path}` })
  }
}
