import { fault } from '#faults/fault.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { readSingle, type ReadContext } from '#odata/protocol/read.ts'
import { belowRoot } from '#odata/protocol/reference.ts'
import { resourceAt, qualifiedTypeName } from '#odata/protocol/resource.ts'
import { splitOptions } from '#odata/syntax/split.ts'
import { endOf } from '#odata/resourcePath.ts'

/** `$entity?$id=…`: the row with an entity id, with the other options of a row. Faults: `resource.unknown`. */
export async function entity(request: ODataRequest, place: ReadContext): Promise<ODataResponse> {
  const id = splitOptions(request.query).options.get('id')?.text
  if (id === undefined) throw fault('query.syntax', { position: 0, found: '…' }, '$id')
  const path = belowRoot(id, place.root)
  const unknown = fault('resource.unknown', { name: id.slice(0, 200), hint: 'none' }, '$id')
  if (path === undefined || path === '' || path.startsWith('$')) throw unknown
  const resource = resourceAt(encoded(path), '', place.model)
  // A cast after `$entity` names the expected type.
  const [, cast] = request.path.split('/')
  const isOther =
    resource.kind === 'row' && cast && cast !== qualifiedTypeName(place.model, endOf(resource.resourcePath).set)
  if (resource.kind !== 'row' || isOther) throw unknown
  const query = request.query.split('&').filter((part) => !/^(?:\$|%24)?id=/i.test(part))
  return readSingle({ ...request, query: query.join('&') }, place, resource.resourcePath)
}

// The option is already decoded, so its address may contain characters that must be encoded.
function encoded(path: string): string {
  return path.replace(/%(?![0-9a-fA-F]{2})/g, '%25')
}
