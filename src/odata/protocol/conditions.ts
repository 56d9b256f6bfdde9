import { fault } from '#faults/fault.ts'
import type { Headers } from '#odata/protocol/message.ts'
import { expectedOf } from '#odata/protocol/negotiation.ts'
import type { Expected } from '#odata/protocol/store.ts'

/** On what a change may happen: on which versions of the row (If-Match), or only where there is none (`If-None-Match: *`). */
export type Conditions = { readonly expected: Expected; readonly onlyNew: boolean }

/** The conditions of a request (part 1, 8.2.4 and 8.2.5). Of a row that is there, no version but any can be unwanted. */
export function conditionsOf(headers: Headers): Conditions {
  const unwanted = headers['if-none-match']?.trim()
  if (unwanted !== undefined && unwanted !== '*') throw fault('server.unsupported', { feature: 'If-None-Match' })
  const expected = expectedOf(headers)
  if (unwanted !== undefined && expected !== null) throw fault('request.malformed', {}, 'If-None-Match')
  return { expected, onlyNew: unwanted !== undefined }
}
