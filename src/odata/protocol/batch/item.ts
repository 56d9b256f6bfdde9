import { fault, type Fault } from '#faults/fault.ts'
import type { Headers, ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'

/** One request of a batch as it was written. `id` is its Content-ID. */
export type BatchPart = {
  readonly id: string | undefined
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | undefined
  /** Requests and groups that must have gone well before. */
  readonly dependsOn: readonly string[]
  /** What must hold instead: an expression over what those told. */
  readonly condition?: string
}

/** A request by itself, or requests that happen wholly or not at all. */
export type Item =
  | { readonly kind: 'single'; readonly part: BatchPart }
  | {
      readonly kind: 'group'
      readonly id: string | undefined
      readonly parts: readonly BatchPart[]
      /** Why nothing of it is done, and of which part that is said. */
      readonly refused?: { readonly part: BatchPart; readonly fault: Fault }
    }

/** The answer to one request of a batch. */
export type BatchAnswer = {
  readonly status: number
  readonly headers: ODataResponse['headers']
  readonly body: string | undefined
}

/** What became of an item. A group that failed has the one refusal. */
export type BatchOutcome =
  | { readonly kind: 'single'; readonly id: string | undefined; readonly response: BatchAnswer }
  | {
      readonly kind: 'group'
      readonly id: string | undefined
      readonly failed: boolean
      readonly responses: readonly { readonly id: string | undefined; readonly response: BatchAnswer }[]
    }

/** Answers one request; what is refused is thrown. */
export type AnswerRequest = (request: ODataRequest, store: ODataStore) => Promise<ODataResponse>

/** Refuses a batch of too many requests. */
export function checkCount(items: readonly Item[]): readonly Item[] {
  const count = items.reduce((sum, item) => sum + (item.kind === 'single' ? 1 : item.parts.length), 0)
  if (count > queryLimits.batch) throw overLimit('batch')
  return items
}

/** Refuses ids that stand twice. */
export function checkIds(ids: readonly (string | undefined)[]): void {
  const given = ids.filter((id) => id !== undefined)
  if (new Set(given).size < given.length) throw fault('request.malformed')
}

/** A response with its body as one text. Bytes have no place in a batch that is text. Fault: `query.limit`. */
export async function wholeResponse(response: ODataResponse): Promise<BatchAnswer> {
  const { status, headers, body } = response
  if (body === undefined || typeof body === 'string') return { status, headers, body }
  let text = ''
  for await (const chunk of body) {
    if (typeof chunk !== 'string') throw fault('server.unsupported', { feature: '$value' })
    text += chunk
    if (text.length > queryLimits.batchAnswer) throw overLimit('batchAnswer')
  }
  return { status, headers, body: text }
}
