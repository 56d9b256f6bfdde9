import { Fault, fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { JobRow } from '#jobs/server/jobs.ts'
import type { BulkDraft, TroubleRecord } from '#records/work.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { cascadeOwner, deleteWithDependents } from '#records/server/cascade.ts'
import { ModelChanged, onFreshModel, stale } from '#records/server/freshModel.ts'
import { pinModel } from '#records/server/pinModel.ts'
import { updateRecord } from '#records/server/updateRecord.ts'
import { trashedName, tried } from '#records/history/server/trash/trash.ts'
import type { WorkContext } from '#records/server/work/deps.ts'
import { revertRecord, standingsOf, type Standing } from '#records/server/work/revert.ts'
import { hasWritten, type WorkItem } from '#records/server/work/work.store.ts'

/**
 * Items per round. Changes with the same text are combined into one statement; deletions share the connections of the
 * pool.
 */
const side = { change: 256, delete: 4, revert: 256 } as const

/**
 * Performs the listed items, and returns for each record why it was skipped, or undefined. Fewer results after an
 * abort.
 */
export async function performItems(
  context: WorkContext,
  job: JobRow,
  items: readonly WorkItem[],
  signal: AbortSignal,
): Promise<(TroubleRecord | undefined)[]> {
  // Refreshes this process's snapshot to at least the age of the list, so that an existing table is not taken for a
  // deleted one.
  await context.models.fresh(context.environment)
  const troubles: (TroubleRecord | undefined)[] = []
  for (let at = 0; at < items.length;) {
    const { action } = items[at] ?? { action: 'revert' }
    const turn = items.slice(at, at + side[action])
    troubles.push(...(await performTurn(context, job, turn)))
    at += turn.length
    if (signal.aborted) break
  }
  return troubles
}

type Outcome = { readonly item: WorkItem; readonly trouble: TroubleRecord | undefined }

/**
 * Performs items concurrently. Another process may change the definitions meanwhile, and an old attribute must not be
 * confused with a new one of the same name: values computed from another snapshot than the writing one are computed
 * again.
 */
async function performTurn(
  asked: WorkContext,
  job: JobRow,
  turn: readonly WorkItem[],
): Promise<(TroubleRecord | undefined)[]> {
  const outcomes = new Map<WorkItem, TroubleRecord | undefined>()
  return onFreshModel(asked, async (model, _service, context) => {
    const left = turn.filter((item) => !outcomes.has(item))
    for (const { item, trouble } of await performBy(context, job, left, model)) outcomes.set(item, trouble)
    return outcomes.size === turn.length ? turn.map((item) => outcomes.get(item)) : stale
  })
}

/** The outcomes of the items that could be performed with these definitions. */
async function performBy(
  context: WorkContext,
  job: JobRow,
  items: readonly WorkItem[],
  model: Model,
): Promise<readonly Outcome[]> {
  const isRevert = items[0]?.action === 'revert'
  const standings = isRevert ? await standingsBy(context, items, model) : []
  if (!standings) return []
  // Waits for all items, so that no write is still running when one of them fails.
  const settled = await Promise.allSettled(
    items.map((item, index) => perform(context, job, item, model, standings[index])),
  )
  const outcomes: Outcome[] = []
  for (const [index, item] of items.entries()) {
    const one = settled[index]
    if (one?.status === 'fulfilled') outcomes.push({ item, trouble: one.value })
    else if (!(one?.reason instanceof ModelChanged)) throw one?.reason
  }
  return outcomes
}

/** Undefined where a table or column of the definitions no longer exists. */
async function standingsBy(
  context: WorkContext,
  items: readonly WorkItem[],
  model: Model,
): Promise<readonly Standing[] | undefined> {
  try {
    return await standingsOf(context, items, (id) => model.entities.get(id))
  } catch (error) {
    if (violationOf(error)?.kind !== 'undefined') throw error
    return undefined
  }
}

async function perform(
  context: WorkContext,
  job: JobRow,
  item: WorkItem,
  model: Model,
  standing: Standing | undefined,
): Promise<TroubleRecord | undefined> {
  const { entity_id, record_id } = item
  const entity = model.entities.get(entity_id)
  if (!entity) return { entity_id, id: record_id, name: null, problems: [{ code: 'definition.unknown' }] }
  let gone: readonly string[] = []
  const trouble = await tried(context, entity, record_id, async () => {
    gone = await patiently(() => act(context, job, item, { entity, model, standing }))
  })
  if (!trouble && gone.length > 0) {
    // Field rules were deleted with the attribute: only administrators are certain to have had read access.
    const told = context.member.administrator ? { known: 'yes', names: gone.join(', ') } : { known: 'no', names: '' }
    const name = (await trashedName(context, entity, record_id)) ?? null
    return { entity_id, id: record_id, name, problems: [{ code: 'undo.gone', parameters: told }] }
  }
  if (!trouble) return undefined
  // An earlier attempt may have written the record without storing a note.
  const wasDone = await hasWritten(context.database, context.environment.schema, context.cause, record_id)
  return wasDone ? undefined : trouble
}

/**
 * Retries a write that the database ended because of a deadlock or serialization failure; the failed attempt has
 * changed nothing.
 */
async function patiently<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  for (let left = 4; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || violationOf(error)?.kind !== 'serialization') throw error
    }
  }
}

/** Performs one item. Returns the names of deleted attributes whose values could not be restored. */
async function act(
  context: WorkContext,
  job: JobRow,
  item: WorkItem,
  { entity, model, standing }: { entity: EntityDefinition; model: Model; standing: Standing | undefined },
): Promise<readonly string[]> {
  const { action, record_id, version } = item
  const expected = [version ?? '0']
  if (action === 'revert') {
    const known = standing ?? { ends: undefined, current: null }
    return revertRecord(pinModel(context, model), entity, record_id, known).catch((error: unknown) =>
      refuseByModel(context, model, error),
    )
  }
  if (action === 'delete') {
    await deleteWithDependents(context, entity.uri, record_id, expected)
    return []
  }
  const { draft } = job.data as { readonly draft: BulkDraft }
  if (draft.action !== 'change') throw fault('request.malformed')
  const { values } = draft
  const change = { body: values, expected, wire: { numbersAsText: true } }
  await cascadeOwner(context, entity.uri, values, (now) => updateRecord(now, entity.uri, record_id, change))
  return []
}

/**
 * A refusal by outdated definitions may be wrong under the new ones: throws `ModelChanged` so that the work is retried.
 */
async function refuseByModel({ models, environment }: WorkContext, model: Model, error: unknown): Promise<never> {
  throw error instanceof Fault && (await models.fresh(environment)) !== model ? new ModelChanged() : error
}
