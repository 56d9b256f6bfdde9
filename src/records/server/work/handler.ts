import { jobCause } from '#environments/cause.ts'
import { fault } from '#faults/fault.ts'
import type { JobHandler, JobRow, JobTools } from '#jobs/server/jobs.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import type { BulkDraft, WorkResult } from '#records/work.ts'
import type { WorkContext, WorkDeps } from '#records/server/work/deps.ts'
import { listSelection } from '#records/server/work/listing.ts'
import {
  blockedItems,
  countListed,
  countTrouble,
  listWritten,
  nextItems,
  noteTrouble,
  rollBackFrom,
} from '#records/server/work/work.store.ts'
import { performItems } from '#records/server/work/workItems.ts'

/** The time zone of the original request, where known. */
type Zoned = { readonly time_zone?: string | undefined }
export type BulkJob = Zoned & { readonly entity_id: string; readonly draft: BulkDraft }
export type UndoJob = Zoned & {
  readonly cause_id: string
  readonly cause_kind: string
  readonly entity_id: string | null
}

/** Stored state of a job: the number of listed records, and the position after which the job continues. */
type Memory = { readonly total?: number; readonly after?: string; readonly back?: string }

const chunk = 256
const mostRounds = 5

/**
 * The jobs `bulkchange` and `bulkdelete`: one change of many records, each record with the rights of the member who
 * started the job.
 */
export function bulkHandler(deps: WorkDeps): JobHandler {
  return workHandler(deps, {
    kind: 'bulk',
    // Checked again for each batch: the right may be revoked while the job waits or runs.
    permit({ member }, { data }) {
      const { draft } = data as BulkJob
      if (draft.action === 'delete' && !member.heldRights.activities.has('bulk-delete'))
        throw fault('request.forbidden')
    },
    async list(context, { id, data }, signal) {
      const { entity_id, draft } = data as BulkJob
      const entity = (await context.models.fresh(context.environment)).entities.get(entity_id)
      if (!entity) throw fault('definition.unknown')
      const list = { jobId: id, action: draft.action, secret: deps.secret, signal }
      return listSelection(context, entity, draft.records, list)
    },
  })
}

/** The job `undo`: undoes the writes of a cause, for records that are unchanged since. */
export function undoCauseHandler(deps: WorkDeps): JobHandler {
  return workHandler(deps, {
    kind: 'undo',
    permit: () => undefined,
    list({ database, environment }, { id, data }) {
      const { cause_id, cause_kind } = data as UndoJob
      return listWritten(database, environment.schema, { jobId: id, from: 0 }, { id: cause_id, kind: cause_kind })
    },
  })
}

type WorkKind = {
  readonly kind: 'bulk' | 'undo'
  /** Throws where the member may not do this work, or no longer. */
  permit(context: WorkContext, job: JobRow): void
  /** Writes the work list of the job in a transaction of its own, and returns its length. */
  list(context: WorkContext, job: JobRow, signal: AbortSignal): Promise<number>
}

function workHandler(deps: WorkDeps, { kind, permit, list }: WorkKind): JobHandler {
  return {
    async run(job, tools) {
      const memory = job.memory as Memory
      const { time_zone, entity_id } = job.data as BulkJob | UndoJob
      const contextOf = async () => {
        const context = await deps.contextOf(tools.environment, job.by_id, jobCause(kind, job.id, job.cause), time_zone)
        permit(context, job)
        return context
      }
      tools.progress({ done: 0, total: memory.total ?? null, phase: 'finding' })
      const context = await contextOf()
      const total =
        memory.total ?? (await ensureList(context, { jobId: job.id, from: 0 }, () => list(context, job, tools.signal)))
      // The list is committed: from here on others may write to the job's row, such as its heartbeat.
      if (memory.total === undefined) await tools.remember({ total })
      const work = { contextOf, job, tools, total, phase: 'rows', note: 'after' } as const
      await workThrough({ ...work, from: memory.after ?? '0' })
      await workAgain(work)
      const refused = await countTrouble(context.database, context.environment.schema, job.id, 0)
      const result: WorkResult = { done: total - refused, refused, entity_id }
      return result
    },

    /**
     * Undoes the finished part of the job, as announced to the member. Fault: `job.personLeft`; then the finished part
     * stays.
     */
    async rollBack(job, tools) {
      const memory = job.memory as Memory
      const { time_zone } = job.data as BulkJob | UndoJob
      const contextOf = () =>
        deps.contextOf(tools.environment, job.by_id, jobCause('undo', job.id, job.cause), time_zone)
      const from = memory.back ?? String(rollBackFrom)
      if (memory.back === undefined) {
        const context = await contextOf()
        const place = { jobId: job.id, from: rollBackFrom }
        const { database, environment } = context
        await ensureList(context, place, () => listWritten(database, environment.schema, place, { kind, id: job.id }))
        await tools.remember({ back: from })
      }
      await workThrough({ contextOf, job, tools, from, total: null, phase: 'takingBack', note: 'back' })
    },
  }
}

/**
 * Length of a job's work list. Writes the list unless an earlier attempt wrote it and ended before its note. Where two
 * processes write the list at once, because the job has changed hands, the second finds the list of the first.
 */
async function ensureList(
  { database, environment: { schema } }: WorkContext,
  place: { readonly jobId: string; readonly from: number },
  list: () => Promise<number>,
): Promise<number> {
  const found = await countListed(database, schema, place)
  if (found > 0) return found
  return list().catch((error: unknown) => {
    if (violationOf(error)?.kind !== 'unique') throw error
    return countListed(database, schema, place)
  })
}

type Work = {
  /** The context of the member with current rights; throws where the member may not continue. */
  readonly contextOf: () => Promise<WorkContext>
  readonly job: JobRow
  readonly tools: Pick<JobTools, 'signal' | 'progress' | 'remember'>
  readonly total: number | null
  readonly phase: string
  readonly note: 'after' | 'back'
}

/** Works through the list in chunks. After each chunk, stores the position and the skipped records. */
async function workThrough({ from, ...work }: Work & { readonly from: string }): Promise<void> {
  const { contextOf, job, tools, total, phase, note } = work
  let after = from
  let done = total === null ? 0 : Number(from)
  for (;;) {
    tools.progress({ done, total, phase })
    tools.signal.throwIfAborted()
    const context = await contextOf()
    const { database, environment } = context
    const items = await nextItems(database, environment.schema, job.id, after, chunk)
    const last = items.at(-1)
    if (!last) return
    const troubles = await performItems(context, job, items, tools.signal)
    tools.signal.throwIfAborted()
    after = last.no
    done += items.length
    await database.transaction(async (transaction) => {
      await noteTrouble(transaction, environment.schema, job.id, items, troubles)
      await tools.remember({ [note]: after }, transaction)
    })
  }
}

/** Retries records that were blocked by other records on the list, as long as a round makes progress. */
async function workAgain({ contextOf, job, tools }: Work): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    const context = await contextOf()
    const { database, environment } = context
    const items = await blockedItems(database, environment.schema, job.id, '0')
    if (items.length === 0) return
    const troubles = await performItems(context, job, items, tools.signal)
    tools.signal.throwIfAborted()
    await noteTrouble(database, environment.schema, job.id, items, troubles)
    if (troubles.every((trouble) => trouble !== undefined)) return
  }
}
