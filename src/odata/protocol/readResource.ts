import { fault } from '#faults/fault.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { length, property, rawValue } from '#odata/protocol/part.ts'
import { count, list, one, serviceDocument, type Place } from '#odata/protocol/read.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import { isOne } from '#odata/trail.ts'

/** Answers a GET. */
export async function readResource(request: ODataRequest, place: Place, resource: Resource): Promise<ODataResponse> {
  switch (resource.kind) {
    case 'service':
      return serviceDocument(place)
    case 'rows':
      return list(request, place, resource.trail)
    case 'row':
      return one(request, place, resource.trail)
    case 'count':
      return count(request, place, resource.trail)
    case 'reference':
      return (isOne(resource.trail) ? one : list)(request, place, resource.trail)
    case 'property':
      return property(request, place, resource.trail, resource.part)
    case 'value':
      return rawValue(place, resource.trail, resource.part)
    case 'length':
      return length(place, resource.trail, resource.part)
    case 'batch':
    case 'query':
      throw fault('request.method', { method: request.method })
    default:
      throw fault('server.unsupported', { feature: `/${request.path}` })
  }
}
