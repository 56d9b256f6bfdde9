import { fault } from '#faults/fault.ts'
import type { RowAnswer } from '#odata/engine.ts'
import type { Property } from '#odata/model.ts'
import { requestConditions } from '#odata/protocol/conditions.ts'
import { mediaTypesOf } from '#odata/protocol/mediaType.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { rowValue } from '#odata/protocol/read.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import type { MediaStore, ODataStore, StreamAddress } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { sized } from '#odata/serialize/size.ts'
import { endOf, ownKeyOf, type ResourcePath } from '#odata/resourcePath.ts'

/** A media stream in an address: the property itself or its `/$value`. */
export type Stream = { readonly resourcePath: ResourcePath; readonly property: Property }

/** The stream of a resource; undefined for other resources. */
export function streamOf(resource: Resource): Stream | undefined {
  if (resource.kind !== 'property' && resource.kind !== 'value') return undefined
  const [property] = resource.part.properties
  return property.type === 'Edm.Stream' ? { resourcePath: resource.resourcePath, property } : undefined
}

/** The content of a media stream (part 1, 11.2.5.1): the bytes with their own media type and version. */
export async function readMedia(request: ODataRequest, store: ODataStore, stream: Stream): Promise<ODataResponse> {
  const { media, at } = await streamAt(request, store, stream)
  const content = await media.read(at)
  if (!content) return { status: 204, headers: odataVersion }
  const etag = `"${content.etag}"`
  const { accept = '*/*', 'if-none-match': known } = request.headers
  if (known === etag || known === `W/${etag}`) return { status: 304, headers: { ...odataVersion, etag } }
  if (!mediaTypesOf(accept).some(({ type }) => covers(type, content.mediaType))) throw fault('request.notAcceptable')
  const headers = {
    ...odataVersion,
    etag,
    'content-type': content.mediaType,
    ...(content.size !== undefined && { 'content-length': String(content.size) }),
    // Uploaded content must never be rendered as part of the application.
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment',
  }
  return request.method === 'HEAD' ? { status: 200, headers } : { status: 200, headers, body: content.bytes }
}

/** Sets (PUT) or clears (DELETE) the content of a media stream: part 1, 11.4.8. */
export async function changeMedia(request: ODataRequest, store: ODataStore, stream: Stream): Promise<ODataResponse> {
  const { method, headers, body } = request
  const { media, at } = await streamAt(request, store, stream)
  const { expected, onlyNew, unwanted } = requestConditions(headers)
  if (onlyNew && (await media.read(at))) throw fault('record.exists')
  if (unwanted.length > 0 && unwanted.includes((await media.read(at))?.etag ?? '')) throw fault('record.stale')
  if (method === 'DELETE') {
    await media.remove(at, expected)
    return { status: 204, headers: odataVersion }
  }
  const mediaType = mediaTypeOf(request, stream.property)
  const { maxBytes } = stream.property
  if (body === undefined) throw fault('request.malformed')
  const bytes = maxBytes === undefined ? body : sized(body, maxBytes, Number(headers['content-length'] ?? 0))
  const etag = await media.write(at, { mediaType, bytes }, expected)
  return { status: 204, headers: { ...odataVersion, etag: `"${etag}"` } }
}

type Found = { readonly media: MediaStore; readonly at: StreamAddress }

/** The store and address of a stream. Fault `record.unknown` where the member may not read the row. */
async function streamAt(request: ODataRequest, store: ODataStore, { resourcePath, property }: Stream): Promise<Found> {
  const { media } = store
  if (!media) throw fault('server.unsupported', { feature: `/${request.path.slice(0, 100)}` })
  const { set } = endOf(resourcePath)
  const key = await store.reading(async ({ engine, guards, run }) => {
    const asked = { guards, wire: { numbersAsText: true } }
    const row = await run<RowAnswer>(engine.row(resourcePath, `$select=${set.key}`, asked), 'keyed')
    const value = rowValue(row, resourcePath)
    if (value === undefined) throw fault('record.unknown')
    return String((JSON.parse(value) as Record<string, unknown>)[set.key])
  })
  return { media, at: { set: set.name, key: ownKeyOf(resourcePath) ?? key, property: property.name } }
}

function mediaTypeOf({ headers }: ODataRequest, { mediaTypes }: Property): string {
  const given = headers['content-type']?.trim() ?? ''
  const [type = ''] = given.toLowerCase().split(';')
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type.trim())) throw fault('request.mediaType')
  if (mediaTypes && !mediaTypes.some((each) => covers(each, type.trim()))) throw fault('request.mediaType')
  return given
}

/** Whether a media range such as `image/*` includes a media type. */
function covers(range: string, mediaType: string): boolean {
  const [type = ''] = mediaType.toLowerCase().split(';')
  return range === '*/*' || range === type.trim() || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
}
