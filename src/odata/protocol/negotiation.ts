import { fault } from '#faults/fault.ts'
import type { Wire } from '#odata/compile/writer.ts'
import { versionsOf } from '#odata/serialize/etag.ts'
import type { Headers } from '#odata/protocol/message.ts'
import type { Expected } from '#odata/protocol/store.ts'

export const exactNumbers = 'application/json;odata.metadata=minimal;IEEE754Compatible=true'
const plainNumbers = 'application/json;odata.metadata=minimal'

/** How numbers are wanted: as texts where `Accept` says `IEEE754Compatible=true`. Refuses what is not JSON. */
export function wireOf(headers: Headers): Wire {
  const { accept = '*/*' } = headers
  if (!/application\/json|application\/\*|\*\/\*/i.test(accept)) throw fault('request.notAcceptable')
  return { numbersAsText: /ieee754compatible\s*=\s*true/i.test(accept) }
}

export function contentTypeOf(wire: Wire): string {
  return `${wire.numbersAsText ? exactNumbers : plainNumbers};charset=utf-8`
}

/** The versions of an If-Match header; null where there is none or it allows any. */
export function expectedOf(headers: Headers): Expected {
  const header = headers['if-match']
  if (header === undefined) return null
  const versions = versionsOf(header)
  if (versions === undefined) throw fault('request.malformed')
  return versions === '*' ? null : versions
}

export type Wishes = {
  readonly maxPageSize: number | undefined
  /** Our own `lintel.maxcount`: where `@odata.count` of a list may end, for those who only show "10,000+". */
  readonly maxCount: number | undefined
  readonly minimal: boolean
}

/** What a Prefer header (RFC 7240) asks for. */
export function preferencesOf(headers: Headers): Wishes {
  const header = headers['prefer']
  const text = header ?? ''
  const size = /(?:odata\.)?maxpagesize\s*=\s*(\d{1,9})/i.exec(text)?.[1]
  const count = /\blintel\.maxcount\s*=\s*([1-9]\d{0,8})\b/i.exec(text)?.[1]
  return {
    maxPageSize: size === undefined ? undefined : Number(size),
    maxCount: count === undefined ? undefined : Number(count),
    minimal: /return\s*=\s*minimal/i.test(text),
  }
}

/** The key of an Idempotency-Key header; refused when it is too long to keep. */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  const key = header
  if (key.length === 0 || key.length > 200) throw fault('request.malformed')
  return key
}
