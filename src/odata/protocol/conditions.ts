import { Fault, fault } from '#faults/fault.ts'
import type { Headers } from '#odata/protocol/message.ts'
import { expectedOf } from '#odata/protocol/negotiation.ts'
import { readRowOnce } from '#odata/protocol/read.ts'
import type { RowAddress } from '#odata/protocol/reference.ts'
import type { Expected, ODataStore } from '#odata/protocol/store.ts'
import { headerVersions } from '#odata/serialize/etag.ts'

/**
 * Preconditions of a change: acceptable versions (If-Match), only for a missing row (`If-None-Match: *`), unacceptable
 * versions (If-None-Match).
 */
export type Conditions = {
  readonly expected: Expected
  readonly onlyNew: boolean
  readonly unwanted: readonly string[]
}

/** The preconditions of a request (part 1, 8.2.4 and 8.2.5). Fault: `request.malformed`. */
export function requestConditions(headers: Headers): Conditions {
  const header = headers['if-none-match']
  const unwanted = header === undefined ? [] : headerVersions(header)
  const expected = expectedOf(headers)
  const onlyNew = unwanted === '*'
  if (unwanted === undefined || (onlyNew && expected !== null)) throw fault('request.malformed', {}, 'If-None-Match')
  return { expected, onlyNew, unwanted: onlyNew ? [] : unwanted }
}

/**
 * Refuses a change of a row with an unacceptable version (If-None-Match). Versions are never reused. Fault:
 * `record.stale`.
 */
export async function refuseUnwanted(store: ODataStore, row: RowAddress, { unwanted }: Conditions): Promise<void> {
  if (unwanted.length === 0) return
  const version = await versionOf(store, row)
  if (version !== undefined && unwanted.includes(version)) throw fault('record.stale')
}

async function versionOf(store: ODataStore, { set, key }: RowAddress): Promise<string | undefined> {
  try {
    return (await readRowOnce(store, { set, key, query: '', wire: { numbersAsText: true } })).version
  } catch (error) {
    if (error instanceof Fault && error.code === 'record.unknown') return undefined
    throw error
  }
}
