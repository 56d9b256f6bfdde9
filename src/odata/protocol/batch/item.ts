import { fault, type Fault } from '#faults/fault.ts'
import type { Headers, ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'

/** One request of a batch, as written. `id` is its Content-ID. */
export type BatchPart = {
  readonly id: string | undefined
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | undefined
  /** Ids of requests and groups that must have succeeded before. */
  readonly dependsOn: readonly string[]
  /** A condition over earlier answers. */
  readonly condition?: string
}

/** A single request, or an atomic group of requests. */
export type Item =
  | { readonly kind: 'single'; readonly part: BatchPart }
  | {
      readonly kind: 'group'
      readonly id: string | undefined
      readonly parts: readonly BatchPart[]
      /** The reason for refusing the whole group, and the part responsible. */
      readonly refused?: { readonly part: BatchPart; readonly fault: Fault }
    }

/** The answer to one request of a batch. */
export type BatchAnswer = {
  readonly status: number
  readonly headers: ODataResponse['headers']
  readonly body: string | undefined
}

/** The result of an item. A failed group has a single refusal. */
export type BatchOutcome =
  | { readonly kind: 'single'; readonly id: string | undefined; readonly response: BatchAnswer }
  | {
      readonly kind: 'group'
      readonly id: string | undefined
      readonly failed: boolean
      readonly responses: readonly { readonly id: string | undefined; readonly response: BatchAnswer }[]
    }

/** Answers one request; refusals are thrown. */
export type AnswerRequest = (request: ODataRequest, store: ODataStore) => Promise<ODataResponse>

/** Fault `query.limit` for batches with too many requests. */
export function checkCount(items: readonly Item[]): readonly Item[] {
  const count = items.reduce((sum, item) => sum + (item.kind === 'single' ? 1 : item.parts.length), 0)
  if (count > queryLimits.batch) throw overLimit('batch')
  return items
}

/** Fault `request.malformed` for duplicate ids. */
export function checkIds(ids: readonly (string | undefined)[]): void {
  const given = ids.filter((id) => id !== undefined)
  if (new Set(given).size < given.length) throw fault('request.malformed')
}

/** A response with its body as one text. Binary bodies are unsupported inside a text batch. Fault: `query.limit`. */
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
