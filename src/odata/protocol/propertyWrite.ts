import { fault } from '#faults/fault.ts'
import type { Property } from '#odata/model.ts'
import { requestValues } from '#odata/protocol/body.ts'
import { requestConditions, refuseUnwanted } from '#odata/protocol/conditions.ts'
import { planRow } from '#odata/protocol/deep.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { methodFault } from '#odata/protocol/methods.ts'
import { preferencesOf } from '#odata/protocol/negotiation.ts'
import { doIdempotently } from '#odata/protocol/idempotency.ts'
import { readResource } from '#odata/protocol/readResource.ts'
import { rowAddressOf } from '#odata/protocol/reference.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import type { ODataStore, BodyValues } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { etagHeader } from '#odata/serialize/etag.ts'
import { base64urlOfBytes, toBase64url } from '#odata/serialize/base64url.ts'
import { sized } from '#odata/serialize/size.ts'
import { queryLimits } from '#odata/syntax/limits.ts'
import { appended, indexOf } from '#odata/protocol/append.ts'
import { endOf, type PathPart } from '#odata/resourcePath.ts'

type PropertyResource = Extract<Resource, { readonly kind: 'property' | 'value' | 'length' }>

/**
 * Changes one property of a row (part 1, 11.4.9): PUT sets it, PATCH sets the given parts of a complex one, DELETE empties
 * it. At `/$value` its value is the body as it is.
 */
export async function updateProperty(
  request: ODataRequest,
  store: ODataStore,
  resource: PropertyResource,
): Promise<ODataResponse> {
  const given = await givenOf(request, store, resource)
  const conditions = requestConditions(request.headers)
  const { set, key } = await rowAddressOf(store, resource.resourcePath)
  if (conditions.onlyNew) throw fault('record.exists')
  const wire = { numbersAsText: true }
  const isShown = preferencesOf(request.headers).representation && request.method !== 'DELETE'
  const shown = async (inner: ODataStore): Promise<ODataResponse> => {
    const reading = { ...request, method: 'GET' as const, query: '' }
    const answer = await inner.reading((snapshot) => readResource(reading, { ...snapshot, root: store.root }, resource))
    return { ...answer, headers: { ...answer.headers, 'preference-applied': 'return=representation' } }
  }
  return doIdempotently(request, store, {
    steps: 'one',
    async work(inner) {
      await refuseUnwanted(inner, { set, key }, conditions)
      const { version } =
        'item' in given
          ? await appended(inner, { set, key, part: resource.part, conditions, ...given })
          : await inner.update(set, key, given.values, { wire, expected: conditions.expected })
      const bare = { status: 204, headers: { ...odataVersion, ...etagHeader(version) } }
      return { key, result: isShown ? await shown(inner) : bare }
    },
    again: () => (isShown ? shown(store) : Promise.resolve({ status: 204, headers: odataVersion })),
  })
}

/** Values of the row; of several values, one more and its place among them. */
type Given = { readonly values: BodyValues } | { readonly item: unknown; readonly index: number | undefined }

/** What the request says of the property. */
async function givenOf(request: ODataRequest, store: ODataStore, resource: PropertyResource): Promise<Given> {
  const { method } = request
  const { kind, part } = resource
  const [property] = part.properties
  switch (method) {
    case 'DELETE':
      return { values: emptied(part) }
    case 'PUT':
      if (kind === 'value') return { values: { [part.name]: await rawOf(request, property) } }
      return { values: await jsonOf(request, store, resource) }
    case 'PATCH':
      if (kind !== 'value') return { values: await jsonOf(request, store, resource) }
      break
    case 'POST':
      if (!property.collection || kind !== 'property') break
      return { item: (await jsonOf(request, store, resource))[part.name], index: indexOf(request.query) }
  }
  throw methodFault(method, resource)
}

async function jsonOf(
  { headers, body, method }: ODataRequest,
  store: ODataStore,
  { part, resourcePath }: PropertyResource,
): Promise<BodyValues> {
  const given = requestValues(headers, body)
  if (!part.isComplex) {
    if (!Object.hasOwn(given, 'value')) throw fault('validation.required', {}, 'value')
    return { [part.name]: given['value'] }
  }
  const { values } = await store.reading(({ model }) =>
    Promise.resolve(planRow(model, endOf(resourcePath).set, { [part.name]: given })),
  )
  return method === 'PUT' ? { ...emptied(part), ...values } : values
}

/** Every part of a property without a value. */
function emptied({ properties }: PathPart): BodyValues {
  return Object.fromEntries(properties.map((property) => [property.name, property.collection ? [] : null]))
}

/** The value that a body is, by the type of the property. Faults: `request.mediaType`, `request.malformed`. */
async function rawOf({ headers, body }: ODataRequest, { type, maxLength }: Property): Promise<unknown> {
  const mediaType = headers['content-type'] ?? 'text/plain'
  if (type === 'Edm.Binary') {
    if (body === undefined) throw fault('request.malformed')
    return base64urlOf(sized(body, maxLength ?? queryLimits.binaryBytes, Number(headers['content-length'] ?? 0)))
  }
  if (!/^text\/plain\b/i.test(mediaType)) throw fault('request.mediaType')
  if (typeof body !== 'string') throw fault('request.malformed')
  if (type !== 'Edm.Boolean') return body
  if (body !== 'true' && body !== 'false') throw fault('validation.type', {}, 'value')
  return body === 'true'
}

// Bytes that came as a text are those of the text; what was no text has lost what it was.
async function base64urlOf(content: string | AsyncIterable<Uint8Array>): Promise<string> {
  if (typeof content === 'string') {
    if (content.includes('\uFFFD') || !content.isWellFormed()) throw fault('request.malformed')
    return toBase64url(content)
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0))
  chunks.reduce((at, chunk) => (bytes.set(chunk, at), at + chunk.length), 0)
  return base64urlOfBytes(bytes)
}
