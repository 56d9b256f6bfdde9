import { fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { JobHandler, JobRow, JobTools } from '#jobs/server/jobs.ts'
import type { BulkDraft, TroubleRecord, WorkResult } from '#records/work.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { deleteWithDependants, updateWithDependants } from '#records/server/consequences.ts'
import { nameOf, tried } from '#records/server/trash/trash.ts'
import type { WorkContext, WorkDeps } from '#records/server/work/deps.ts'
import { heldTo, Redefined } from '#records/server/work/heldModel.ts'
import { listSelection } from '#records/server/work/listing.ts'
import { revertRecord, standingsOf, type Standing } from '#records/server/work/revert.ts'
import {
  blockedItems,
  countTrouble,
  hasWritten,
  listWritten,
  nextItems,
  noteTrouble,
  rollBackFrom,
  type WorkItem,
} from '#records/server/work/work.store.ts'

/** On whose clocks the request was made, where that was known. */
type Zoned = { readonly time_zone?: string | undefined }
export type BulkJob = Zoned & { readonly entity_id: string; readonly draft: BulkDraft }
export type UndoJob = Zoned & {
  readonly cause_id: string
  readonly cause_kind: string
  readonly entity_id: string | null
}

/** What a job notes: how many records are on its list, and behind which of them it goes on. */
type Memory = { readonly total?: number; readonly after?: string; readonly back?: string }

const chunk = 256
/** Changes of one text that come together are made together; the others have the connections of the pool. */
const side = { change: 64, delete: 4, revert: 64 } as const
const mostRounds = 5

/** The jobs `bulkchange` and `bulkdelete`: one change of many records, each under the rights of the member who asked. */
export function bulkHandler(deps: WorkDeps): JobHandler {
  return handlerOf(deps, 'bulk', async (context, job, tools) => {
    const { entity_id, draft } = job.data as BulkJob
    // Asked anew: the right may have been taken away while the job waited.
    if (draft.action === 'delete' && !context.member.holdings.activities.has('bulk-delete'))
      throw fault('request.forbidden')
    const entity = (await context.models.fresh(context.environment)).entities.get(entity_id)
    if (!entity) throw fault('definition.unknown')
    // Whoever cancels the job, or tells that it lives, writes to its row, which the list is noted in: it is made anew then.
    const about = { jobId: job.id, action: draft.action, secret: deps.secret }
    await patiently(() =>
      listSelection(context, entity, draft.records, about, (transaction, total) =>
        tools.remember({ total }, transaction),
      ),
    )
  })
}

/** The job `undo`: takes back what a cause wrote, where it still stands as it was left. */
export function undoCauseHandler(deps: WorkDeps): JobHandler {
  return handlerOf(deps, 'undo', async ({ database, environment }, job, tools) => {
    const { cause_id, cause_kind } = job.data as UndoJob
    await database.transaction(async (transaction) => {
      const cause = { id: cause_id, kind: cause_kind }
      const total = await listWritten(transaction, environment.schema, { jobId: job.id, from: 0 }, cause)
      await tools.remember({ total }, transaction)
    })
  })
}

type Listing = (context: WorkContext, job: JobRow, tools: JobTools) => Promise<void>

function handlerOf(deps: WorkDeps, kind: 'bulk' | 'undo', list: Listing): JobHandler {
  return {
    async run(job, tools) {
      let memory = job.memory as Memory
      const { time_zone, entity_id } = job.data as BulkJob | UndoJob
      const context = await deps.contextOf(tools.environment, job.by_id, { kind, id: job.id }, time_zone)
      const noted = { ...tools, remember: note }
      async function note(more: Memory, executor?: Parameters<JobTools['remember']>[1]) {
        await tools.remember(more, executor)
        memory = { ...memory, ...more }
      }
      tools.progress({ done: 0, total: null, phase: 'finding' })
      if (memory.total === undefined) await list(context, job, noted)
      const total = memory.total ?? 0
      await work({ context, job, tools: noted, from: memory.after ?? '0', total, phase: 'rows', note: 'after' })
      await again({ context, job, tools: noted, from: '0', total, phase: 'rows', note: 'after' })
      const refused = await countTrouble(context.database, context.environment.schema, job.id, 0)
      const result: WorkResult = { done: total - refused, refused, entity_id }
      return result
    },

    /** What was done until then is taken back, as the person was told. */
    async rollBack(job, tools) {
      const { time_zone } = job.data as BulkJob | UndoJob
      const context = await deps.contextOf(tools.environment, job.by_id, { kind: 'undo', id: job.id }, time_zone)
      const { schema } = context.environment
      const memory = job.memory as Memory
      if (memory.back === undefined) {
        await context.database.transaction(async (transaction) => {
          await listWritten(transaction, schema, { jobId: job.id, from: rollBackFrom }, { kind, id: job.id })
          await tools.remember({ back: String(rollBackFrom) }, transaction)
        })
      }
      const lasting = { ...tools, signal: new AbortController().signal }
      const from = memory.back ?? String(rollBackFrom)
      await work({ context, job, tools: lasting, from, total: null, phase: 'takingBack', note: 'back' })
    },
  }
}

type Work = {
  readonly context: WorkContext
  readonly job: JobRow
  readonly tools: Pick<JobTools, 'signal' | 'progress' | 'remember'>
  readonly from: string
  readonly total: number | null
  readonly phase: string
  readonly note: 'after' | 'back'
}

/** Goes through the list, a chunk at a time; after each it is noted how far it came and what was left. */
async function work({ context, job, tools, from, total, phase, note }: Work): Promise<void> {
  const { database, environment } = context
  const { schema } = environment
  let after = from
  let done = total === null ? 0 : Number(from)
  for (;;) {
    tools.progress({ done, total, phase })
    tools.signal.throwIfAborted()
    const items = await nextItems(database, schema, job.id, after, chunk)
    const last = items.at(-1)
    if (!last) return
    const troubles = await performAll(context, job, items, tools.signal)
    tools.signal.throwIfAborted()
    after = last.no
    done += items.length
    await database.transaction(async (transaction) => {
      await noteTrouble(transaction, schema, job.id, items, troubles)
      await tools.remember({ [note]: after }, transaction)
    })
  }
}

/** What others on the list stood in the way of is tried again, as long as that helps. */
async function again({ context, job, tools, from }: Work): Promise<void> {
  const { database, environment } = context
  for (let round = 0; round < mostRounds; round++) {
    const items = await blockedItems(database, environment.schema, job.id, from)
    if (items.length === 0) return
    const troubles = await performAll(context, job, items, tools.signal)
    await noteTrouble(database, environment.schema, job.id, items, troubles)
    if (troubles.every((trouble) => trouble !== undefined)) return
  }
}

async function performAll(
  context: WorkContext,
  job: JobRow,
  items: readonly WorkItem[],
  signal: AbortSignal,
): Promise<(TroubleRecord | undefined)[]> {
  const model = await context.models.fresh(context.environment)
  const troubles: (TroubleRecord | undefined)[] = []
  for (let at = 0; at < items.length;) {
    const { action } = items[at] ?? { action: 'revert' }
    const turn = items.slice(at, at + side[action])
    troubles.push(...(await performTurn(context, job, turn, model)))
    at += turn.length
    if (signal.aborted) break
  }
  return troubles
}

type Outcome = { readonly item: WorkItem; readonly trouble: TroubleRecord | undefined }

/**
 * What is done side by side. Another process may change the definitions meanwhile, and an attribute of old must not be taken
 * for the one that has its name by now: what was made out by others than those it would be written by is made out anew.
 */
async function performTurn(
  context: WorkContext,
  job: JobRow,
  turn: readonly WorkItem[],
  first: Model,
): Promise<(TroubleRecord | undefined)[]> {
  const outcomes = new Map<WorkItem, TroubleRecord | undefined>()
  let model = first
  for (let round = 0; round < mostRounds; round++) {
    const left = turn.filter((item) => !outcomes.has(item))
    if (left.length === 0) return turn.map((item) => outcomes.get(item))
    if (round > 0) model = await context.models.fresh(context.environment)
    for (const { item, trouble } of await performBy(context, job, left, model)) outcomes.set(item, trouble)
  }
  throw fault('server.unavailable')
}

/** As far as it was done by these definitions. */
async function performBy(
  context: WorkContext,
  job: JobRow,
  items: readonly WorkItem[],
  model: Model,
): Promise<readonly Outcome[]> {
  const isRevert = items[0]?.action === 'revert'
  const standings = isRevert ? await standingsBy(context, items, model) : []
  if (!standings) return []
  // Nothing is still being written when one of them fails.
  const settled = await Promise.allSettled(
    items.map((item, index) => perform(context, job, item, model, standings[index])),
  )
  const outcomes: Outcome[] = []
  for (const [index, item] of items.entries()) {
    const one = settled[index]
    if (one?.status === 'fulfilled') outcomes.push({ item, trouble: one.value })
    else if (!(one?.reason instanceof Redefined)) throw one?.reason
  }
  return outcomes
}

/** Undefined where a table or column of the definitions is no more. */
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
    // Field rules went with the attribute: only administrators may have read every one.
    const told = context.member.administrator ? { known: 'yes', names: gone.join(', ') } : { known: 'no', names: '' }
    const name = (await nameOf(context, entity, record_id)) ?? null
    return { entity_id, id: record_id, name, problems: [{ code: 'undo.gone', parameters: told }] }
  }
  if (!trouble) return undefined
  // An attempt before may have come this far without a note of it.
  const wasDone = await hasWritten(context.database, context.environment.schema, context.cause, record_id)
  return wasDone ? undefined : trouble
}

/** Of writes that wait for each other the database ends one, which has done nothing then: it is tried again. */
async function patiently<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  for (let left = 4; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || violationOf(error)?.kind !== 'serialization') throw error
    }
  }
}

/** Answers the names of attributes that are no more, whose values could not come back. */
async function act(
  context: WorkContext,
  job: JobRow,
  item: WorkItem,
  { entity, model, standing }: { entity: EntityDefinition; model: Model; standing: Standing | undefined },
): Promise<readonly string[]> {
  const { action, record_id, version } = item
  const expected = [version ?? '0']
  if (action === 'revert')
    return revertRecord(heldTo(context, model), entity, record_id, standing ?? { ends: undefined, current: null })
  if (action === 'delete') {
    await deleteWithDependants(context, entity.uri, record_id, expected)
    return []
  }
  const { draft } = job.data as BulkJob
  if (draft.action !== 'change') throw fault('request.malformed')
  await updateWithDependants(context, entity.uri, record_id, draft.values, expected, { numbersAsText: true })
  return []
}
