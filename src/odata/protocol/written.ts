import { Fault } from '#faults/fault.ts'
import type { Wire } from '#odata/compile/writer.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { contentTypeOf, preferencesOf } from '#odata/protocol/negotiation.ts'
import { rowOf } from '#odata/protocol/read.ts'
import type { Store, Written } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import type { EntitySet } from '#odata/model.ts'
import { addressOf } from '#odata/serialize/address.ts'
import { contextOf, oneBody } from '#odata/serialize/body.ts'
import { etagOf } from '#odata/serialize/etag.ts'

/** A row that was made or changed, and how it is to be answered: `query` is what is asked of it, or nothing. */
export type WrittenRow = {
  readonly set: EntitySet
  readonly row: Written
  readonly isNew: boolean
  readonly wire: Wire
  readonly query: string
}

type Headers = Readonly<Record<string, string>>

const shaping = /^(?:\$|%24)?(?:select|expand)=/i

/** What a request asks of the row in its answer; a tree that was sent is shown as it was sent. */
export function answerQueryOf({ query }: ODataRequest, sent: string): string {
  const asks = query.split('&').filter((part) => shaping.test(part))
  if (asks.length > 0) return asks.join('&')
  return sent === '' ? '' : `$expand=${sent}`
}

/** The answer to a create or update (part 1, 8.2.8.7, 11.4.2 and 11.4.3). Who asks for a shape of the row gets one. */
export async function answerWritten(request: ODataRequest, store: Store, written: WrittenRow): Promise<ODataResponse> {
  const { set, row, isNew, wire } = written
  const { minimal, representation } = preferencesOf(request.headers)
  const address = store.root + addressOf(set, row.id)
  const location: Headers = isNew ? { location: address } : {}
  const isBare = minimal && !request.query.split('&').some((part) => shaping.test(part))
  const shown = isBare ? undefined : await shownOf(store, written)
  if (!shown) {
    const applied: Headers = isBare ? { 'preference-applied': 'return=minimal' } : {}
    const headers = { ...odataVersion, etag: etagOf(row.version), 'odata-entityid': address, ...location, ...applied }
    return { status: 204, headers }
  }
  const applied: Headers = representation ? { 'preference-applied': 'return=representation' } : {}
  const headers = { ...odataVersion, etag: etagOf(shown.version), ...location, ...applied }
  const body = oneBody(`${contextOf(store.root, set.name, undefined)}/$entity`, shown.value)
  return { status: isNew ? 201 : 200, headers: { ...headers, 'content-type': contentTypeOf(wire) }, body }
}

/** The row as its asker may see it; who may write it and not read it gets nothing of it. */
async function shownOf(
  store: Store,
  { set, row, wire, query }: WrittenRow,
): Promise<{ value: string; version: string } | undefined> {
  if (query === '') return row
  return rowOf(store, { set: set.name, key: row.id, query, wire }).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'record.unknown') return undefined
    throw error
  })
}
