import { fault } from '#faults/fault.ts'
import {
  wholeResponse,
  type AnswerRequest,
  type BatchAnswer,
  type Item,
  type BatchOutcome,
  type BatchPart,
} from '#odata/protocol/batch/item.ts'
import { referenceTo, requestOf } from '#odata/protocol/batch/reference.ts'
import { filledUrl, isBound, isMet, type BatchResponse } from '#odata/protocol/batch/batchResponse.ts'
import type { ODataRequest } from '#odata/protocol/message.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'

type Batch = {
  readonly request: ODataRequest
  readonly store: ODataStore
  readonly single: AnswerRequest
  readonly goesOn: boolean
}

type Running = Batch & {
  /** The store for reads, with a time limit. Writes are never cut off. */
  readonly reads: ODataStore
}

type Progress = {
  readonly known: Map<string, BatchResponse>
  readonly failed: Set<string>
  /** Total length of the answers so far, in characters. All answers are held in memory until the last one. */
  readonly held: { length: number }
}

/** Maximum number of concurrent reads. */
const readsAtOnce = 4

/**
 * Runs the items in order; consecutive reads run concurrently. Returns the outcomes, up to the first failure unless the
 * batch continues on errors.
 */
export async function runBatch(items: readonly Item[], given: Batch): Promise<readonly BatchOutcome[]> {
  const batch = { ...given, reads: given.store.forBatchReads?.() ?? given.store }
  const outcomes: BatchOutcome[] = []
  const progress: Progress = { known: new Map(), failed: new Set(), held: { length: 0 } }
  for (let at = 0; at < items.length;) {
    const together = chunkOf(items, at)
    const found = await Promise.all(together.map((item) => runItem(item, batch, progress)))
    for (const outcome of found) {
      outcomes.push(outcome)
      if (isFailed(outcome) && !batch.goesOn) return outcomes
    }
    at += together.length
  }
  return outcomes
}

function chunkOf(items: readonly Item[], at: number): readonly Item[] {
  const isFree = (item: Item | undefined) => {
    return item?.kind === 'single' && item.part.method === 'GET' && item.part.dependsOn.length === 0
  }
  let end = at + 1
  // A reference to an earlier part has to wait for its answer.
  const refers = (item: Item | undefined) => item?.kind === 'single' && item.part.url.startsWith('$')
  while (isFree(items[end - 1]) && isFree(items[end]) && !refers(items[end]) && end - at < readsAtOnce) end++
  return items.slice(at, end)
}

function isRead({ method, url }: BatchPart): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && (url.split('?')[0] ?? '').endsWith('/$query'))
}

async function runItem(item: Item, batch: Running, progress: Progress): Promise<BatchOutcome> {
  if (item.kind === 'single') {
    const response = await runSingle(item.part, batch, progress)
    if (response.status >= 400 && item.part.id !== undefined) progress.failed.add(item.part.id)
    return { kind: 'single', id: item.part.id, response }
  }
  const outcome = await runGroup(item, batch, progress)
  if (outcome.failed) {
    for (const { id } of item.parts) if (id !== undefined) progress.failed.add(id)
    if (item.id !== undefined) progress.failed.add(item.id)
  }
  return outcome
}

async function runSingle(part: BatchPart, batch: Running, progress: Progress): Promise<BatchAnswer> {
  try {
    return await answerPart(part, batch, progress, isRead(part) ? batch.reads : batch.store)
  } catch (error) {
    return wholeResponse(batch.store.refusal(error))
  }
}

type GroupOutcome = BatchOutcome & { kind: 'group' }

async function runGroup(item: Item & { kind: 'group' }, batch: Batch, progress: Progress): Promise<GroupOutcome> {
  if (item.refused) return refusedGroup(item, item.refused.part, item.refused.fault, batch)
  let at = 0
  const before = progress.held.length
  try {
    const responses = await batch.store.together(async (store) => {
      // The store may retry: references are reset for each attempt.
      const known = new Map(progress.known)
      progress.held.length = before
      const answers: { id: string | undefined; response: BatchAnswer }[] = []
      for (at = 0; at < item.parts.length; at++) {
        const part = item.parts[at]
        if (part) answers.push({ id: part.id, response: await answerPart(part, batch, { ...progress, known }, store) })
      }
      for (const [id, reference] of known) progress.known.set(id, reference)
      return answers
    })
    return { kind: 'group', id: item.id, failed: false, responses }
  } catch (error) {
    return refusedGroup(item, item.parts[at], error, batch)
  }
}

/** The outcome of a failed group: a single refusal for the failed part. */
async function refusedGroup(
  { id }: Item & { kind: 'group' },
  part: BatchPart | undefined,
  error: unknown,
  { store }: Batch,
): Promise<GroupOutcome> {
  const response = await wholeResponse(store.refusal(error))
  return { kind: 'group', id, failed: true, responses: [{ id: part?.id, response }] }
}

async function answerPart(part: BatchPart, batch: Batch, progress: Progress, store: ODataStore): Promise<BatchAnswer> {
  const { condition } = part
  const broken = condition === undefined ? part.dependsOn.find((id) => progress.failed.has(id)) : undefined
  if (broken !== undefined) throw fault('batch.dependency', { id: broken })
  const { held } = progress
  await batch.store.giveWay?.()
  if (held.length > queryLimits.batchAnswer) throw overLimit('batchAnswer')
  const asked = isBound(part) ? await boundTo(part, store, progress) : part
  const request = requestOf(asked, batch.request, store.root, progress.known)
  const response = await wholeResponse(await batch.single(request, store))
  held.length += response.body?.length ?? 0
  if (part.id !== undefined) progress.known.set(part.id, referenceTo(request, response, store.root))
  return response
}

/** The part with values of earlier answers filled in. Fault: `batch.condition`. */
async function boundTo(part: BatchPart, store: ODataStore, progress: Progress): Promise<BatchPart> {
  return store.reading(async ({ model }) => {
    if (part.condition !== undefined && !isMet(part.condition, part, model, progress)) throw fault('batch.condition')
    return { ...part, url: filledUrl(part, model, progress) }
  })
}

// A request skipped because of an earlier failure (424) is no failure of its own.
function isFailed(outcome: BatchOutcome): boolean {
  const responses = outcome.kind === 'group' ? outcome.responses : [outcome]
  return responses.some(({ response: { status } }) => status >= 400 && status !== 424)
}
