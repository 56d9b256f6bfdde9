import { Fault } from '#faults/fault.ts'
import { keyOfText } from '#odata/bind/key.ts'
import type { WireForm } from '#odata/compile/writer.ts'
import type { EntitySet } from '#odata/model.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { contentTypeOf, preferencesOf } from '#odata/protocol/negotiation.ts'
import { readSingle } from '#odata/protocol/read.ts'
import type { ODataStore, Written } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { rowAddress } from '#odata/serialize/address.ts'
import { contextUrl, oneBody } from '#odata/serialize/body.ts'
import { etagHeader } from '#odata/serialize/etag.ts'
import { pathToKey, resourcePathOf } from '#odata/resourcePath.ts'

/**
 * A created or changed row, and the form of its answer: `query` holds the options of the representation, or is empty.
 */
export type WrittenRow = {
  readonly set: EntitySet
  readonly row: Written
  readonly isNew: boolean
  readonly wire: WireForm
  readonly query: string
  /** Name of the singleton in the request's path, if any. */
  readonly singleton?: string | undefined
}

type Headers = Readonly<Record<string, string>>

const shaping = /^(?:\$|%24)?(?:select|expand)=/i
const formatting = /^(?:\$|%24)?format=/i

/** The options for the row in the answer; by default a nested body is shown as sent. */
export function answerQueryOf({ query }: ODataRequest, sent: string): string {
  const asked = query.split('&').filter((part) => shaping.test(part))
  if (asked.length > 0) return asked.join('&')
  return sent === '' ? '' : `$expand=${sent}`
}

/**
 * The answer to a create or update (part 1, 8.2.8.7, 11.4.2 and 11.4.3). A requested shape of the row is always
 * returned.
 */
export async function answerWrite(
  request: ODataRequest,
  store: ODataStore,
  written: WrittenRow,
): Promise<ODataResponse> {
  const { set, row, isNew } = written
  const { minimal, representation } = preferencesOf(request.headers)
  const address = store.root + rowAddress(set, row.id)
  const location: Headers = isNew ? { location: address } : {}
  const isBare = minimal && !request.query.split('&').some((part) => shaping.test(part))
  const shown = isBare ? undefined : await shownOf(request, store, written)
  if (!shown) {
    const applied: Headers = isBare ? { 'preference-applied': 'return=minimal' } : {}
    const headers = { ...odataVersion, ...etagHeader(row.version), 'odata-entityid': address, ...location, ...applied }
    return { status: 204, headers }
  }
  const applied = [shown.headers['preference-applied'], representation ? 'return=representation' : undefined]
  const names = applied.filter((name) => name !== undefined).join(', ')
  const preference: Headers = names === '' ? {} : { 'preference-applied': names }
  return { ...shown, status: isNew ? 201 : 200, headers: { ...shown.headers, ...location, ...preference } }
}

/** The row as visible to the member; undefined for members who may write but not read the row. */
async function shownOf(
  request: ODataRequest,
  store: ODataStore,
  { set, row, wire, query, singleton }: WrittenRow,
): Promise<ODataResponse | undefined> {
  // The result of the write is sufficient in most cases.
  if (query === '' && wire.metadata === undefined && !wire.omitsNulls) {
    const context = contextUrl(store.root, singleton ?? set.name, undefined)
    const body = oneBody(singleton === undefined ? `${context}/$entity` : context, row.value)
    const headers = { ...odataVersion, ...etagHeader(row.version), 'content-type': contentTypeOf(wire) }
    return { status: 200, headers, body }
  }
  const { 'if-none-match': _none, ...headers } = request.headers
  const formats = request.query.split('&').filter((part) => formatting.test(part))
  const asked = [...(query === '' ? [] : [query]), ...formats].join('&')
  const reading = { ...request, method: 'GET' as const, query: asked, headers }
  const own = pathToKey(resourcePathOf(set), keyOfText(set, row.id))
  const resourcePath = singleton === undefined ? own : { ...own, singleton }
  try {
    return await store.reading((snapshot) => readSingle(reading, { ...snapshot, root: store.root }, resourcePath))
  } catch (error) {
    if (error instanceof Fault && error.code === 'record.unknown') return undefined
    throw error
  }
}
