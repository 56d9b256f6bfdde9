import { fault } from '#faults/fault.ts'
import type { Property } from '#odata/model.ts'
import { valuesOf } from '#odata/protocol/body.ts'
import { conditionsOf } from '#odata/protocol/conditions.ts'
import { planOf } from '#odata/protocol/deep.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { preferencesOf } from '#odata/protocol/negotiation.ts'
import { doOnce } from '#odata/protocol/once.ts'
import { readResource } from '#odata/protocol/readResource.ts'
import { rowAddressOf } from '#odata/protocol/reference.ts'
import type { Resource } from '#odata/protocol/resource.ts'
import type { Store, Values } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { etagHeader } from '#odata/serialize/etag.ts'
import { endOf, type Part } from '#odata/trail.ts'

type PropertyResource = Extract<Resource, { readonly kind: 'property' | 'value' | 'length' }>

/**
 * Changes one property of a row (part 1, 11.4.9): PUT sets it, PATCH sets the given parts of a complex one, DELETE empties
 * it. At `/$value` its value is the body as it is.
 */
export async function changeProperty(
  request: ODataRequest,
  store: Store,
  resource: PropertyResource,
): Promise<ODataResponse> {
  const values = await givenOf(request, store, resource)
  const { expected, onlyNew } = conditionsOf(request.headers)
  const { set, key } = await rowAddressOf(store, resource.trail)
  if (onlyNew) throw fault('record.exists')
  const wire = { numbersAsText: true }
  const isShown = preferencesOf(request.headers).representation && request.method !== 'DELETE'
  const shown = async (inner: Store): Promise<ODataResponse> => {
    const reading = { ...request, method: 'GET' as const, query: '' }
    const answer = await inner.reading((snapshot) => readResource(reading, { ...snapshot, root: store.root }, resource))
    return { ...answer, headers: { ...answer.headers, 'preference-applied': 'return=representation' } }
  }
  return doOnce(request, store, {
    steps: 'one',
    async work(inner) {
      const { version } = await inner.update(set, key, values, { wire, expected })
      const bare = { status: 204, headers: { ...odataVersion, ...etagHeader(version) } }
      return { key, result: isShown ? await shown(inner) : bare }
    },
    again: () => (isShown ? shown(store) : Promise.resolve({ status: 204, headers: odataVersion })),
  })
}

/** What the request says of the property, as values of its row. */
async function givenOf(request: ODataRequest, store: Store, resource: PropertyResource): Promise<Values> {
  const { method } = request
  const { kind, part } = resource
  const [property] = part.properties
  switch (method) {
    case 'DELETE':
      return emptied(part)
    case 'PUT':
      return kind === 'value' ? { [part.name]: rawOf(request, property) } : jsonOf(request, store, resource)
    case 'PATCH':
      if (kind !== 'value') return jsonOf(request, store, resource)
      break
    case 'POST':
      // 4.01 adds a value to several by this.
      if (property.collection) throw fault('server.unsupported', { feature: `POST /${part.name}` })
  }
  throw fault('request.method', { method })
}

async function jsonOf(
  { headers, body, method }: ODataRequest,
  store: Store,
  { part, trail }: PropertyResource,
): Promise<Values> {
  const given = valuesOf(headers, body)
  if (!part.isComplex) {
    if (!Object.hasOwn(given, 'value')) throw fault('validation.required', {}, 'value')
    return { [part.name]: given['value'] }
  }
  const { values } = await store.reading(({ model }) =>
    Promise.resolve(planOf(model, endOf(trail).set, { [part.name]: given })),
  )
  return method === 'PUT' ? { ...emptied(part), ...values } : values
}

/** Every part of a property without a value. */
function emptied({ properties }: Part): Values {
  return Object.fromEntries(properties.map((property) => [property.name, property.collection ? [] : null]))
}

/** The value that a body is, by the type of the property. Faults: `request.mediaType`, `request.malformed`. */
function rawOf({ headers, body }: ODataRequest, { type }: Property): unknown {
  const mediaType = headers['content-type'] ?? 'text/plain'
  if (type === 'Edm.Binary') throw fault('server.unsupported', { feature: 'Edm.Binary/$value' })
  if (!/^text\/plain\b/i.test(mediaType)) throw fault('request.mediaType')
  if (typeof body !== 'string') throw fault('request.malformed')
  if (type !== 'Edm.Boolean') return body
  if (body !== 'true' && body !== 'false') throw fault('validation.type', {}, 'value')
  return body === 'true'
}
