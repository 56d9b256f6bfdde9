import { fault } from '#faults/fault.ts'
import type { Wire } from '#odata/compile/writer.ts'
import type { RowAnswer } from '#odata/engine.ts'
import { valueOfJson } from '#odata/protocol/body.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { contentTypeOf, wireOf } from '#odata/protocol/negotiation.ts'
import { valueOf, type Place } from '#odata/protocol/read.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { addressOf } from '#odata/serialize/address.ts'
import { contextFor, oneBody } from '#odata/serialize/body.ts'
import { etagOf } from '#odata/serialize/etag.ts'
import { endOf, ownKeyOf, type Part, type Trail } from '#odata/trail.ts'

/** A property of a row: `{"value":…}`, or the parts of a complex one. Without a value there is no content. */
export async function property(request: ODataRequest, place: Place, trail: Trail, part: Part): Promise<ODataResponse> {
  const wire = wireOf(request.headers, request.query)
  const { value, row, headers } = await read(place, trail, part, wire)
  if (value === 'null') return { status: 204, headers }
  const address = addressOf(endOf(trail).set, row.key ?? ownKeyOf(trail) ?? '')
  const context = contextFor(wire, `${place.root}$metadata#${address}/${part.name}`)
  const body = oneBody(context, part.isComplex ? value : `{"value":${value}}`)
  return { status: 200, headers: { ...headers, 'content-type': contentTypeOf(wire) }, body }
}

/** The value of a property as it is, without quotes. */
export async function rawValue(place: Place, trail: Trail, part: Part): Promise<ODataResponse> {
  const { value, headers } = await read(place, trail, part, { numbersAsText: true })
  if (value === 'null') return { status: 204, headers }
  const body = String(valueOfJson(value))
  return { status: 200, headers: { ...headers, 'content-type': 'text/plain;charset=utf-8' }, body }
}

/** How many values a property has. */
export async function length(place: Place, trail: Trail, part: Part): Promise<ODataResponse> {
  const { value, headers } = await read(place, trail, part, { numbersAsText: true })
  const values = valueOfJson(value)
  const body = String(Array.isArray(values) ? values.length : 0)
  return { status: 200, headers: { ...headers, 'content-type': 'text/plain' }, body }
}

type Found = { readonly value: string; readonly row: RowAnswer; readonly headers: Readonly<Record<string, string>> }

async function read(place: Place, trail: Trail, part: Part, wire: Wire): Promise<Found> {
  const { engine, guards, run } = place
  if (part.properties[0].type === 'Edm.Stream') throw fault('server.unsupported', { feature: `/${part.name}` })
  const row = await run<RowAnswer>(engine.part(trail, part, { guards, wire }), 'keyed')
  const text = valueOf(row, trail)
  // A property of a row that is not there is not a property without a value.
  if (text === undefined) throw fault('record.unknown')
  // The statement gives an object of one member.
  const value = text.slice(text.indexOf(':') + 1, -1).trim()
  return { value, row, headers: { ...odataVersion, ...(row.version !== null && { etag: etagOf(row.version) }) } }
}
