import { fault, type Fault } from '#faults/fault.ts'
import type { ODataRequest } from '#odata/protocol/message.ts'
import { streamOf } from '#odata/protocol/media.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import { endOf, isOne, pathOrigin, type PathPart, type ResourcePath } from '#odata/resourcePath.ts'

type Method = ODataRequest['method']

const reading: readonly Method[] = ['GET', 'HEAD']
const all: readonly Method[] = [...reading, 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The fault for an unsupported method. Lists the resource's methods in `Allow` (RFC 9110, 15.5.6); without a resource,
 * all methods of the protocol.
 */
export function methodFault(method: string, resource?: Resource): Fault {
  const allow = resource ? methodsOf(resource) : all
  return fault('request.method', { method: method.slice(0, 20), allow: allow.join(', ') })
}

/** The methods of a resource, regardless of rights. */
export function methodsOf(resource: Resource): readonly Method[] {
  switch (resource.kind) {
    case 'batch':
    case 'query':
      return ['POST']
    case 'operation':
      return resource.overloads[0].kind === 'function' ? reading : ['POST']
    case 'property':
    case 'value':
      return [...reading, ...methodsOfProperty(resource)]
    case 'rows':
      return isFixed(resource.resourcePath) || endOf(resource.resourcePath).filters.length > 0
        ? reading
        : [...reading, 'POST']
    case 'row':
      return isFixed(resource.resourcePath) ? reading : [...reading, 'PUT', 'PATCH', 'DELETE']
    case 'reference':
      return [...reading, ...methodsOfReference(resource.resourcePath)]
    default:
      return reading
  }
}

function methodsOfProperty(
  resource: Resource & { readonly resourcePath: ResourcePath; readonly part: PathPart },
): readonly Method[] {
  if (streamOf(resource)) return ['PUT', 'DELETE']
  if (isFixed(resource.resourcePath)) return []
  if (resource.kind === 'value') return ['PUT', 'DELETE']
  const [property] = resource.part.properties
  return property.collection ? ['POST', 'PUT', 'PATCH', 'DELETE'] : ['PUT', 'PATCH', 'DELETE']
}

function methodsOfReference(resourcePath: ResourcePath): readonly Method[] {
  if (!pathOrigin(resourcePath)) return []
  if (endOf(resourcePath).link?.isLookup) return ['PUT', 'DELETE']
  return isOne(resourcePath) ? ['DELETE'] : ['POST', 'PUT', 'DELETE']
}

/** Whether the rows of the path's set never change themselves, for example because only links to them change. */
export function isFixed(resourcePath: ResourcePath): boolean {
  return endOf(resourcePath).set.fixed === true
}
