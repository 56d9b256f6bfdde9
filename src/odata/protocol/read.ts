import { fault } from '#faults/fault.ts'
import { resourcePathAt } from '#odata/bind/resourcePath.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { ODataListing, RowAnswer } from '#odata/engine.ts'
import type { ListRow } from '#odata/page.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { appliedOf, contentTypeOf, preferencesOf, shownAs, negotiateWire } from '#odata/protocol/negotiation.ts'
import type { Snapshot, ODataStore } from '#odata/protocol/store.ts'
import { odataVersion, versionFor, type Version } from '#odata/protocol/version.ts'
import { contextFor, contextUrl, listBody, oneBody } from '#odata/serialize/body.ts'
import { appliedProjectionOf, projectionOf } from '#odata/serialize/context.ts'
import { etagHeader, isKnown } from '#odata/serialize/etag.ts'
import { pageLink } from '#odata/serialize/link.ts'
import { endOf, isOptional, type ResourcePath } from '#odata/resourcePath.ts'

/** Where a reading request is answered: the model as it stands, and the address of the service root. */
export type ReadContext = Snapshot & { readonly root: string }

/** A page of rows, or of references to them. */
export async function readList(
  request: ODataRequest,
  place: ReadContext,
  resourcePath: ResourcePath,
): Promise<ODataResponse> {
  const { query, headers } = request
  const { engine, guards, run, root } = place
  const wishes = preferencesOf(headers)
  const wire = shownAs(negotiateWire(headers, query), wishes)
  const { maxPageSize, maxCount } = wishes
  const listing = engine.list(resourcePath, query, { guards, wire, maxPageSize, maxCount })
  const row = await run<ListRow>(listing.statement, 'brief')
  refuseLost(row)
  const { next, previous } = listing.tokens(row)
  const address = root + request.path
  const body = listBody({
    context: contextFor(wire, listContext(root, resourcePath, listing, versionFor(headers))),
    value: engine.linked(resourcePath, query, row.value, { root, maxPageSize }),
    count: countText(wire, row.count),
    nextLink: next === undefined ? undefined : pageLink(address, query, next),
    annotations: { 'lintel.previousLink': previous === undefined ? undefined : pageLink(address, query, previous) },
  })
  // What `$apply` gives comes whole.
  const followed = listing.columns ? { ...wishes, maxPageSize: undefined, maxCount: undefined } : wishes
  const own = { ...appliedOf(followed), 'content-type': contentTypeOf(wire) }
  return { status: 200, headers: { ...odataVersion, ...own }, body }
}

function listContext(
  root: string,
  resourcePath: ResourcePath,
  { query, columns }: ODataListing,
  version: Version,
): string {
  if (resourcePath.as) return `${root}$metadata#Collection($ref)`
  const { set } = endOf(resourcePath)
  const shown = columns ? appliedProjectionOf(columns, set.properties) : projectionOf(query, version)
  return contextUrl(root, set.name, undefined) + shown
}

// A count is a 64-bit number like others.
function countText({ numbersAsText }: WireForm, count: string | null | undefined): string | undefined {
  return count && numbersAsText ? `"${count}"` : (count ?? undefined)
}

/** How many rows a query finds, as a text of digits. */
export async function count(
  request: ODataRequest,
  place: ReadContext,
  resourcePath: ResourcePath,
): Promise<ODataResponse> {
  const rest = request.query
    .split('&')
    .filter((part) => part !== '' && !/^(?:\$|%24)?(?:top|count|skip|orderby|select|expand|format)=/i.test(part))
  const query = [...rest, '$count=true', '$top=0'].join('&')
  const { engine, guards, run } = place
  const listing = engine.list(resourcePath, query, { guards, wire: { numbersAsText: true } })
  const row = await run<ListRow>(listing.statement, 'brief')
  refuseLost(row)
  return { status: 200, headers: { ...odataVersion, 'content-type': 'text/plain' }, body: row.count ?? '0' }
}

/** A row, or the reference to it; nothing of it where the asker has its version already, or where a lookup leads to none. */
export async function readSingle(
  request: ODataRequest,
  place: ReadContext,
  resourcePath: ResourcePath,
): Promise<ODataResponse> {
  const { query, headers } = request
  const { engine, guards, run, root } = place
  const wishes = preferencesOf(headers)
  const wire = shownAs(negotiateWire(headers, query), wishes)
  const { maxPageSize } = wishes
  const row = await run<RowAnswer>(engine.row(resourcePath, query, { guards, wire, maxPageSize }), 'keyed')
  const found = rowValue(row, resourcePath)
  if (found === undefined) return { status: 204, headers: odataVersion }
  const value = engine.linked(resourcePath, query, found, { root, maxPageSize })
  const own = { ...appliedOf(wishes), 'content-type': contentTypeOf(wire) }
  if (resourcePath.as) {
    const body = oneBody(contextFor(wire, `${root}$metadata#$ref`), value)
    return { status: 200, headers: { ...odataVersion, ...own }, body }
  }
  const etag = etagHeader(row.version)
  if (isKnown(headers['if-none-match'], row.version)) return { status: 304, headers: { ...odataVersion, ...etag } }
  const projection = projectionOf(engine.parsed(resourcePath, query), versionFor(headers))
  const context = rowContext(root, resourcePath, projection)
  return { status: 200, headers: { ...odataVersion, ...etag, ...own }, body: oneBody(contextFor(wire, context), value) }
}

// Part 1, 10.3 and 10.4: a singleton is not one of several.
function rowContext(root: string, resourcePath: ResourcePath, projection: string): string {
  if (resourcePath.singleton !== undefined && resourcePath.stops.length === 1) {
    return contextUrl(root, resourcePath.singleton, undefined) + projection
  }
  return `${contextUrl(root, endOf(resourcePath).set.name, undefined)}${projection}/$entity`
}

/** The JSON text of the row that was found; undefined where a lookup leads to none. Fault: `record.unknown`. */
export function rowValue(row: RowAnswer, resourcePath: ResourcePath): string | undefined {
  if (row.value !== null) return row.value
  if (isOptional(resourcePath) && row.origin !== null) return undefined
  throw fault('record.unknown')
}

// A row on the way is not there: what hangs on it is not an empty list, but nothing.
function refuseLost({ origin }: ListRow): void {
  if (origin === null) throw fault('record.unknown')
}

type Asked = { readonly set: string; readonly key: string; readonly query: string; readonly wire: WireForm }

/** The JSON text and version of a row, or `record.unknown`. */
export async function readRowOnce(store: ODataStore, asked: Asked): Promise<{ value: string; version: string }> {
  const { set, key, query, wire } = asked
  return store.reading(async ({ engine, guards, run, model }) => {
    const row = await run<RowAnswer>(engine.one(set, key, query, { guards, wire }), 'keyed')
    if (row.value === null) throw fault('record.unknown')
    const value = engine.linked(resourcePathAt(model, set), query, row.value, { root: store.root })
    return { value, version: row.version ?? '0' }
  })
}
