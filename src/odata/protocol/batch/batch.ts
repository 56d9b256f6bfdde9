import { fault } from '#faults/fault.ts'
import { readJsonBatch, writeJsonBatch } from '#odata/protocol/batch/json.ts'
import { readMultipart, writeMultipart } from '#odata/protocol/batch/multipart.ts'
import { runBatch } from '#odata/protocol/batch/run.ts'
import type { AnswerRequest, Item, BatchPart } from '#odata/protocol/batch/item.ts'
import type { Headers, ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { methodFault } from '#odata/protocol/methods.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { parsePrefer } from '#odata/syntax/prefer.ts'

/**
 * Runs a batch of requests (part 1, 11.7), as `multipart/mixed` or JSON. Change sets and atomicity groups are atomic.
 * Without the preference `continue-on-error` the batch ends at the first failure. `single` answers one request. Faults:
 * `request.mediaType`, `request.malformed`, `query.limit`.
 */
export async function answerBatch(
  request: ODataRequest,
  store: ODataStore,
  single: AnswerRequest,
): Promise<ODataResponse> {
  const { headers, body } = request
  if (request.method !== 'POST') throw methodFault(request.method, { kind: 'batch' })
  if (typeof body !== 'string') throw fault('request.malformed')
  const type = headers['content-type'] ?? ''
  const isJson = /^application\/json\b/i.test(type)
  if (!isJson && !/^multipart\/mixed\b/i.test(type)) throw fault('request.mediaType')
  const items = keyed(isJson ? readJsonBatch(body) : readMultipart(type, body), headers['idempotency-key'])
  const goesOn = parsePrefer(headers['prefer'] ?? '').get('continue-on-error') === 'true'
  const outcomes = await runBatch(items, { request, store, single, goesOn })
  const wantsJson = wanted(headers, isJson)
  const written = wantsJson ? writeJsonBatch(outcomes) : writeMultipart(outcomes)
  const headersBack = { ...odataVersion, 'content-type': written.type }
  return {
    status: 200,
    headers: goesOn ? { ...headersBack, 'preference-applied': 'continue-on-error' } : headersBack,
    body: written.body,
  }
}

/** Derives the idempotency keys of all parts from the key of the batch. */
function keyed(items: readonly Item[], key: string | undefined): readonly Item[] {
  if (key === undefined) return items
  let number = 0
  const withKey = (part: BatchPart): BatchPart => {
    number += 1
    return { ...part, headers: { 'idempotency-key': `${key}/${number}`, ...part.headers } }
  }
  return items.map((item) =>
    item.kind === 'single' ? { ...item, part: withKey(item.part) } : { ...item, parts: item.parts.map(withKey) },
  )
}

// The answer has the format of the request unless `Accept` requests the other one.
function wanted({ accept, ...headers }: Headers, isJson: boolean): boolean {
  if (accept === undefined || /\*\/\*/.test(accept)) return isJson
  // JSON batches began with 4.01: for older clients JSON means the answers inside a multipart batch.
  const knowsJson = headers['odata-version'] === '4.01' || headers['odata-maxversion'] === '4.01'
  if (!isJson && !knowsJson && /application\/json/i.test(accept)) return false
  const [json, multipart] = [/application\/json/i.test(accept), /multipart\/(?:mixed|\*)/i.test(accept)]
  if (json && multipart) return isJson
  if (json || multipart) return json
  throw fault('request.notAcceptable')
}
