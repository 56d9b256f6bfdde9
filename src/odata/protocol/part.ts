import { fault } from '#faults/fault.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { RowAnswer } from '#odata/engine.ts'
import { valueOfJson } from '#odata/protocol/body.ts'
import { isGeo, literalOfShape } from '#odata/geo.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { contentTypeOf, negotiateWire } from '#odata/protocol/negotiation.ts'
import { rowValue, type ReadContext } from '#odata/protocol/read.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { rowAddress } from '#odata/serialize/address.ts'
import { hexOfBase64 } from '#odata/serialize/base64url.ts'
import { contextFor, oneBody } from '#odata/serialize/body.ts'
import { etagOf } from '#odata/serialize/etag.ts'
import type { QueryOptions } from '#odata/syntax/node.ts'
import { endKeyOf, endOf, type PathPart, type ResourcePath } from '#odata/resourcePath.ts'

/** A property of a row: `{"value":…}`, or the parts of a complex one. Without a value there is no content. */
export async function property(
  request: ODataRequest,
  place: ReadContext,
  resourcePath: ResourcePath,
  part: PathPart,
): Promise<ODataResponse> {
  const wire = negotiateWire(request.headers, request.query)
  const { value, row, headers } = await read(request, place, { resourcePath, part, wire })
  if (value === 'null') return { status: 204, headers }
  const address = rowAddress(endOf(resourcePath).set, row.key ?? endKeyOf(resourcePath) ?? '')
  const context = contextFor(wire, `${place.root}$metadata#${address}/${part.name}`)
  const body = oneBody(context, part.isComplex ? value : `{"value":${value}}`)
  return { status: 200, headers: { ...headers, 'content-type': contentTypeOf(wire) }, body }
}

/** The value of a property as it is: a text without quotes, or bytes. */
export async function rawValue(
  request: ODataRequest,
  place: ReadContext,
  resourcePath: ResourcePath,
  part: PathPart,
): Promise<ODataResponse> {
  const { value, headers } = await read(request, place, { resourcePath, part, wire: { numbersAsText: true } })
  if (value === 'null') return { status: 204, headers }
  const found = valueOfJson(value)
  const [{ type, srid }] = part.properties
  const text = isGeo(type) ? literalOfShape(type, srid, found) : String(found)
  if (part.properties[0].type === 'Edm.Binary') {
    return { status: 200, headers: { ...headers, 'content-type': 'application/octet-stream' }, body: bytesOf(text) }
  }
  return { status: 200, headers: { ...headers, 'content-type': 'text/plain;charset=utf-8' }, body: text }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = hexOfBase64(text)?.match(/../g) ?? []
  yield Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16))
}

/** How many values a property has. */
export async function length(
  request: ODataRequest,
  place: ReadContext,
  resourcePath: ResourcePath,
  part: PathPart,
): Promise<ODataResponse> {
  const { value, headers } = await read(request, place, { resourcePath, part, wire: { numbersAsText: true } })
  const values = valueOfJson(value)
  const body = String(Array.isArray(values) ? values.length : 0)
  return { status: 200, headers: { ...headers, 'content-type': 'text/plain' }, body }
}

// What a list or a row may be asked for has no meaning for one value; parts and values of several could be, some day.
function refuseOptions(query: QueryOptions, { isComplex, properties }: PathPart): void {
  const { filter, select, search, apply, top, skip, order, expand, compute } = query
  const given = { $filter: filter, $select: select, $search: search, $apply: apply, $top: top, $skip: skip }
  const several = { $orderby: order[0], $expand: expand[0], $compute: compute[0], $count: query.count || undefined }
  const [option] = Object.entries({ ...given, ...several }).find((entry) => entry[1] !== undefined) ?? []
  if (option === undefined) return
  if (isComplex || properties[0].collection) throw fault('server.unsupported', { feature: option }, option)
  throw fault('query.unknownName', { name: option, hint: 'none' }, option)
}

type Found = { readonly value: string; readonly row: RowAnswer; readonly headers: Readonly<Record<string, string>> }

type Wanted = { readonly resourcePath: ResourcePath; readonly part: PathPart; readonly wire: WireForm }

async function read(request: ODataRequest, place: ReadContext, { resourcePath, part, wire }: Wanted): Promise<Found> {
  const { engine, guards, run } = place
  if (part.properties[0].type === 'Edm.Stream') throw fault('server.unsupported', { feature: `/${part.name}` })
  refuseOptions(engine.parsed(resourcePath, request.query), part)
  const row = await run<RowAnswer>(engine.part(resourcePath, part, { guards, wire }), 'keyed')
  const text = rowValue(row, resourcePath)
  // A property of a row that is not there is not a property without a value.
  if (text === undefined) throw fault('record.unknown')
  // The statement gives an object of one member.
  const value = text.slice(text.indexOf(':') + 1, -1).trim()
  return { value, row, headers: { ...odataVersion, ...(row.version !== null && { etag: etagOf(row.version) }) } }
}
