import { fault } from '#faults/fault.ts'
import type { ListRow } from '#odata/page.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { appliedOf, contentTypeOf, preferencesOf, shownAs, wireOf } from '#odata/protocol/negotiation.ts'
import type { Store } from '#odata/protocol/store.ts'
import { contextFor, contextOf, listBody, oneBody } from '#odata/serialize/body.ts'
import { etagOf } from '#odata/serialize/etag.ts'
import { pageLink } from '#odata/serialize/link.ts'
import type { Wire } from '#odata/compile/writer.ts'
import { odataVersion } from '#odata/protocol/version.ts'

/** The service document: what may be asked for by name. */
export async function serviceDocument(store: Store): Promise<ODataResponse> {
  const value = await store.reading(async ({ model }) =>
    [...model.entitySets.values()]
      .filter((set) => !set.unlisted)
      .map(({ name, title }) => ({ name, ...(title !== undefined && { title }), kind: 'EntitySet', url: name })),
  )
  const body = JSON.stringify({ '@odata.context': `${store.root}$metadata`, value })
  return { status: 200, headers: { ...odataVersion, 'content-type': contentTypeOf({ numbersAsText: false }) }, body }
}

/** A page of rows. */
export async function list(request: ODataRequest, store: Store, set: string): Promise<ODataResponse> {
  const { query, headers } = request
  const wishes = preferencesOf(headers)
  const wire = shownAs(wireOf(headers, query), wishes)
  const { maxPageSize, maxCount } = wishes
  return store.reading(async ({ engine, guards, run }) => {
    const listing = engine.list(set, query, { guards, wire, maxPageSize, maxCount })
    const row = await run<ListRow>(listing.statement, 'brief')
    const { next, previous } = listing.tokens(row)
    const selected = listing.query.select?.map((name) => name.text)
    const address = store.root + request.path
    const body = listBody({
      context: contextFor(wire, contextOf(store.root, set, selected)),
      value: row.value,
      count: countText(wire, row.count),
      nextLink: next === undefined ? undefined : pageLink(address, query, next),
      annotations: { 'lintel.previousLink': previous === undefined ? undefined : pageLink(address, query, previous) },
    })
    return {
      status: 200,
      headers: { ...odataVersion, ...appliedOf(wishes), 'content-type': contentTypeOf(wire) },
      body,
    }
  })
}

// A count is a 64-bit number like others.
function countText({ numbersAsText }: Wire, count: string | null | undefined): string | undefined {
  return count && numbersAsText ? `"${count}"` : (count ?? undefined)
}

/** How many rows a query finds, as a text of digits. */
export async function count(request: ODataRequest, store: Store, set: string): Promise<ODataResponse> {
  const rest = request.query
    .split('&')
    .filter((part) => part !== '' && !/^(?:\$|%24)?(?:top|count|skip|orderby|select|expand)=/i.test(part))
  const query = [...rest, '$count=true', '$top=0'].join('&')
  return store.reading(async ({ engine, guards, run }) => {
    const listing = engine.list(set, query, { guards, wire: { numbersAsText: true } })
    const row = await run<ListRow>(listing.statement, 'brief')
    return { status: 200, headers: { ...odataVersion, 'content-type': 'text/plain' }, body: row.count ?? '0' }
  })
}

/** A row by its key; nothing of it where the asker has its version already. */
export async function one(request: ODataRequest, store: Store, set: string, key: string): Promise<ODataResponse> {
  const { query, headers } = request
  const wishes = preferencesOf(headers)
  const wire = shownAs(wireOf(headers, query), wishes)
  const { value, version } = await rowOf(store, { set, key, query, wire })
  const etag = etagOf(version)
  if (headers['if-none-match'] === etag) return { status: 304, headers: { ...odataVersion, etag } }
  const body = oneBody(contextFor(wire, `${contextOf(store.root, set, undefined)}/$entity`), value)
  const own = { ...appliedOf(wishes), etag, 'content-type': contentTypeOf(wire) }
  return { status: 200, headers: { ...odataVersion, ...own }, body }
}

type Asked = { readonly set: string; readonly key: string; readonly query: string; readonly wire: Wire }

/** The JSON text and version of a row, or `record.unknown`. */
export async function rowOf(store: Store, asked: Asked): Promise<{ value: string; version: string }> {
  const { set, key, query, wire } = asked
  return store.reading(async ({ engine, guards, run }) => {
    const statement = engine.one(set, key, query, { guards, wire })
    const row = await run<{ value: string | null; version: string | null }>(statement, 'keyed')
    if (row.value === null) throw fault('record.unknown')
    return { value: row.value, version: row.version ?? '0' }
  })
}
