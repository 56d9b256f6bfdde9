import { Fault, fault } from '#faults/fault.ts'
import { entitySetOf } from '#odata/bind/resourcePath.ts'
import { keyOfText } from '#odata/bind/key.ts'
import type { EntitySet, LinkColumns } from '#odata/model.ts'
import { requestValues } from '#odata/protocol/body.ts'
import { requestConditions, refuseUnwanted } from '#odata/protocol/conditions.ts'
import { planRow } from '#odata/protocol/deep.ts'
import { updateTree } from '#odata/protocol/deepWrite.ts'
import { joinPair, separate } from '#odata/protocol/manyToMany.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { doIdempotently } from '#odata/protocol/idempotency.ts'
import { keyOfReference, rowAddressOf, type RowAddress } from '#odata/protocol/reference.ts'
import { originOfRows } from '#odata/protocol/related.ts'
import type { ODataStore, BodyValues, Written } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { etagHeader } from '#odata/serialize/etag.ts'
import { splitOptions } from '#odata/syntax/split.ts'
import { endOf, followed, pathToKey, pathOrigin, type Link, type ResourcePath } from '#odata/resourcePath.ts'

// The rows are not shown, so the number format is irrelevant.
const wire = { numbersAsText: true } as const

/**
 * Sets the target of a lookup (PUT `invoices(1)/customer/$ref`), or adds a row to a collection (POST
 * `customers(1)/invoices/$ref`): part 1, 11.4.6.1 and 11.4.6.3. Changes the row with the lookup.
 */
export async function link(
  request: ODataRequest,
  store: ODataStore,
  resourcePath: ResourcePath,
): Promise<ODataResponse> {
  const { set, link: step, from } = await stepOf(store, resourcePath)
  const conditions = requestConditions(request.headers)
  const { expected } = conditions
  const other = await keyOfReference(store, idOf(requestValues(request.headers, request.body)), set, '@id')
  const through = throughOf(step)
  if (through) {
    const pair = { own: from.key, theirs: other }
    return changing(request, store, (inner) => inner.together((whole) => linked(joinPair(whole, through, pair), other)))
  }
  return changing(request, store, async (inner) => {
    await refuseUnwanted(inner, step.isLookup ? from : { set: set.name, key: other }, conditions)
    return step.isLookup
      ? inner.update(from.set, from.key, { [step.theirs.name]: other }, { wire, expected })
      : originOfRows(step, () => inner.update(set.name, other, { [step.own.name]: from.key }, { wire, expected }))
  })
}

/** Replaces a collection by the named rows: PUT `customers(1)/invoices/$ref`. */
export async function linkAll(
  request: ODataRequest,
  store: ODataStore,
  resourcePath: ResourcePath,
): Promise<ODataResponse> {
  const { link: step, from } = await stepOf(store, resourcePath)
  const conditions = requestConditions(request.headers)
  const { expected } = conditions
  const { value } = requestValues(request.headers, request.body)
  if (!Array.isArray(value)) throw fault('validation.type', {}, 'value')
  const rows = value.map((each: unknown) => ({ '@id': idOf(each) }))
  const plan = await store.reading(({ model }) =>
    Promise.resolve(planRow(model, entitySetOf(model, from.set), { [step.name]: rows })),
  )
  return changing(request, store, (inner) =>
    inner.together(async (whole) => {
      await refuseUnwanted(whole, from, conditions)
      return updateTree({ store: whole, wire, whole: false }, plan, { key: from.key, expected })
    }),
  )
}

/**
 * Clears a lookup (DELETE `invoices(1)/customer/$ref`) or removes a row from a collection (DELETE
 * `customers(1)/invoices(2)/$ref` or `customers(1)/invoices/$ref?$id=invoices(2)`): part 1, 11.4.6.2.
 */
export async function unlink(
  request: ODataRequest,
  store: ODataStore,
  resourcePath: ResourcePath,
): Promise<ODataResponse> {
  const { set, link: step, from, rows } = await stepOf(store, resourcePath)
  const conditions = requestConditions(request.headers)
  const { expected } = conditions
  if (step.isLookup) {
    const values = { [step.theirs.name]: null }
    return changing(request, store, async (inner) => {
      await refuseUnwanted(inner, from, conditions)
      return inner.update(from.set, from.key, values, { wire, expected })
    })
  }
  const row = pathToKey(rows, await keyOfMember(request, store, resourcePath))
  const through = throughOf(step)
  if (through) {
    const { key } = await rowAddressOf(store, row).catch(refuseUnlinked)
    return changing(request, store, (inner) =>
      linked(
        inner.together((whole) => leave(whole, through, from, key)),
        key,
      ),
    )
  }
  return changing(request, store, (inner) =>
    inner.together(async (whole) => {
      const { key } = await rowAddressOf(whole, row).catch(refuseUnlinked)
      await refuseUnwanted(whole, { set: set.name, key }, conditions)
      // An empty update locks the row, so that the link still exists when it is cleared.
      await whole.update(set.name, key, {}, { wire, expected })
      await rowAddressOf(whole, row).catch(refuseUnlinked)
      return whole.update(set.name, key, { [step.own.name]: null }, { wire, expected: '*' })
    }),
  )
}

/** The link set of a collection, by property names. */
function throughOf({ through }: Link): LinkColumns | undefined {
  return through && { set: through.set.name, own: through.own.name, theirs: through.theirs.name }
}

async function leave(store: ODataStore, through: LinkColumns, { key: own }: RowAddress, theirs: string): Promise<void> {
  if (!(await separate(store, through, { own, theirs }))) throw fault('link.unknown')
}

/** Only a link has changed, neither of the rows: there is no version to return. */
async function linked(work: Promise<void>, id: string): Promise<Written> {
  await work
  return { id, value: '', version: '' }
}

type Step = {
  readonly set: EntitySet
  readonly link: Link
  /** The row with the lookup or collection, and the path from that row. */
  readonly from: RowAddress
  readonly rows: ResourcePath
}

async function stepOf(store: ODataStore, resourcePath: ResourcePath): Promise<Step> {
  const { set, link } = endOf(resourcePath)
  const origin = pathOrigin(resourcePath)
  const rows =
    origin && link && (await store.reading(({ model }) => Promise.resolve(followed(model, origin, link.name))))
  if (!rows) throw fault('record.unknown')
  return { set, link, from: await rowAddressOf(store, origin), rows }
}

/** The key of the row that leaves a collection, from the path or from `$id`. */
async function keyOfMember(
  { query, path }: ODataRequest,
  store: ODataStore,
  resourcePath: ResourcePath,
): Promise<ResourcePath['stops'][0]['key']> {
  const { key, set } = endOf(resourcePath)
  if (key.length > 0) return key
  const id = splitOptions(query).options.get('id')?.text
  if (id === undefined) throw fault('request.malformed', {}, '$id')
  return keyOfText(set, await keyOfReference(store, beside(store.root + path, id), set, '$id'))
}

/** Resolves a relative address against the request's address: `../../invoices(2)`. */
function beside(address: string, id: string): string {
  if (!id.startsWith('../')) return id
  const segments = address.split('/').slice(0, -1)
  let rest = id
  for (; rest.startsWith('../'); rest = rest.slice(3)) segments.pop()
  return [...segments, rest].join('/')
}

/** The address in a reference: `{"@odata.id": "customers(1)"}`. */
function idOf(reference: unknown): unknown {
  if (typeof reference !== 'object' || reference === null) return reference
  const members = reference as BodyValues
  return members['@id'] ?? members['@odata.id']
}

function changing(
  request: ODataRequest,
  store: ODataStore,
  change: (store: ODataStore) => Promise<Written>,
): Promise<ODataResponse> {
  return doIdempotently(request, store, {
    steps: 'one',
    async work(inner) {
      const { id, version } = await change(inner)
      return { key: id, result: { status: 204, headers: { ...odataVersion, ...etagHeader(version) } } }
    },
    again: () => Promise.resolve({ status: 204, headers: odataVersion }),
  })
}

function refuseUnlinked(error: unknown): never {
  throw error instanceof Fault && error.code === 'record.unknown' ? fault('link.unknown') : error
}
